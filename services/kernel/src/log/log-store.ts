import { categoryOf, type Recorded } from '@easel/contracts/kernel/event';
import type { Appended, ExpectedRevision, NewFact } from './new-fact.ts';

export type LogItem =
  | { kind: 'fact'; fact: Recorded }
  /** Everything up to this position was considered, matching or not. */
  | { kind: 'checkpoint'; position: bigint }
  | { kind: 'caught-up' };

/** Which part of the log is followed. */
export interface Following {
  /** `all`: every stream that is not the store's own. */
  categories: readonly string[] | 'all';
  /** Of these types alone; of all, where absent. */
  types?: readonly string[] | undefined;
  /** Exclusive. */
  after: bigint | 'start' | 'end';
  signal: AbortSignal;
}

export interface StreamRange {
  /** A revision. */
  from: number;
  maxCount?: number | undefined;
  /** A read that hears nothing for so long is given up. */
  silenceMs: number;
}

/** Whether a fact is in the part that is followed. */
export const isFollowed = (
  { stream, type }: Pick<Recorded, 'stream' | 'type'>,
  { categories, types }: Omit<Following, 'after' | 'signal'>,
) =>
  (categories === 'all' ? !stream.startsWith('$') : categories.includes(categoryOf(stream))) &&
  (types?.includes(type) ?? true);

/** Turns a fact as it is stored into what a reader is given. */
export type Opening = (stored: Recorded) => Recorded | Promise<Recorded>;

/**
 * Keeps facts as they are given to it, in streams and in one order over all of them: what the log stands on. What is
 * appended and read is asked of the one place that knows the end. Errors of every reading: LogUnavailable,
 * AccessDenied, BadCredentials, StreamDeleted.
 */
export interface LogStore {
  /**
   * One attempt. Throws WrongRevision, AppendInvalid, AccessDenied, BadCredentials, StreamDeleted: nothing was stored;
   * OutcomeUnknown: it may have been, and the same ids at the same revision are stored once, however often they are
   * tried. `any` is behind whatever stands there, and is not to be repeated.
   */
  append(
    stream: string,
    expected: ExpectedRevision | 'any',
    facts: readonly NewFact[],
    deadlineMs: number,
  ): Promise<Appended>;
  /** Forgets the stream's facts so long after they were stored. Throws LogUnavailable, AccessDenied, BadCredentials. */
  keepFor(stream: string, days: number, deadlineMs: number): Promise<void>;
  /** A stream's facts in order; nothing where there is no such stream. */
  readStream(stream: string, range: StreamRange): AsyncGenerator<Recorded, void, void>;
  /** The position of the last event; 0 where there is none. */
  head(silenceMs: number): Promise<bigint>;
  /** What is stored, then what comes, until the signal. Throws LogUnavailable when dropped. */
  follow(what: Following, open: Opening): AsyncGenerator<LogItem, void, void>;
  close(): Promise<void>;
}
