import type { Fact, Recorded } from '@easel/contracts/kernel/event';
import type { Due, ProcessDefinition, Step } from '../following/process.ts';

/** What a fact schedules or cancels by a process: nothing where it follows no facts of that type. */
export const stepsBy = <Payload>(
  { on }: ProcessDefinition<Fact, Payload, unknown>,
  fact: Recorded,
): readonly Step<Payload>[] => on[fact.type]?.(fact) ?? [];

/** Returns the timer that a fact schedules, with the payload as the database returns it. */
export const due = <Payload>([step]: readonly (Step<Payload> | undefined)[]): Due<Payload> => {
  if (!step?.schedule) throw new Error('nothing is scheduled');
  return { ...step.schedule, payload: JSON.parse(JSON.stringify(step.schedule.payload)) as Payload };
};

/** Returns a fact as the log does, with these values instead of the defaults. */
export const recordedFact = <F extends Fact>(
  fact: F,
  change: Partial<Omit<Recorded, keyof Fact>> = {},
): Recorded<F> => ({
  ...fact,
  id: 'fact',
  stream: 's',
  revision: 0,
  position: 1n,
  recordedAt: new Date('2026-11-20T10:00:00.000Z'),
  metadata: { $correlationId: 'c', actor: { kind: 'system', id: 's' }, schemaVersion: 1 },
  ...change,
});
