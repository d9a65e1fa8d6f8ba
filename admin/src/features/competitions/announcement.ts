import type { CompetitionRecord } from '@easel/contracts/competitions/console.http';
import { SAME_ADMIN_HOURS } from '@easel/contracts/competitions/policy';

const HOUR_MS = 3_600_000;

/** What an announcement waits for. */
export type Announcement =
  /** Refunds and late payments still change the standing. */
  | { step: 'too-early'; from: string }
  /** An admin has to propose it. */
  | { step: 'unproposed' }
  /** Another admin has proposed it. */
  | { step: 'to-confirm'; by: string; at: string }
  /** The current operator has proposed it, and can confirm it from this time if no other admin is active. */
  | { step: 'own'; at: string; from: string; isOpen: boolean }
  | { step: 'announced' };

/** Predicts what the server will allow. Undefined before the challenge has closed. */
export function announcementOf(
  { state, announced_from: from, proposed }: CompetitionRecord,
  operatorId: string,
  now: Date,
): Announcement | undefined {
  if (state === 'prepared' || state === 'open') return undefined;
  if (state === 'announced') return { step: 'announced' };
  if (now < new Date(from)) return { step: 'too-early', from };
  if (proposed === null) return { step: 'unproposed' };
  const { operator_id: by, at } = proposed;
  if (by !== operatorId) return { step: 'to-confirm', by, at };
  const openFrom = new Date(new Date(at).getTime() + SAME_ADMIN_HOURS * HOUR_MS);
  return { step: 'own', at, from: openFrom.toISOString(), isOpen: now >= openFrom };
}
