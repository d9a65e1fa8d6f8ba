import { credentials, type ServiceError } from '@grpc/grpc-js';
import { GossipClient } from '@eventstore/db-client/generated/gossip_grpc_pb.js';
import { ServerFeaturesClient } from '@eventstore/db-client/generated/serverfeatures_grpc_pb.js';
import { StreamsClient } from '@eventstore/db-client/generated/streams_grpc_pb.js';

/** The generated clients themselves, for what the official client never sends. */
export function rawClients(port: number, host = '127.0.0.1') {
  const address = `${host}:${port}`;
  const streams = new StreamsClient(address, credentials.createInsecure());
  const features = new ServerFeaturesClient(address, credentials.createInsecure());
  const gossip = new GossipClient(address, credentials.createInsecure());
  return {
    streams,
    features,
    gossip,
    close: () => {
      for (const client of [streams, features, gossip]) client.close();
    },
  };
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
