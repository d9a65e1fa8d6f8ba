import { NO_STREAM, STREAM_EXISTS } from './event.ts';
import type { Occurrence } from './recent-ids.ts';

export interface Proposal {
  stream: string;
  /** ANY, STREAM_EXISTS, NO_STREAM or the exact revision the stream must be at. */
  expected: number;
  ids: readonly string[];
}

/** Where the stream ends: its last revision, -1 where it has none. */
export interface StreamState {
  revision: number;
  /** Deleted, but not for ever: to be appended to as if it did not exist, though its numbering goes on. */
  deleted: boolean;
}

export type Decision =
  | { kind: 'append' }
  /** Stored before: its last event stands here. */
  | { kind: 'repeat'; revision: number; position: number }
  | { kind: 'wrong-revision' };

const APPEND: Decision = { kind: 'append' };
const WRONG: Decision = { kind: 'wrong-revision' };

export const isExact = (expected: number) => expected >= NO_STREAM;

/** Whether the answer depends on which of the ids are stored already. */
export function needsIds(expected: number, head: number): boolean {
  return isExact(expected) ? expected < head : head > NO_STREAM;
}

/**
 * Whether an append is written, was written already, or comes at the wrong revision. An exact revision is repeated by
 * finding the same ids right behind it, ANY and STREAM_EXISTS by finding them anywhere in the stream; finding only
 * some of them is a wrong revision.
 *
 * @param occurrences where an id stands in any stream; asked only where `needsIds` says so
 */
export function decide(
  { stream, expected, ids }: Proposal,
  { revision: head, deleted }: StreamState,
  occurrences: (id: string) => readonly Occurrence[],
): Decision {
  if (expected === head) return APPEND;
  if (expected > head || (expected === STREAM_EXISTS && (head === NO_STREAM || deleted))) return WRONG;
  if (!needsIds(expected, head)) return APPEND;

  const found = ids.map((id, index) =>
    occurrences(id).find(
      (one) => one.stream === stream && (!isExact(expected) || one.revision === expected + 1 + index),
    ),
  );
  const last = found.at(-1);
  if (last && found.every((one) => one !== undefined)) {
    return { kind: 'repeat', revision: last.revision, position: last.position };
  }
  if (found.some((one) => one !== undefined)) return WRONG;
  return isExact(expected) && !(expected === NO_STREAM && deleted) ? WRONG : APPEND;
}
