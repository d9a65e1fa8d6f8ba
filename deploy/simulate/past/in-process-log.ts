import type { FactMetadata, Recorded } from '@easel/contracts/kernel/event';
import { LogUnavailable, OutcomeUnknown, StreamDeleted, WrongRevision } from '@easel/kernel/log/event-log.errors';
import {
  isFollowed,
  type Following,
  type LogItem,
  type LogStore,
  type Opening,
  type StreamRange,
} from '@easel/kernel/log/log-store';
import type { Appended, ExpectedRevision, NewFact } from '@easel/kernel/log/new-fact';
import { recordedIn } from '../../stand-ins/event-store/encode.ts';
import {
  ANY,
  type LogEntry,
  METADATA_TYPE,
  metastreamOf,
  NO_STREAM,
  type ProposedEvent,
  TOMBSTONE,
} from '../../stand-ins/event-store/event.ts';
import { allForwards, streamForwards, walk } from '../../stand-ins/event-store/feed.ts';
import { firstVisible, isVisible } from '../../stand-ins/event-store/retention.ts';
import { Storage, type StorageOptions } from '../../stand-ins/event-store/storage.ts';
import { systemEvent } from '../../stand-ins/event-store/system-event.ts';
import { Waker } from '../../stand-ins/event-store/waker.ts';

const DAY_SECONDS = 86_400;
const EVERYTHING = { rows: Number.MAX_SAFE_INTEGER, bytes: Number.MAX_SAFE_INTEGER };

/** Which part of the log a subscription follows. */
export type FollowedPart = Pick<Following, 'categories' | 'types'>;

/**
 * Until when a subscription receives nothing: until `release()`, or with each `flush()` what was appended before it.
 */
export type Hold = 'until-release' | 'until-flush' | 'none';

interface Follower extends FollowedPart {
  readonly waker: Waker;
  readonly hold: Hold;
}

/**
 * Gives this process the local event store without gRPC: the same rows in the same schema. Unlike the server it wakes a
 * subscription only for events that it follows, and sends it one checkpoint, when it has caught up.
 */
export class InProcessLog {
  private readonly followers = new Set<Follower>();
  private isReleased = false;
  private flushedTo = 0;
  private announced = 0;

  private constructor(private readonly storage: Storage) {}

  static async open(options: StorageOptions): Promise<InProcessLog> {
    const storage = new Storage(options);
    const log = new InProcessLog(storage);
    await storage.open();
    log.announced = storage.log.head;
    storage.log.listen(null, () => log.announce());
    return log;
  }

  /** `holdOf` decides which subscriptions of this client are held back. Closing a client closes nothing. */
  connect(holdOf: (what: FollowedPart) => Hold = () => 'none'): LogStore {
    return {
      append: (stream, expected, facts) => this.append(stream, expected, facts),
      keepFor: (stream, days) => this.keepFor(stream, days),
      readStream: (stream, range) => this.readStream(stream, range),
      head: () => Promise.resolve(this.position),
      follow: (what, open) => this.follow(what, open, holdOf(what)),
      close: () => Promise.resolve(),
    };
  }

  /** The position of the last event. */
  get position(): bigint {
    return BigInt(this.storage.log.head);
  }

  /** Finds the position of the last event of each part; -1 where there is none. */
  async lastOf(parts: readonly FollowedPart[]): Promise<bigint[]> {
    const last = parts.map(() => -1);
    for await (const entry of this.entries(1, Infinity)) {
      for (const [n, part] of parts.entries()) if (isFollowed(entry, part)) last[n] = entry.position;
    }
    return last.map(BigInt);
  }

  /** Lets the subscriptions that are held until a flush receive what has been appended so far. */
  flush(): void {
    this.flushedTo = this.storage.log.head;
    for (const { hold, waker } of this.followers) if (hold === 'until-flush') waker.signal();
  }

  /** Holds back nothing any more. */
  release(): void {
    this.isReleased = true;
    for (const { waker } of this.followers) waker.signal();
  }

  /** Ends it for every client. */
  async end(): Promise<void> {
    await this.storage.writer.close();
    await this.storage.close();
  }

  private async append(
    stream: string,
    expected: ExpectedRevision | 'any',
    facts: readonly NewFact[],
  ): Promise<Appended> {
    const revision = expected === 'none' ? NO_STREAM : expected === 'any' ? ANY : expected;
    const append = { stream, expected: revision, events: facts.map(toEvent), deadlineMs: Infinity };
    const outcome = await this.storage.writer.append(append).catch((error: unknown) => {
      throw new OutcomeUnknown(stream, error);
    });
    switch (outcome.kind) {
      case 'stored':
        return { revision: outcome.revision, position: BigInt(outcome.position) };
      case 'wrong-revision':
        throw new WrongRevision(stream, expected, outcome.head === NO_STREAM ? 'none' : outcome.head);
      case 'stream-deleted':
        throw new StreamDeleted(stream, undefined);
    }
  }

  private async keepFor(stream: string, days: number): Promise<void> {
    const metadata = systemEvent(METADATA_TYPE, JSON.stringify({ $maxAge: days * DAY_SECONDS }));
    const append = { stream: metastreamOf(stream), expected: ANY, events: [metadata], deadlineMs: Infinity };
    await this.storage.writer.append(append).catch((error: unknown) => {
      throw new LogUnavailable(error);
    });
  }

  private async *readStream(
    stream: string,
    { from, maxCount = Infinity }: StreamRange,
  ): AsyncGenerator<Recorded, void, void> {
    const { log, writer } = this.storage;
    const head = await writer.headOf(stream).catch((error: unknown) => {
      throw new LogUnavailable(error);
    });
    if (head.revision === TOMBSTONE) throw new StreamDeleted(stream, undefined);
    if (head.revision === NO_STREAM || head.retention.deleted) return;
    const now = Date.now();
    let rest = maxCount;
    for await (const { entries } of walk(
      streamForwards(log, stream, head.revision),
      Math.max(from, firstVisible(head)),
    )) {
      for (const entry of entries) {
        if (rest <= 0 || entry.revision > head.revision) return;
        if (!isVisible(entry, head, now)) continue;
        rest -= 1;
        yield toRecorded(entry);
      }
    }
  }

  private async *follow(what: Following, open: Opening, hold: Hold): AsyncGenerator<LogItem, void, void> {
    const { categories, types, after, signal } = what;
    const follower: Follower = { categories, types, waker: new Waker(), hold };
    const stop = (): void => follower.waker.signal();
    signal.addEventListener('abort', stop, { once: true });
    this.followers.add(follower);
    try {
      let cursor = after === 'start' ? 1 : after === 'end' ? this.storage.log.head + 1 : Number(after) + 1;
      let isLive = false;
      while (!signal.aborted) {
        follower.waker.reset();
        const limit = this.limitOf(follower);
        for await (const entry of this.entries(cursor, limit)) {
          if (signal.aborted) return;
          cursor = entry.position + 1;
          if (!isFollowed(entry, what)) continue;
          const fact = open(toRecorded(entry));
          yield { kind: 'fact', fact: fact instanceof Promise ? await fact : fact };
        }
        if (!isLive && limit >= 0) {
          isLive = true;
          if (cursor > 1) yield { kind: 'checkpoint', position: BigInt(cursor - 1) };
          yield { kind: 'caught-up' };
        } else await follower.waker.wait();
      }
    } finally {
      signal.removeEventListener('abort', stop);
      this.followers.delete(follower);
    }
  }

  /** The last position that a subscription may receive now; −1 where it may not even begin. */
  private limitOf({ hold }: Follower): number {
    if (this.isReleased || hold === 'none') return Infinity;
    return hold === 'until-flush' ? this.flushedTo : -1;
  }

  private async *entries(from: number, limit: number): AsyncGenerator<LogEntry, void, void> {
    if (from > limit) return;
    for await (const { entries } of walk(allForwards(this.storage.log), from)) {
      for (const entry of entries) {
        if (entry.position > limit) return;
        yield entry;
      }
    }
  }

  /** Wakes those who follow what was published since. */
  private announce(): void {
    const { log } = this.storage;
    const entries = log.recent.allForwards(this.announced + 1, log.head, EVERYTHING);
    this.announced = log.head;
    for (const follower of this.followers) {
      if (this.limitOf(follower) < log.head) continue;
      if (!entries || entries.some((entry) => isFollowed(entry, follower))) follower.waker.signal();
    }
  }
}

const toEvent = ({ id, fact, metadata }: NewFact): ProposedEvent => ({
  id,
  type: fact.type,
  json: true,
  data: Buffer.from(JSON.stringify(fact.data)),
  metadata: Buffer.from(JSON.stringify(metadata)),
});

function toRecorded(entry: LogEntry): Recorded {
  const { id, data, metadata } = recordedIn(entry.bytes);
  return {
    type: entry.type,
    data: data.length === 0 ? {} : JSON.parse(data.toString()),
    id,
    stream: entry.stream,
    revision: entry.revision,
    position: BigInt(entry.position),
    recordedAt: new Date(entry.createdMs),
    metadata: (metadata.length === 0 ? {} : JSON.parse(metadata.toString())) as FactMetadata,
  };
}
