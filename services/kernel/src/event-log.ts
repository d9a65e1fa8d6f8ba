import type { Fact, FactCatalogue, FactMetadata, Recorded } from '@easel/contracts/kernel/event';
import {
  ANY,
  BACKWARDS,
  END,
  EventStoreDBClient,
  jsonEvent,
  MaxAppendSizeExceededError,
  NO_STREAM,
  START,
  StreamNotFoundError,
  streamNameFilter,
  WrongExpectedVersionError,
  type AllStreamResolvedEvent,
  type AppendExpectedRevision,
  type JSONEventType,
  type RecordedEvent,
} from '@eventstore/db-client';
import './tls-server-name.ts';
import { FactCodec } from './fact-codec.ts';
import { AppendInvalid, LogUnavailable, OutcomeUnknown, WrongRevision } from './event-log.errors.ts';
import type { Appended, ExpectedRevision, NewFact } from './new-fact.ts';
import type { FieldSealer } from './sealing.ts';

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

const APPEND_DEADLINE_MS = 5_000;
/** A read that hears nothing for this long is given up: the client gives reads no deadline, whatever it is told. */
const READ_SILENCE_MS = 8_000;
/** Events the store considers between two checkpoints of a subscription. */
const CHECKPOINT_WINDOW = 512;
/** Events a subscription holds that no one has taken yet. */
const READ_AHEAD = 512;

/**
 * The one door to EventStoreDB. Facts go in checked and sealed and come out opened, brought to their newest version
 * and checked again. Errors: WrongRevision (definite), OutcomeUnknown (repeat with the same ids), LogUnavailable.
 */
export class EventLog {
  private readonly client: EventStoreDBClient;
  private readonly codec: FactCodec;

  constructor(
    connectionString: string,
    catalogue: FactCatalogue,
    sealer: FieldSealer,
    private readonly readSilenceMs = READ_SILENCE_MS,
  ) {
    this.client = EventStoreDBClient.connectionString(connectionString);
    this.codec = new FactCodec(catalogue, sealer);
  }

  /** Facts as they will be stored: sealed, so that a hash over them holds for ever. */
  encode(stream: string, facts: readonly NewFact[]): Promise<readonly NewFact[]> {
    return Promise.all(facts.map((fact) => this.codec.encode(stream, fact)));
  }

  /** Appends facts that `encode` prepared. */
  async appendEncoded(stream: string, expected: ExpectedRevision, encoded: readonly NewFact[]): Promise<Appended> {
    const events = encoded.map(({ id, fact, metadata }) =>
      jsonEvent<JSONEventType>({
        id,
        type: fact.type,
        data: fact.data as Record<string, unknown>,
        metadata: { ...metadata },
      }),
    );
    try {
      const result = await withDeadline(
        this.client.appendToStream(stream, events, {
          expectedRevision: toExpectedRevision(expected),
          deadline: APPEND_DEADLINE_MS,
        }),
        // The client has no deadline of its own for a batched append: one whose reply is lost would hang for ever.
        APPEND_DEADLINE_MS + 500,
      );
      return { revision: Number(result.nextExpectedRevision), position: result.position?.commit ?? 0n };
    } catch (error) {
      if (error instanceof WrongExpectedVersionError) {
        const actual = error.actualVersion;
        throw new WrongRevision(stream, expected, typeof actual === 'bigint' ? Number(actual) : 'none');
      }
      if (error instanceof MaxAppendSizeExceededError) throw new AppendInvalid(stream, error);
      throw new OutcomeUnknown(stream, error);
    }
  }

  async append(stream: string, expected: ExpectedRevision, facts: readonly NewFact[]): Promise<Appended> {
    return this.appendEncoded(stream, expected, await this.encode(stream, facts));
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
  async *readStored(
    stream: string,
    { from = 0, maxCount }: { from?: number; maxCount?: number } = {},
  ): AsyncGenerator<Recorded, void, void> {
    const reading = this.client.readStream(stream, {
      fromRevision: BigInt(from),
      ...(maxCount === undefined ? {} : { maxCount }),
    });
    const silence = new Silence(reading, this.readSilenceMs);
    try {
      for await (const { event } of undestroyed(reading)) {
        silence.over();
        if (event) yield toRecorded(event);
        silence.begins();
      }
    } catch (error) {
      if (error instanceof StreamNotFoundError) return;
      throw new LogUnavailable(error);
    } finally {
      silence.end();
      letGo(reading, () => reading.cancel());
    }
  }

  /** The position of the log's last event; 0 for an empty log. */
  async head(): Promise<bigint> {
    const reading = this.client.readAll({
      direction: BACKWARDS,
      fromPosition: END,
      maxCount: 1,
    });
    const silence = new Silence(reading, this.readSilenceMs);
    try {
      for await (const { event } of undestroyed(reading)) return event?.position.commit ?? 0n;
      return 0n;
    } catch (error) {
      throw new LogUnavailable(error);
    } finally {
      silence.end();
      letGo(reading, () => reading.cancel());
    }
  }

  /** Follows the log, first what is stored, then what comes. Ends by the signal; throws LogUnavailable when dropped. */
  async *subscribe({ categories, after, signal, stored = false }: Subscription): AsyncGenerator<LogItem, void, void> {
    if (signal.aborted) return;
    const subscription = this.client.subscribeToAll(
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
      if (!signal.aborted) throw new Error('the subscription ended');
    } catch (error) {
      if (!signal.aborted) throw new LogUnavailable(error);
    } finally {
      signal.removeEventListener('abort', stop);
      stop();
    }
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

/** Ends a read that waits in vain; the time its reader takes for what came does not count. */
class Silence {
  private waiting = true;
  private readonly timer: NodeJS.Timeout;

  constructor(reading: ClientStream, ms: number) {
    this.timer = setTimeout(() => {
      if (this.waiting) reading.destroy(new Error(`nothing was heard for ${ms} ms`));
    }, ms);
  }

  over(): void {
    this.waiting = false;
  }

  begins(): void {
    this.waiting = true;
    this.timer.refresh();
  }

  end(): void {
    clearTimeout(this.timer);
  }
}

function toExpectedRevision(expected: ExpectedRevision): AppendExpectedRevision {
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

/** The client's streams in a loop that may be left: one destroyed by the loop would never be told of its call's end. */
const undestroyed = <T>(stream: ClientStream & AsyncIterable<T>): AsyncIterable<T> =>
  stream.iterator({ destroyOnReturn: false }) as AsyncIterable<T>;

/** What we need of the client's streams. */
interface ClientStream {
  iterator(options: { destroyOnReturn: boolean }): AsyncIterable<unknown>;
  on(event: 'error', listener: () => void): unknown;
  resume(): unknown;
  destroy(error: Error): unknown;
}

/** Cancels the call and reads out what had arrived; a drop that comes now is nobody's error. */
function letGo(stream: ClientStream, cancel: () => Promise<void>): void {
  stream.on('error', () => undefined);
  stream.resume();
  cancel().catch(() => undefined);
}

async function withDeadline<T>(promise: Promise<T>, ms: number): Promise<T> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error(`no answer within ${ms} ms`)), ms);
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}
