import type { Fact, Recorded } from '@easel/contracts/kernel/event';
import type { ProcessDefinition, Step } from '../following/process.ts';

/** What a fact schedules or cancels by a process: nothing where it follows no facts of that type. */
export const stepsBy = <Payload>(
  { on }: ProcessDefinition<Fact, Payload, unknown>,
  fact: Recorded,
): readonly Step<Payload>[] => on[fact.type]?.(fact) ?? [];
