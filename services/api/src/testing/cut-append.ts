import type { EventLog } from '@easel/kernel/event-log';
import { OutcomeUnknown } from '@easel/kernel/event-log.errors';
import { vi } from 'vitest';

/** Of the next append to that stream nobody learns what became of it, whether it is stored or not. Others' go on as ever. */
export function cutNextAppend(log: EventLog, stream: string, { isStored = false } = {}): void {
  const append = log.appendEncoded.bind(log);
  let isCut = false;
  vi.spyOn(log, 'appendEncoded').mockImplementation(async (to, ...rest) => {
    if (to !== stream || isCut) return append(to, ...rest);
    isCut = true;
    if (isStored) await append(to, ...rest);
    throw new OutcomeUnknown(stream, new Error('cut'));
  });
}
