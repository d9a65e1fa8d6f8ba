import type { AuditRecord } from '@easel/contracts/audit/http';

const count = new Intl.NumberFormat('en');

/** '1 fact', '12,000 facts' */
export const counted = (amount: number, one: string): string =>
  `${count.format(amount)} ${amount === 1 ? one : `${one}s`}`;

const scanned = ({ streams, facts }: AuditRecord['progress']): string =>
  `${counted(facts, 'fact')} of ${counted(streams, 'stream')}`;

/** What a verification has to say, in a sentence or two. */
export function verdictOf({ status, progress, findings }: AuditRecord): string {
  switch (status) {
    case 'queued':
      return 'It begins as soon as the one before it has ended.';
    case 'running':
      return findings === 0
        ? `Read so far: ${scanned(progress)}. Nothing is amiss yet.`
        : `Read so far: ${scanned(progress)}. ${counted(findings, 'difference')} so far.`;
    case 'clean':
      return `Nothing is amiss: ${scanned(progress)} are as they were written, and the books agree with them.`;
    case 'findings':
      return `${counted(findings, 'difference')} in ${scanned(progress)}: not all is as it was written.`;
    case 'failed':
      return 'It could not be carried through, so nothing is proven either way.';
    case 'cancelled':
      return `It was cancelled after ${scanned(progress)}, so nothing is proven either way.`;
  }
}

const SECOND_MS = 1_000;
const MINUTE_S = 60;
const HOUR_S = 60 * MINUTE_S;

/** '0.4 s', '12 s', '3 min 05 s', '2 h 07 min' */
export function durationText(ms: number): string {
  const seconds = Math.max(0, ms) / SECOND_MS;
  if (seconds < 10) return `${seconds.toFixed(1)} s`;
  if (seconds < MINUTE_S) return `${Math.floor(seconds)} s`;
  const two = (value: number) => String(Math.floor(value)).padStart(2, '0');
  if (seconds < HOUR_S) return `${Math.floor(seconds / MINUTE_S)} min ${two(seconds % MINUTE_S)} s`;
  return `${Math.floor(seconds / HOUR_S)} h ${two((seconds % HOUR_S) / MINUTE_S)} min`;
}
