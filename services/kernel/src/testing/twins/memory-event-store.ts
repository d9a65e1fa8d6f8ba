import type { Recorded } from '@easel/contracts/kernel/event';
import { LogUnavailable, OutcomeUnknown, WrongRevision } from '../../log/event-log.errors.ts';
import {
  isFollowed,
  type Following,
  type LogItem,
  type LogStore,
  type Opening,
  type StreamRange,
} from '../../log/log-store.ts';
import type { Appended, ExpectedRevision, NewFact } from '../../log/new-fact.ts';
import { atOnce, type Turn } from './turn.ts';

/** Positions are bytes in a real log: this far apart, by turns. */
const STEPS = [137n, 412n, 120n, 289n, 598n];
/** Of how many events in a row without a match a follower is told. */
const CHECKPOINT_EVERY = 32;

/** The event store of every process in a simulation: what was appended outlives them all. */
export class MemoryEventStore {
  readonly events: Recorded[] = [];
  readonly streams = new Map<string, Recorded[]>();
  /** How long the facts of a stream are kept, in milliseconds; the others' for ever. */
  readonly keptMs = new Map<string, number>();
  private changed = Promise.withResolvers<void>();

  connect(turn: Turn = atOnce): LogStore {
    return new MemoryLogStore(this, turn);
  }

  /** Resolves when something has been appended since. */
  whenChanged(): Promise<void> {
    return this.changed.promise;
  }

  append(stream: string, expected: ExpectedRevision | 'any', facts: readonly NewFact[]): Appended {
    const stored = this.streams.get(stream) ?? [];
    const actual = stored.at(-1)?.revision;
    const from = expected === 'any' ? stored.length : expected === 'none' ? 0 : expected + 1;
    if (from !== stored.length) {
      const there = stored.slice(from, from + facts.length);
      const last = there.at(-1);
      const isRepeat = there.length === facts.length && there.every(({ id }, index) => id === facts[index]?.id);
      if (!isRepeat || !last) throw new WrongRevision(stream, expected, actual ?? 'none');
      return { revision: last.revision, position: last.position };
    }
    this.streams.set(stream, stored);
    for (const [index, { id, fact, metadata }] of facts.entries()) {
      const position = (this.events.at(-1)?.position ?? 0n) + (STEPS[this.events.length % STEPS.length] ?? 1n);
      const { data, ...rest } = inJson({ type: fact.type, data: fact.data, metadata });
      const event = frozen({ ...rest, data, id, stream, revision: from + index, position, recordedAt: new Date() });
      stored.push(event);
      this.events.push(event);
    }
    const { resolve } = this.changed;
    this.changed = Promise.withResolvers();
    resolve();
    const last = stored.at(-1);
    return { revision: last?.revision ?? -1, position: last?.position ?? 0n };
  }
}

/** One process's way to it. */
class MemoryLogStore implements LogStore {
  constructor(
    private readonly store: MemoryEventStore,
    private readonly turn: Turn,
  ) {}

  async append(stream: string, expected: ExpectedRevision | 'any', facts: readonly NewFact[]): Promise<Appended> {
    const unknown = (error: unknown): never => {
      throw new OutcomeUnknown(stream, error);
    };
    await this.turn('asked', `append ${stream}`).catch(unknown);
    const appended = this.store.append(stream, expected, facts);
    await this.turn('answered', `append ${stream}`).catch(unknown);
    return appended;
  }

  async keepFor(stream: string, days: number): Promise<void> {
    await this.turn('asked', `keep ${stream}`).catch(away);
    this.store.keptMs.set(stream, days * 86_400_000);
    await this.turn('answered', `keep ${stream}`).catch(away);
  }

  async *readStream(stream: string, { from, maxCount }: StreamRange): AsyncGenerator<Recorded, void, void> {
    await this.turn('asked', `read ${stream}`).catch(away);
    const oldest = Date.now() - (this.store.keptMs.get(stream) ?? Infinity);
    const kept = (this.store.streams.get(stream) ?? []).filter(({ recordedAt }) => recordedAt.getTime() >= oldest);
    const facts = kept.filter(({ revision }) => revision >= from);
    await this.turn('answered', `read ${stream}`).catch(away);
    yield* facts.slice(0, maxCount);
  }

  async head(): Promise<bigint> {
    await this.turn('asked', 'head').catch(away);
    const head = this.store.events.at(-1)?.position ?? 0n;
    await this.turn('answered', 'head').catch(away);
    return head;
  }

  async *follow(followed: Following, open: Opening): AsyncGenerator<LogItem, void, void> {
    const { categories, types, after, signal } = followed;
    const { events } = this.store;
    const ended = Promise.withResolvers<void>();
    signal.addEventListener('abort', () => ended.resolve(), { once: true });
    const what = `follow ${categories === 'all' ? categories : categories.join(' ')}${types ? ` ${types.join(' ')}` : ''}`;
    await this.turn('asked', what).catch(away);
    let isCaughtUp = false;
    let unmatched = 0;
    for (let index = this.indexAfter(after); !signal.aborted;) {
      const fact = events[index];
      if (fact) {
        index++;
        if (!isFollowed(fact, followed)) {
          if (++unmatched % CHECKPOINT_EVERY === 0) yield { kind: 'checkpoint', position: fact.position };
          continue;
        }
        await this.turn('answered', what).catch(away);
        if (signal.aborted) return;
        yield { kind: 'fact', fact: await open(fact) };
      } else if (!isCaughtUp) {
        isCaughtUp = true;
        yield { kind: 'caught-up' };
      } else await Promise.race([this.store.whenChanged(), ended.promise]);
    }
  }

  private indexAfter(after: bigint | 'start' | 'end'): number {
    const { events } = this.store;
    if (after === 'start') return 0;
    const next = after === 'end' ? -1 : events.findIndex(({ position }) => position > after);
    return next < 0 ? events.length : next;
  }

  close(): Promise<void> {
    return Promise.resolve();
  }
}

function away(error: unknown): never {
  throw new LogUnavailable(error);
}

const inJson = <T>(value: T): T => JSON.parse(JSON.stringify(value)) as T;

/** As it is for ever, whoever reads it. */
function frozen<T>(value: T): T {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value);
    for (const inner of Object.values(value)) frozen(inner);
  }
  return value;
}
