import { randomUUID } from 'node:crypto';
import type { sendUnaryData, ServerUnaryCall } from '@grpc/grpc-js';
import { GossipService } from '@eventstore/db-client/generated/gossip_grpc_pb.js';
import gossipPb, { type ClusterInfo } from '@eventstore/db-client/generated/gossip_pb.js';
import sharedPb, { type Empty } from '@eventstore/db-client/generated/shared_pb.js';
import type { Service } from './features.service.ts';

const DEFAULT_PORT = 2113;

/** Gossip: a cluster of one, led by this server, at the very address it was called at. */
export function gossipService(): Service {
  const instanceId = randomUUID();
  return {
    definition: GossipService,
    open: true, // the client asks before it says who it is
    handlers: {
      read: (call: ServerUnaryCall<Empty, ClusterInfo>, reply: sendUnaryData<ClusterInfo>): void => {
        const { hostname, port } = new URL(`http://${call.getHost()}`);
        const member = new gossipPb.MemberInfo()
          .setInstanceId(new sharedPb.UUID().setString(instanceId))
          .setTimeStamp(String(BigInt(Date.now()) * 10_000n))
          .setState(gossipPb.MemberInfo.VNodeState.LEADER)
          .setIsAlive(true)
          .setHttpEndPoint(new gossipPb.EndPoint().setAddress(hostname).setPort(Number(port) || DEFAULT_PORT));
        reply(null, new gossipPb.ClusterInfo().setMembersList([member]));
      },
    },
  };
}
