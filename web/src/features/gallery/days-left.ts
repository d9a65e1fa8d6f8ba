import { TRASH_DAYS } from '@easel/contracts/generation/policy';
import { DAY_MS } from '@easel/contracts/kernel/day-range';

/**
 * Counts the whole days until what was deleted at an instant (ISO 8601) is deleted for ever, 0 to `TRASH_DAYS`. The
 * browser's clock may be behind the server's.
 */
export function daysLeft(deletedAt: string, now: Date): number {
  const ageDays = Math.max(0, Math.floor((now.getTime() - Date.parse(deletedAt)) / DAY_MS));
  return Math.max(0, TRASH_DAYS - ageDays);
}
