import { setImmediate as nextTurn } from 'node:timers/promises';
import type { EventStoreDBClient } from '@eventstore/db-client';
import sharedPb from '@eventstore/db-client/generated/shared_pb.js';
import { StreamsClient } from '@eventstore/db-client/generated/streams_grpc_pb.js';
import streamsPb, { type ReadReq as Request } from '@eventstore/db-client/generated/streams_pb.js';
import type { Readable } from 'node:stream';
import type { LogItem } from './log-store.ts';
import { NO_ITEM, readReply } from './read-reply.ts';

/** Which part of `$all` is sent. */
export interface AllFilter {
  after: bigint | 'start' | 'end';
  /** A store picks by the one or by the other. */
  by: 'stream' | 'type';
  regex: string;
  /** Events that the store considers between two checkpoints. */
  checkpointEvery: number;
}

type Replies = Readable & { cancel(): void };

/** A subscription to the whole log, decoded as it arrives. */
export type AllSubscription = Replies & AsyncIterable<LogItem | typeof NO_ITEM>;

/** What the client shares with its subclasses alone: its own calls, by the channel that follows the leader. */
interface ClientCalls {
  GRPCStreamCreator(of: typeof StreamsClient, name: string, call: (calls: RawCalls) => Replies): () => Promise<Replies>;
  callArguments(
    base: { requiresLeader: boolean },
    options: { deadline: number },
  ): [metadata: unknown, options: unknown];
}

interface RawCalls {
  makeServerStreamRequest(
    path: string,
    serialize: (request: Request) => Buffer,
    deserialize: (reply: Buffer) => LogItem | typeof NO_ITEM,
    request: Request,
    ...settings: [metadata: unknown, options: unknown]
  ): Replies;
}

/**
 * Subscribes to `$all` by the official client's connection, and decodes what comes without it: its messages and
 * streams in between take two thirds of the time that reading takes.
 */
export async function subscribeToAll(client: EventStoreDBClient, filter: AllFilter): Promise<AllSubscription> {
  const calls = client as unknown as ClientCalls;
  const settings = calls.callArguments({ requiresLeader: true }, { deadline: Infinity });
  const subscribe = calls.GRPCStreamCreator(StreamsClient, 'subscribeToAll', (raw) =>
    raw.makeServerStreamRequest(
      '/event_store.client.streams.Streams/Read',
      (request) => Buffer.from(request.serializeBinary()),
      readReply,
      requestOf(filter),
      ...settings,
    ),
  );
  return (await subscribe()) as AllSubscription;
}

/** Cancels the call; within a turn that reads it, gRPC would lose track of what it holds (grpc-node#1464). */
export async function unsubscribe(subscription: AllSubscription): Promise<void> {
  await nextTurn();
  subscription.cancel();
}

function requestOf({ after, by, regex, checkpointEvery }: AllFilter): Request {
  const { ReadReq } = streamsPb;
  const options = new ReadReq.Options();
  const all = new ReadReq.Options.AllOptions();
  if (after === 'start') all.setStart(new sharedPb.Empty());
  else if (after === 'end') all.setEnd(new sharedPb.Empty());
  else {
    const position = new ReadReq.Options.Position();
    position.setCommitPosition(String(after));
    position.setPreparePosition(String(after));
    all.setPosition(position);
  }
  options.setAll(all);
  options.setSubscription(new ReadReq.Options.SubscriptionOptions());
  const ids = new ReadReq.Options.UUIDOption();
  ids.setString(new sharedPb.Empty());
  options.setUuidOption(ids);
  const expression = new ReadReq.Options.FilterOptions.Expression();
  expression.setRegex(regex);
  const filter = new ReadReq.Options.FilterOptions();
  if (by === 'type') filter.setEventType(expression);
  else filter.setStreamIdentifier(expression);
  filter.setMax(checkpointEvery);
  filter.setCheckpointintervalmultiplier(1);
  options.setFilter(filter);
  const request = new ReadReq();
  request.setOptions(options);
  return request;
}
