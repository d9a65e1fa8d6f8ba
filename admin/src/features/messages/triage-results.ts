import type { Reply } from '@easel/contracts/kernel/client/address';
import type { messagesHttp } from '@easel/contracts/messages/http';
import { TRIAGE_MAX } from '@easel/contracts/messages/policy';
import type { Message, TriageRequest } from './message.ts';

/** A message as the operator saw it when deciding. */
export type Seen = Pick<Message, 'id' | 'version' | 'status' | 'priority' | 'assignee' | 'subject'>;
export type TriageResult = Reply<typeof messagesHttp.triageMany>['results'][number];
type Done = Extract<TriageResult, { ok: true }>;
type Refusal = Extract<TriageResult, { ok: false }>;
export type Change = { id: string; version: number } & TriageRequest;

export interface Outcome {
  done: Done[];
  refused: { seen: Seen; result: Refusal }[];
  /** The triages back, on the versions that stand now; of what was already as wished there is nothing to take back. */
  undo: Change[];
}

export function outcomeOf(seen: readonly Seen[], results: readonly TriageResult[]): Outcome {
  const byId = new Map(seen.map((one) => [one.id, one]));
  const outcome: Outcome = { done: [], refused: [], undo: [] };
  for (const result of results) {
    const before = byId.get(result.id);
    if (!before) continue;
    if (!result.ok) {
      outcome.refused.push({ seen: before, result });
      continue;
    }
    outcome.done.push(result);
    if (result.version === before.version) continue;
    const back = {
      ...(result.status !== before.status && { status: before.status }),
      ...(result.priority !== before.priority && { priority: before.priority }),
      ...(result.assignee !== before.assignee && { assignee: before.assignee }),
    };
    // A note alone cannot be taken back.
    if (Object.keys(back).length > 0) outcome.undo.push({ id: result.id, version: result.version, ...back });
  }
  return outcome;
}

/** A triage that may be taken back. `seen`: its messages as it left them. */
export interface Undoable {
  seen: readonly Seen[];
  undo: readonly Change[];
}

/**
 * The earlier triages after a later one was taken back: their messages have the versions of now, so that they can be
 * taken back, too.
 */
export function onVersionsOf(done: readonly Done[], earlier: readonly Undoable[]): Undoable[] {
  const versions = new Map(done.map(({ id, version }) => [id, version]));
  const renewed = <T extends { id: string; version: number }>(all: readonly T[]): T[] =>
    all.map((one) => ({ ...one, version: versions.get(one.id) ?? one.version }));
  return earlier.map(({ seen, undo }) => ({ seen: renewed(seen), undo: renewed(undo) }));
}

/** As many as one call takes. */
export function inCalls<T>(all: readonly T[]): T[][] {
  return Array.from({ length: Math.ceil(all.length / TRIAGE_MAX) }, (_, index) =>
    all.slice(index * TRIAGE_MAX, (index + 1) * TRIAGE_MAX),
  );
}

export const countOf = (count: number): string => (count === 1 ? '1 message' : `${count} messages`);
