import type { EventLog } from '@easel/kernel/log/event-log';
import { OutcomeUnknown } from '@easel/kernel/log/event-log.errors';
import { vi } from 'vitest';

/**
 * Of appends of that fact to that stream nobody learns what became of them, whether they are stored or not, until the
 * returned function is called. Not of the next one alone: the background may try again at any moment.
 */
export function cutAppends(log: EventLog, stream: string, type: string, { isStored = false } = {}): () => void {
  const append = log.appendEncoded.bind(log);
  let isCut = true;
  vi.spyOn(log, 'appendEncoded').mockImplementation(async (to, expected, facts) => {
    const isMeant = isCut && to === stream && facts.some(({ fact }) => fact.type === type);
    if (!isMeant) return append(to, expected, facts);
    if (isStored) await append(to, expected, facts);
    throw new OutcomeUnknown(stream, new Error('cut'));
  });
  return () => {
    isCut = false;
  };
}
