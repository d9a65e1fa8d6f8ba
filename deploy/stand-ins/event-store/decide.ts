import { NO_STREAM, STREAM_EXISTS } from './event.ts';
import type { Occurrence } from './recent-ids.ts';

export interface Proposal {
  stream: string;
  /** ANY, STREAM_EXISTS, NO_STREAM or the exact revision the stream must be at. */
  expected: number;
  ids: readonly string[];
}

/** What an append comes upon. */
export interface StreamState {
  /** The last revision, -1 where there are no events. */
  revision: number;
  /** Deleted, but not for ever: to be appended to as if it did not exist, though its numbering goes on. */
  deleted: boolean;
  /** Whether metadata were ever written: they make a stream exist that has no events. */
  hasMetadata: boolean;
}

export type Decision =
  | { kind: 'append' }
  /** Stored before: its last event stands here. */
  | { kind: 'repeat'; revision: number; position: number }
  | { kind: 'wrong-revision' }
  | { kind: 'stream-deleted' };

const APPEND: Decision = { kind: 'append' };
const WRONG: Decision = { kind: 'wrong-revision' };
const DELETED: Decision = { kind: 'stream-deleted' };

export const isExact = (expected: number) => expected >= NO_STREAM;

/** Whether the answer depends on which of the ids are stored already. */
export function needsIds(expected: number, head: number): boolean {
  return isExact(expected) ? expected < head : head > NO_STREAM;
}

/**
 * Whether an append is written, was written already, or comes at the wrong revision.
 *
 * @param occurrences where an id stands in any stream, oldest first; asked only where `needsIds` says so
 */
export function decide(
  proposal: Proposal,
  state: StreamState,
  occurrences: (id: string) => readonly Occurrence[],
): Decision {
  const { expected } = proposal;
  const { revision: head, deleted, hasMetadata } = state;
  if (expected === STREAM_EXISTS && deleted) return DELETED;
  if (expected === STREAM_EXISTS && head === NO_STREAM && !hasMetadata) return WRONG;
  if (!isExact(expected)) return needsIds(expected, head) ? decideByOldest(proposal, occurrences) : APPEND;
  if (expected === head) return APPEND;
  return expected > head ? WRONG : decideBehind(proposal, deleted, occurrences);
}

/** Under ANY and STREAM_EXISTS the first id decides, by its oldest place; the others must be of the same stream. */
function decideByOldest({ stream, ids }: Proposal, occurrences: (id: string) => readonly Occurrence[]): Decision {
  const found = ids.map((id) => occurrences(id)[0]).map((one) => (one?.stream === stream ? one : undefined));
  const last = found.at(-1);
  if (!found[0] || !last) return found[0] ? WRONG : APPEND;
  return found.includes(undefined) ? WRONG : { kind: 'repeat', revision: last.revision, position: last.position };
}

/** An exact revision that is behind is repeated by the same ids right after it. */
function decideBehind(
  { stream, expected, ids }: Proposal,
  deleted: boolean,
  occurrences: (id: string) => readonly Occurrence[],
): Decision {
  const found = ids.map((id, index) =>
    occurrences(id).find((one) => one.stream === stream && one.revision === expected + 1 + index),
  );
  const last = found.at(-1);
  if (last && !found.includes(undefined)) return { kind: 'repeat', revision: last.revision, position: last.position };
  const isNew = ids.length > 0 && !found[0];
  return isNew && expected === NO_STREAM && deleted ? APPEND : WRONG;
}
