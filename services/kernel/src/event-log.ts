import { setTimeout as wait } from 'node:timers/promises';
import type { Fact, FactCatalogue, FactMetadata, Recorded } from '@easel/contracts/kernel/event';
import {
  ANY,
  BACKWARDS,
  END,
  EventStoreDBClient,
  isCommandError,
  jsonEvent,
  NO_STREAM,
  NotLeaderError,
  START,
  StreamNotFoundError,
  streamNameFilter,
  type AllStreamResolvedEvent,
  type AppendExpectedRevision,
  type EventData,
  type JSONEventType,
  type RecordedEvent,
} from '@eventstore/db-client';
import { backoffMs } from './backoff.ts';
import { letGo, Silence, Unanswered, undestroyed, withDeadline, type ClientReading } from './client-streams.ts';
import { FactCodec } from './fact-codec.ts';
import { WrongRevision } from './event-log.errors.ts';
import { appendErrorOf, readErrorOf } from './event-store.errors.ts';
import type { Appended, ExpectedRevision, NewFact } from './new-fact.ts';
import type { FieldSealer } from './sealing.ts';
import { settleAppend, type AppendTimes } from './settle-append.ts';
import './tls-server-name.ts';

export type LogItem =
  | { kind: 'fact'; fact: Recorded }
  /** Everything up to this position was considered, matching or not. */
  | { kind: 'checkpoint'; position: bigint }
  | { kind: 'caught-up' };

export interface Subscription {
  /** `all`: every stream that is not the store's own. */
  categories: readonly string[] | 'all';
  /** Exclusive. */
  after: bigint | 'start' | 'end';
  signal: AbortSignal;
  /** Facts as they are stored: sealed and unchecked, of whatever type and version. */
  stored?: boolean | undefined;
}

/** How long the store is waited for, in milliseconds. */
interface Patience extends AppendTimes {
  /** A read that hears nothing for this long is given up: the client gives reads no deadline, whatever it is told. */
  readSilenceMs: number;
  /** The same for a look at what became of an append, which has only so much time. */
  lookSilenceMs: number;
  /** A head that lies before a position already known is waited on for so long before it is believed. */
  headMs: number;
}

const PATIENCE: Patience = {
  attemptMs: 5_000,
  settledWithinMs: 11_000,
  readSilenceMs: 8_000,
  lookSilenceMs: 1_500,
  headMs: 3_000,
};

/** Beyond the deadline that an append tells the store, for a batched one whose reply is lost would hang for ever. */
const REPLY_LATE_MS = 500;
/** How often a read follows the leader before it is given up. */
const LEADERS_FOLLOWED = 3;
const BACKOFF_MS = { first: 20, most: 400 };
/** Events the store considers between two checkpoints of a subscription. */
const CHECKPOINT_WINDOW = 512;
/** Events a subscription holds that no one has taken yet. */
const READ_AHEAD = 512;

/**
 * The one door to EventStoreDB. Facts go in checked and sealed and come out opened, brought to their newest version
 * and checked again. What is appended and read is asked of the leader. Errors: WrongRevision (definite), OutcomeUnknown
 * (repeat with the same ids), LogUnavailable; and what the store refuses: AccessDenied, BadCredentials, StreamDeleted,
 * AppendInvalid.
 */
export class EventLog {
  private client: EventStoreDBClient;
  private readonly codec: FactCodec;
  private readonly patience: Patience;

  constructor(
    private readonly connectionString: string,
    catalogue: FactCatalogue,
    sealer: FieldSealer,
    patience: Partial<Patience> = {},
  ) {
    this.client = EventStoreDBClient.connectionString(connectionString);
    this.codec = new FactCodec(catalogue, sealer);
    this.patience = { ...PATIENCE, ...patience };
  }

  /** Facts as they will be stored: sealed, so that a hash over them holds for ever. */
  encode(stream: string, facts: readonly NewFact[]): Promise<readonly NewFact[]> {
    return Promise.all(facts.map((fact) => this.codec.encode(stream, fact)));
  }

  /**
   * Appends facts that `encode` prepared. Where the answer does not tell whether they were stored, that is found out,
   * for about twice the time of a command: OutcomeUnknown is thrown only after it.
   */
  appendEncoded(stream: string, expected: ExpectedRevision, encoded: readonly NewFact[]): Promise<Appended> {
    const events = encoded.map(toEvent);
    return settleAppend(
      {
        append: (deadlineMs) => this.attempt(stream, expected, events, deadlineMs),
        look: () => this.lookFor(stream, expected, events),
      },
      this.patience,
    );
  }

  async append(stream: string, expected: ExpectedRevision, facts: readonly NewFact[]): Promise<Appended> {
    return this.appendEncoded(stream, expected, await this.encode(stream, facts));
  }

  /**
   * Appends behind whatever the stream holds, once: for measurements, which may be lost. It is neither settled nor to
   * be repeated, for the store knows such ids only until it starts anew and would then store them twice.
   */
  async appendAnywhere(stream: string, facts: readonly NewFact[]): Promise<Appended> {
    const encoded = await this.encode(stream, facts);
    return this.attempt(stream, 'any', encoded.map(toEvent), this.patience.attemptMs);
  }

  private async attempt(
    stream: string,
    expected: ExpectedRevision | 'any',
    events: JSONEventData[],
    deadlineMs: number,
  ): Promise<Appended> {
    const { client } = this;
    try {
      const result = await withDeadline(
        client.appendToStream(stream, events, {
          expectedRevision: toExpectedRevision(expected),
          requiresLeader: true,
          deadline: deadlineMs,
        }),
        deadlineMs + REPLY_LATE_MS,
      );
      return { revision: Number(result.nextExpectedRevision), position: result.position?.commit ?? 0n };
    } catch (error) {
      this.renewWhenLost(client, error);
      throw appendErrorOf(stream, expected, error);
    }
  }

  /** An append by its ids, in the one place where it can be. */
  private async lookFor(
    stream: string,
    expected: ExpectedRevision,
    events: readonly JSONEventData[],
  ): Promise<Appended | undefined> {
    const from = expected === 'none' ? 0 : expected + 1;
    const { lookSilenceMs } = this.patience;
    const there = await Array.fromAsync(this.readStored(stream, { from, maxCount: events.length }, lookSilenceMs));
    const last = there.at(-1);
    if (!last || there[0]?.revision !== from) return undefined;
    if (there.length < events.length || there.some(({ id }, index) => id !== events[index]?.id)) {
      throw new WrongRevision(stream, expected, last.revision);
    }
    return { revision: last.revision, position: last.position };
  }

  /** A stream's facts from a revision on, in order; nothing where there is no such stream. */
  async *read<F extends Fact>(
    stream: string,
    options: { from?: number; maxCount?: number } = {},
  ): AsyncGenerator<Recorded<F>, void, void> {
    for await (const stored of this.readStored(stream, options)) yield (await this.decode(stored)) as Recorded<F>;
  }

  /** A stored fact opened, brought to its newest version and checked. */
  decode(stored: Recorded): Recorded | Promise<Recorded> {
    return this.codec.decode(stored);
  }

  /** Facts as they are stored: what a hash chain is verified over. */
  readStored(
    stream: string,
    { from = 0, maxCount }: { from?: number; maxCount?: number } = {},
    silenceMs = this.patience.readSilenceMs,
  ): AsyncGenerator<Recorded, void, void> {
    const range = { fromRevision: BigInt(from), ...(maxCount === undefined ? {} : { maxCount }) };
    return this.readLeader(
      stream,
      (client) => client.readStream(stream, { ...range, requiresLeader: true }),
      silenceMs,
    );
  }

  /**
   * The position of the log's last event; 0 for an empty log. Where that lies before `atLeast`, a position already
   * known, it is waited on before it is believed: a node that has just become the leader may show an older one.
   */
  async head({ atLeast = 0n }: { atLeast?: bigint } = {}): Promise<bigint> {
    const until = performance.now() + this.patience.headMs;
    for (let attempt = 0; ; attempt++) {
      const head = await this.readHead();
      const pauseMs = backoffMs(attempt, BACKOFF_MS.first, BACKOFF_MS.most);
      if (head >= atLeast || performance.now() + pauseMs > until) return head;
      await wait(pauseMs);
    }
  }

  private async readHead(): Promise<bigint> {
    const options = { direction: BACKWARDS, fromPosition: END, maxCount: 1, requiresLeader: true } as const;
    let head = 0n;
    // Read to its end: a call that is left early is reset, and a server takes only so many resets a second.
    const last = this.readLeader('$all', (client) => client.readAll(options), this.patience.readSilenceMs);
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

  /**
   * Follows the log, first what is stored, then what comes. Ends by the signal; throws LogUnavailable when dropped,
   * AccessDenied and BadCredentials.
   */
  async *subscribe({ categories, after, signal, stored = false }: Subscription): AsyncGenerator<LogItem, void, void> {
    if (signal.aborted) return;
    const { client } = this;
    const subscription = client.subscribeToAll(
      {
        fromPosition: after === 'start' ? START : after === 'end' ? END : { commit: after, prepare: after },
        // What has been caught up with is the log's end only where its end is made.
        requiresLeader: true,
        filter: streamNameFilter({
          regex: categories === 'all' ? '^[^$]' : `^(?:${categories.join('|')})(?:-|$)`,
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
          const recorded = toRecorded(item.event);
          const fact = stored ? recorded : this.codec.decode(recorded);
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
    if (client === this.client) this.client = EventStoreDBClient.connectionString(this.connectionString);
  }

  async close(): Promise<void> {
    await this.client.dispose();
  }
}

/** Something a subscription says between events. */
class Mark {
  constructor(
    readonly kind: 'checkpoint' | 'caught-up',
    readonly position: bigint,
  ) {}
}

type JSONEventData = EventData<JSONEventType>;

const toEvent = ({ id, fact, metadata }: NewFact): JSONEventData =>
  jsonEvent<JSONEventType>({
    id,
    type: fact.type,
    data: fact.data as Record<string, unknown>,
    metadata: { ...metadata },
  });

function toExpectedRevision(expected: ExpectedRevision | 'any'): AppendExpectedRevision {
  if (expected === 'none') return NO_STREAM;
  return expected === 'any' ? ANY : BigInt(expected);
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
