import sharedPb from '@eventstore/db-client/generated/shared_pb.js';
import streamsPb, { type ReadResp } from '@eventstore/db-client/generated/streams_pb.js';

// Everything but events, which are encoded by hand.

const bytes = (response: ReadResp) => Buffer.from(response.serializeBinary());

export const streamNotFound = (stream: string) => {
  const identifier = new sharedPb.StreamIdentifier().setStreamName(Buffer.from(stream));
  const notFound = new streamsPb.ReadResp.StreamNotFound().setStreamIdentifier(identifier);
  return bytes(new streamsPb.ReadResp().setStreamNotFound(notFound));
};

export const confirmation = (subscriptionId: string) => {
  const confirmed = new streamsPb.ReadResp.SubscriptionConfirmation().setSubscriptionId(subscriptionId);
  return bytes(new streamsPb.ReadResp().setConfirmation(confirmed));
};

export const checkpoint = (position: number) => {
  const decimal = String(position);
  const reached = new streamsPb.ReadResp.Checkpoint().setCommitPosition(decimal).setPreparePosition(decimal);
  return bytes(new streamsPb.ReadResp().setCheckpoint(reached));
};

export const caughtUp = () => bytes(new streamsPb.ReadResp().setCaughtUp(new streamsPb.ReadResp.CaughtUp()));

export const fellBehind = () => bytes(new streamsPb.ReadResp().setFellBehind(new streamsPb.ReadResp.FellBehind()));
