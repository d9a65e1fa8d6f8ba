import { type ChannelCredentials, credentials, Metadata, type ServiceError } from '@grpc/grpc-js';
import { GossipClient } from '@eventstore/db-client/generated/gossip_grpc_pb.js';
import { PersistentSubscriptionsClient } from '@eventstore/db-client/generated/persistent_grpc_pb.js';
import { ServerFeaturesClient } from '@eventstore/db-client/generated/serverfeatures_grpc_pb.js';
import { StreamsClient } from '@eventstore/db-client/generated/streams_grpc_pb.js';
import { type OpenStore, type User, USERS } from './open-store.ts';

/** The generated clients themselves, for what the official client never sends; as that account where TLS is spoken. */
export function rawClients(
  { port, certificate }: Pick<OpenStore, 'port' | 'certificate'>,
  { host = '127.0.0.1', user = 'admin' }: { host?: string; user?: User | 'nobody' } = {},
) {
  const address = `${host}:${port}`;
  const channel = certificate ? secureChannel(certificate, user) : credentials.createInsecure();
  const streams = new StreamsClient(address, channel);
  const persistent = new PersistentSubscriptionsClient(address, channel);
  const features = new ServerFeaturesClient(address, channel);
  const gossip = new GossipClient(address, channel);
  return {
    streams,
    persistent,
    features,
    gossip,
    close: () => {
      for (const client of [streams, persistent, features, gossip]) client.close();
    },
  };
}

function secureChannel(certificate: Buffer, user: User | 'nobody'): ChannelCredentials {
  const channel = credentials.createSsl(certificate);
  if (user === 'nobody') return channel;
  const { name, password } = USERS[user];
  const generator = credentials.createFromMetadataGenerator((_, done) => done(null, basic(name, password)));
  return credentials.combineChannelCredentials(channel, generator);
}

export function basic(name: string, password: string): Metadata {
  const metadata = new Metadata();
  metadata.set('authorization', `Basic ${Buffer.from(`${name}:${password}`).toString('base64')}`);
  return metadata;
}

/** A unary call as a promise. */
export function ask<Reply>(call: (reply: (error: ServiceError | null, value: Reply) => void) => void): Promise<Reply> {
  return new Promise((resolve, reject) => {
    call((error, value) => {
      if (error) reject(error);
      else resolve(value);
    });
  });
}
