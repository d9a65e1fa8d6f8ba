import {
  ANY,
  convertToCommandError,
  jsonEvent,
  NO_STREAM,
  type AppendExpectedRevision,
  type EventData,
  type EventStoreDBClient,
  type JSONEventType,
} from '@eventstore/db-client';
import unpackError from '@eventstore/db-client/dist/streams/appendToStream/unpackError.js';
import streamsGrpc, { type StreamsClient } from '@eventstore/db-client/generated/streams_grpc_pb.js';
import streamsPb from '@eventstore/db-client/generated/streams_pb.js';
import { randomUUID } from '../server/chance.ts';
import { decodeBatchAppendReply, encodeBatchAppend, type BatchAppend } from './batch-append-messages.ts';
import { Unanswered, withDeadline } from './client-streams.ts';
import type { Appended, NewFact } from './new-fact.ts';

/**
 * How many calls appends use in turn. A call sends one message at a time and waits until the socket has taken it. What
 * several calls send at one moment is sent together, and the store commits it together.
 */
const CALLS = 8;
/** Beyond the deadline that an append states, for one whose reply is lost would hang for ever. */
const REPLY_LATE_MS = 500;
/** Of the end of a correlation id, which count. */
const COUNT_DIGITS = 12;

type WantedAppend = Pick<BatchAppend, 'stream' | 'expected' | 'facts'>;
type Call = ReturnType<typeof openCall>;
type CallArguments = Required<Parameters<StreamsClient['batchAppend']>>;

/** What the client offers to its own methods: its connection, with its address, certificates and account. */
interface Connection {
  supports(method: object): Promise<boolean>;
  callArguments(base: { requiresLeader: boolean }, call: { deadline: number }): CallArguments;
  GRPCStreamCreator(
    of: typeof StreamsClient,
    name: string,
    create: (client: StreamsClient) => Call,
  ): () => Promise<Call>;
}

const asBytes = (bytes: Buffer): Buffer => bytes;
const { batchAppend } = streamsGrpc.StreamsService;

const openCall = (client: StreamsClient, [metadata, options]: CallArguments) =>
  client.makeBidiStreamRequest<Buffer, Buffer>(batchAppend.path, asBytes, asBytes, metadata, options);

/**
 * Streams.BatchAppend over the official client's connection, in place of the client's own method: that one encodes by
 * generated code, sends all by one call, and has one table of appends for all clients of a process, so that an error of
 * one rejects the appends of all.
 */
export class BatchAppends {
  private readonly connection: Connection;
  private readonly lanes: (Promise<Lane | undefined> | Lane | undefined)[] = [];
  private next = 0;
  private readonly correlationStart = randomUUID().slice(0, -COUNT_DIGITS);

  constructor(private readonly client: EventStoreDBClient) {
    // `as`: these are protected, and what makes a client of a connection string makes none of a class that extends it.
    this.connection = client as unknown as Connection;
  }

  /** Throws what the client does, and Unanswered. */
  async append(wanted: WantedAppend, deadlineMs: number): Promise<Appended> {
    const deadlineAtMs = Date.now() + deadlineMs;
    const patienceMs = deadlineMs + REPLY_LATE_MS;
    const count = this.next++;
    const known = this.lanes[count % CALLS];
    const isOpen = known instanceof Lane && !known.isOver;
    const lane = isOpen ? known : await withDeadline(this.laneAt(count % CALLS), patienceMs);
    if (!lane) return appendByClient(this.client, wanted, { deadlineMs, patienceMs });
    const correlation = this.correlationStart + count.toString(16).padStart(COUNT_DIGITS, '0');
    return lane.send({ ...wanted, correlation, deadlineAtMs }, deadlineAtMs - Date.now() + REPLY_LATE_MS);
  }

  /** Opens a call where there is none, or none any more: one for all that ask at the same time. */
  private async laneAt(place: number): Promise<Lane | undefined> {
    const known = this.lanes[place];
    if (known instanceof Promise) return known;
    const opening = this.open();
    this.lanes[place] = opening;
    try {
      const lane = await opening;
      this.lanes[place] = lane;
      return lane;
    } catch (error) {
      this.lanes[place] = undefined;
      throw error;
    }
  }

  /** Undefined where the store takes no batches. */
  private async open(): Promise<Lane | undefined> {
    const { connection } = this;
    if (!(await connection.supports(batchAppend))) return undefined;
    let lane: Lane | undefined;
    await connection.GRPCStreamCreator(streamsGrpc.StreamsClient, 'appendToStream', (client) => {
      const call = openCall(client, connection.callArguments({ requiresLeader: true }, { deadline: Infinity }));
      // Before anything is awaited: an error without a listener would end the process.
      lane = new Lane(call);
      return call;
    })();
    return lane;
  }
}

/** By the client's own method, which does without batches. */
async function appendByClient(
  client: EventStoreDBClient,
  { stream, expected, facts }: WantedAppend,
  { deadlineMs, patienceMs }: { deadlineMs: number; patienceMs: number },
): Promise<Appended> {
  const { nextExpectedRevision, position } = await withDeadline(
    client.appendToStream(stream, facts.map(toEvent), {
      expectedRevision: toExpectedRevision(expected),
      requiresLeader: true,
      deadline: deadlineMs,
    }),
    patienceMs,
  );
  return { revision: Number(nextExpectedRevision), position: position?.commit ?? 0n };
}

const toEvent = ({ id, fact, metadata }: NewFact): EventData<JSONEventType> =>
  jsonEvent<JSONEventType>({
    id,
    type: fact.type,
    data: fact.data as Record<string, unknown>,
    metadata: { ...metadata },
  });

function toExpectedRevision(expected: WantedAppend['expected']): AppendExpectedRevision {
  if (expected === 'none') return NO_STREAM;
  return expected === 'any' ? ANY : BigInt(expected);
}

interface Waiting {
  stream: string;
  resolve: (appended: Appended) => void;
  reject: (error: Error) => void;
  timer: NodeJS.Timeout;
}

/** A call, and the appends that wait for its replies. */
class Lane {
  isOver = false;
  private readonly waiting = new Map<string, Waiting>();

  constructor(private readonly call: Call) {
    call.on('data', (bytes: Buffer) => this.take(bytes));
    call.on('error', (error) => this.end(convertToCommandError(error)));
    call.on('end', () => this.end(new Unanswered('the store ended the call')));
    call.on('close', () => this.end(new Unanswered('the call ended')));
  }

  send(append: BatchAppend, patienceMs: number): Promise<Appended> {
    return new Promise((resolve, reject) => {
      if (this.isOver) {
        reject(new Unanswered('the call has ended'));
        return;
      }
      const { correlation, stream } = append;
      const timer = setTimeout(() => {
        this.waiting.delete(correlation);
        reject(new Unanswered(`no answer within ${patienceMs} ms`));
      }, patienceMs);
      this.waiting.set(correlation, { stream, resolve, reject, timer });
      this.call.write(encodeBatchAppend(append));
    });
  }

  private take(bytes: Buffer): void {
    const { correlation, appended } = decodeBatchAppendReply(bytes);
    const waiting = this.waiting.get(correlation);
    // One that was given up, or answered twice.
    if (!waiting) return;
    this.waiting.delete(correlation);
    clearTimeout(waiting.timer);
    if (appended) waiting.resolve(appended);
    else waiting.reject(refusalIn(bytes, waiting.stream));
  }

  /** Nothing more is answered here: what waits may have been stored or not. */
  private end(error: Error): void {
    if (this.isOver) return;
    this.isOver = true;
    for (const { reject, timer } of this.waiting.values()) {
      clearTimeout(timer);
      reject(error);
    }
    this.waiting.clear();
    this.call.end();
  }
}

function refusalIn(bytes: Buffer, stream: string): Error {
  const status = streamsPb.BatchAppendResp.deserializeBinary(bytes).getError();
  return status ? unpackError.unpackToCommandError(status, stream) : new Unanswered('a reply without an outcome');
}
