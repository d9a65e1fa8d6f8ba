import { setTimeout as wait } from 'node:timers/promises';
import type { FactMetadata, Recorded } from '@easel/contracts/kernel/event';
import {
  BACKWARDS,
  END,
  type EventStoreDBClient,
  isCommandError,
  NotLeaderError,
  StreamNotFoundError,
  type RecordedEvent,
} from '@eventstore/db-client';
import { convertToCommandError } from '@eventstore/db-client/dist/utils/CommandError.js';
import { backoffMs } from '../server/backoff.ts';
import { BatchAppends } from './batch-appends.ts';
import { type AllSubscription, subscribeToAll, unsubscribe } from './all-subscription.ts';
import { letGo, Silence, Unanswered, undestroyed, withDeadline, type ClientReading } from './client-streams.ts';
import { appendErrorOf, readErrorOf } from './event-store.errors.ts';
import {
  isFollowed,
  type Following,
  type LogItem,
  type LogStore,
  type Opening,
  type StreamRange,
} from './log-store.ts';
import type { Appended, ExpectedRevision, NewFact } from './new-fact.ts';
import { openClient } from './open-client.ts';
import { NO_ITEM } from './read-reply.ts';
import './tls-server-name.ts';

/** Beyond the deadline that an append tells the store, for a batched one whose reply is lost would hang for ever. */
const REPLY_LATE_MS = 500;
const DAY_SECONDS = 86_400;
/** How often a read follows the leader before it is given up. */
const LEADERS_FOLLOWED = 3;
const BACKOFF_MS = { first: 20, most: 400 };
/** Events the store considers between two checkpoints of a subscription. */
const CHECKPOINT_WINDOW = 512;

/** The one door to EventStoreDB. */
export class EventStore implements LogStore {
  private client: EventStoreDBClient;
  private batches: BatchAppends;

  constructor(private readonly connectionString: string) {
    this.client = openClient(connectionString);
    this.batches = new BatchAppends(this.client);
  }

  async append(
    stream: string,
    expected: ExpectedRevision | 'any',
    facts: readonly NewFact[],
    deadlineMs: number,
  ): Promise<Appended> {
    const { client } = this;
    try {
      return await this.batches.append({ stream, expected, facts }, deadlineMs);
    } catch (error) {
      this.renewWhenLost(client, error);
      throw appendErrorOf(stream, expected, error);
    }
  }

  async keepFor(stream: string, days: number, deadlineMs: number): Promise<void> {
    const { client } = this;
    try {
      await withDeadline(
        client.setStreamMetadata(
          stream,
          { maxAge: days * DAY_SECONDS },
          { requiresLeader: true, deadline: deadlineMs },
        ),
        deadlineMs + REPLY_LATE_MS,
      );
    } catch (error) {
      this.renewWhenLost(client, error);
      throw readErrorOf(stream, error);
    }
  }

  readStream(stream: string, { from, maxCount, silenceMs }: StreamRange): AsyncGenerator<Recorded, void, void> {
    const range = { fromRevision: BigInt(from), ...(maxCount === undefined ? {} : { maxCount }) };
    return this.readLeader(
      stream,
      (client) => client.readStream(stream, { ...range, requiresLeader: true }),
      silenceMs,
    );
  }

  async head(silenceMs: number): Promise<bigint> {
    const options = { direction: BACKWARDS, fromPosition: END, maxCount: 1, requiresLeader: true } as const;
    let head = 0n;
    // Read to its end: a call that is left early is reset, and a server takes only so many resets a second.
    const last = this.readLeader('$all', (client) => client.readAll(options), silenceMs);
    for await (const { position } of last) head = position;
    return head;
  }

  /** What a read gives. Where another node leads by now, the client has turned to it, and the read begins again. */
  private async *readLeader(
    of: string,
    read: (client: EventStoreDBClient) => ClientReading,
    silenceMs: number,
  ): AsyncGenerator<Recorded, void, void> {
    for (let attempt = 0; ; attempt++) {
      const { client } = this;
      const reading = read(client);
      const silence = new Silence(reading, silenceMs);
      let isBegun = false;
      try {
        for await (const { event } of undestroyed(reading)) {
          silence.over();
          isBegun = true;
          if (event) yield toRecorded(event);
          silence.begins();
        }
        return;
      } catch (error) {
        if (error instanceof StreamNotFoundError) return;
        this.renewWhenLost(client, error);
        const isElsewhere = error instanceof NotLeaderError && !isBegun;
        if (!isElsewhere || attempt === LEADERS_FOLLOWED) throw readErrorOf(of, error);
      } finally {
        silence.end();
        letGo(reading, () => reading.cancel());
      }
      await wait(backoffMs(attempt, BACKOFF_MS.first, BACKOFF_MS.most));
    }
  }

  async *follow(what: Following, open: Opening): AsyncGenerator<LogItem, void, void> {
    const { types, after, signal } = what;
    if (signal.aborted) return;
    const { client } = this;
    let subscription: AllSubscription | undefined;
    const stop = (): void => {
      const begun = subscription;
      if (begun) letGo(begun, () => unsubscribe(begun));
    };
    try {
      const filter = {
        by: types ? 'type' : 'stream',
        regex: regexOf(what),
        checkpointEvery: CHECKPOINT_WINDOW,
      } as const;
      // What has been caught up with is the log's end only where its end is made: the leader is asked.
      subscription = await subscribeToAll(client, { after, ...filter });
      if (signal.aborted) return;
      signal.addEventListener('abort', stop, { once: true });
      for await (const item of undestroyed<LogItem | typeof NO_ITEM>(subscription)) {
        if (signal.aborted) break;
        if (item === NO_ITEM) continue;
        if (item.kind !== 'fact') yield item;
        else if (!types || isFollowed(item.fact, what)) {
          const fact = open(item.fact);
          item.fact = fact instanceof Promise ? await fact : fact;
          yield item;
        }
      }
      if (!signal.aborted) throw new Unanswered('the subscription ended');
    } catch (raw) {
      if (signal.aborted) return;
      const error = convertToCommandError(raw as Error);
      this.renewWhenLost(client, error);
      throw readErrorOf('$all', error);
    } finally {
      signal.removeEventListener('abort', stop);
      stop();
    }
  }

  /**
   * A client that has found no node when it first asked what its server can do never asks again, and fails every append
   * from then on: it is replaced. What is under way on the old one ends there.
   */
  private renewWhenLost(client: EventStoreDBClient, error: unknown): void {
    if (error instanceof Unanswered || (error instanceof Error && isCommandError(error))) return;
    if (client !== this.client) return;
    this.client = openClient(this.connectionString);
    this.batches = new BatchAppends(this.client);
  }

  async close(): Promise<void> {
    await this.client.dispose();
  }
}

const regexOf = ({ categories, types }: Following): string => {
  if (types) return `^(?:${types.join('|')})$`;
  return categories === 'all' ? '^[^$]' : `^(?:${categories.join('|')})(?:-|$)`;
};

function toRecorded(event: RecordedEvent): Recorded {
  return {
    type: event.type,
    data: event.data,
    id: event.id,
    stream: event.streamId,
    revision: Number(event.revision),
    position: event.position?.commit ?? 0n,
    recordedAt: event.created,
    // Every fact of ours was written with it; what another client wrote into our streams has none and is unreadable.
    metadata: (event.metadata ?? {}) as unknown as FactMetadata,
  };
}
