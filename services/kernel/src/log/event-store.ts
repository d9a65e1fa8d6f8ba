import { setTimeout as wait } from 'node:timers/promises';
import type { FactMetadata, Recorded } from '@easel/contracts/kernel/event';
import {
  BACKWARDS,
  END,
  EventStoreDBClient,
  eventTypeFilter,
  isCommandError,
  NotLeaderError,
  START,
  StreamNotFoundError,
  streamNameFilter,
  type AllStreamResolvedEvent,
  type RecordedEvent,
} from '@eventstore/db-client';
import { backoffMs } from '../server/backoff.ts';
import { BatchAppends } from './batch-appends.ts';
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
import './tls-server-name.ts';

/** Beyond the deadline that an append tells the store, for a batched one whose reply is lost would hang for ever. */
const REPLY_LATE_MS = 500;
const DAY_SECONDS = 86_400;
/** How often a read follows the leader before it is given up. */
const LEADERS_FOLLOWED = 3;
const BACKOFF_MS = { first: 20, most: 400 };
/** Events the store considers between two checkpoints of a subscription. */
const CHECKPOINT_WINDOW = 512;
/** Events a subscription holds that no one has taken yet. */
const READ_AHEAD = 512;

/** The one door to EventStoreDB. */
export class EventStore implements LogStore {
  private client: EventStoreDBClient;
  private batches: BatchAppends;

  constructor(private readonly connectionString: string) {
    this.client = EventStoreDBClient.connectionString(connectionString);
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
    // A store picks by the one or by the other.
    const filterBy = types ? eventTypeFilter : streamNameFilter;
    const subscription = client.subscribeToAll(
      {
        fromPosition: after === 'start' ? START : after === 'end' ? END : { commit: after, prepare: after },
        // What has been caught up with is the log's end only where its end is made.
        requiresLeader: true,
        filter: filterBy({
          regex: regexOf(what),
          maxSearchWindow: CHECKPOINT_WINDOW,
          checkpointInterval: 1,
          // Both run inside the stream's transform, so what they push stands in order among the events.
          checkpointReached: async (stream, position) => {
            stream.push(new Mark('checkpoint', position.commit));
          },
        }),
      },
      { highWaterMark: READ_AHEAD },
    );
    subscription.on('caughtUp', () => subscription.push(new Mark('caught-up', 0n)));
    const stop = (): void => letGo(subscription, () => subscription.unsubscribe());
    signal.addEventListener('abort', stop, { once: true });
    try {
      for await (const item of undestroyed<AllStreamResolvedEvent | Mark>(subscription)) {
        if (signal.aborted) break;
        if (item instanceof Mark) {
          yield item.kind === 'caught-up' ? { kind: 'caught-up' } : { kind: 'checkpoint', position: item.position };
        } else if (item.event) {
          const stored = toRecorded(item.event);
          if (types && !isFollowed(stored, what)) continue;
          const fact = open(stored);
          yield { kind: 'fact', fact: fact instanceof Promise ? await fact : fact };
        }
      }
      if (!signal.aborted) throw new Unanswered('the subscription ended');
    } catch (error) {
      if (signal.aborted) return;
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
    this.client = EventStoreDBClient.connectionString(this.connectionString);
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

/** Something a subscription says between events. */
class Mark {
  constructor(
    readonly kind: 'checkpoint' | 'caught-up',
    readonly position: bigint,
  ) {}
}

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
