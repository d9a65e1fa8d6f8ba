import { Metadata, type ChannelCredentials, type ServiceError } from '@grpc/grpc-js';
import { GossipClient } from '@eventstore/db-client/generated/gossip_grpc_pb.js';
import gossipPb, { type ClusterInfo } from '@eventstore/db-client/generated/gossip_pb.js';
import { ServerFeaturesClient } from '@eventstore/db-client/generated/serverfeatures_grpc_pb.js';
import type { SupportedMethods } from '@eventstore/db-client/generated/serverfeatures_pb.js';
import sharedPb from '@eventstore/db-client/generated/shared_pb.js';
import { StreamsClient } from '@eventstore/db-client/generated/streams_grpc_pb.js';
import streamsPb from '@eventstore/db-client/generated/streams_pb.js';
import type { Endpoint } from './reach.ts';

const CALL_MS = 5_000;

/**
 * Single calls to one node of an event store, by the generated clients: the official one would keep its connection for
 * the life of the process, and keeps for itself what its server said. All throw the ServiceError.
 */
export class NodeCalls {
  private readonly channel: ChannelCredentials;

  constructor(channel: ChannelCredentials) {
    this.channel = channel;
  }

  /** What the node says of itself, as `23.10.6`. Answered without an account. */
  async version(node: Endpoint): Promise<string> {
    const client = new ServerFeaturesClient(addressOf(node), this.channel);
    const reply = Promise.withResolvers<SupportedMethods>();
    client.getSupportedMethods(new sharedPb.Empty(), new Metadata(), inTime(), settle(reply));
    const features = await reply.promise.finally(() => client.close());
    return features.getEventStoreServerVersion();
  }

  /** Where the node says that its leader is; undefined where none is chosen. Answered without an account. */
  async leader(node: Endpoint): Promise<Endpoint | undefined> {
    const client = new GossipClient(addressOf(node), this.channel);
    const reply = Promise.withResolvers<ClusterInfo>();
    client.read(new sharedPb.Empty(), new Metadata(), inTime(), settle(reply));
    const cluster = await reply.promise.finally(() => client.close());
    const { LEADER } = gossipPb.MemberInfo.VNodeState;
    const found = cluster.getMembersList().find((member) => member.getIsAlive() && member.getState() === LEADER);
    const endpoint = found?.getHttpEndPoint();
    return endpoint && { address: endpoint.getAddress(), port: endpoint.getPort() };
  }

  /** Reads the last event of `$all`, as whoever follows the log must be able to. */
  async readHead(node: Endpoint, account: Account | undefined): Promise<void> {
    const { Options } = streamsPb.ReadReq;
    const options = new Options()
      .setAll(new Options.AllOptions().setEnd(new sharedPb.Empty()))
      .setReadDirection(Options.ReadDirection.BACKWARDS)
      .setCount('1')
      .setNoFilter(new sharedPb.Empty())
      .setUuidOption(new Options.UUIDOption().setString(new sharedPb.Empty()));
    const metadata = new Metadata();
    if (account) metadata.add('authorization', `Basic ${base64(`${account.username}:${account.password}`)}`);
    const client = new StreamsClient(addressOf(node), this.channel);
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const reading = client.read(new streamsPb.ReadReq().setOptions(options), metadata, inTime());
    reading.on('error', reject).on('end', resolve).resume();
    await promise.finally(() => client.close());
  }
}

export interface Account {
  readonly username: string;
  readonly password: string;
}

const addressOf = ({ address, port }: Endpoint): string => `${address}:${port}`;
const inTime = (): { deadline: Date } => ({ deadline: new Date(Date.now() + CALL_MS) });
const base64 = (text: string): string => Buffer.from(text).toString('base64');

function settle<Reply>({ resolve, reject }: PromiseWithResolvers<Reply>) {
  return (error: ServiceError | null, reply: Reply): void => {
    if (error) reject(error);
    else resolve(reply);
  };
}
