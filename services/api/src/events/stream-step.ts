import { eventsProblems, type StreamStep } from '@easel/contracts/events/http';
import { CHANGES_MAX, STATE_CHARS_MAX, STEPS_MAX } from '@easel/contracts/events/policy';
import type { Recorded } from '@easel/contracts/kernel/event';
import { Refused } from '@easel/contracts/kernel/problem';
import type { Fold } from '@easel/kernel/deciding/decider';
import type { EventLog } from '@easel/kernel/log/event-log';
import diff from 'microdiff';
import { plain } from './plain-state.ts';
import { sealedFact } from './sealed-fact.ts';

interface Asked {
  stream: string;
  revision: number;
  fold: Fold;
}

/**
 * Folds a stream up to a fact, one fact in memory at a time. Throws Refused: there is no such fact, it stands too far
 * in its stream, or one up to it cannot be read.
 */
export async function stepOf(log: EventLog, { stream, revision, fold }: Asked): Promise<StreamStep> {
  if (revision >= STEPS_MAX) throw new Refused(eventsProblems.tooFar);
  const evolve = fold.evolve as (state: unknown, fact: Recorded) => unknown;
  let state = fold.initial();
  let before: unknown;
  let step: Recorded | undefined;
  let sealed: string[] = [];
  let last = revision;
  for await (const stored of log.readStored(stream, { maxCount: STEPS_MAX })) {
    last = stored.revision;
    // What follows only tells how far one may go.
    if (step) continue;
    const fact = await log.decode(stored);
    if (fact.unreadable) throw new Refused(eventsProblems.unreadable);
    const shown = sealedFact(fact);
    if (fact.revision === revision) {
      ({ fact: step, sealed } = shown);
      // A decider may change the state that it is given.
      before = plain(state);
    }
    state = evolve(state, shown.fact);
  }
  if (!step) throw new Refused(eventsProblems.notFound);
  const after = plain(state);
  const changes = diff({ state: before }, { state: after });
  return {
    success: true,
    stream,
    revision,
    last,
    id: String(step.position),
    type: step.type,
    at: step.recordedAt.toISOString(),
    data: step.data,
    sealed,
    state: JSON.stringify(after).length > STATE_CHARS_MAX ? null : { after },
    changes: changes.slice(0, CHANGES_MAX).map((change) => ({
      path: change.path.slice(1),
      ...(change.type !== 'CREATE' && { before: change.oldValue as unknown }),
      ...(change.type !== 'REMOVE' && { after: change.value as unknown }),
    })),
    more: Math.max(changes.length - CHANGES_MAX, 0),
  };
}
