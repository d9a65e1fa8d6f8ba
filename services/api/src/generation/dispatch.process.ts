import type { GenerationFact } from '@easel/contracts/generation/events';
import type { ProcessDefinition } from '@easel/kernel/process';
import { DispatchRender } from './generation.commands.ts';

interface Render {
  cause: string;
  correlationId: string;
}

/** After an error the next attempt waits a moment. */
const RETRY_AFTER_MS = 1_000;
/** A worker whose lease has just ended may still be recording its end. */
const LEASE_GRACE_MS = 500;

/** Sees to it that every open generation has a worker: hints at once when it is requested, again when a lease ends. */
export const dispatchRenders: ProcessDefinition<GenerationFact, Render, DispatchRender> = {
  name: 'generation.dispatch',
  from: 'start',
  categories: ['generation'],

  on(fact) {
    const key = fact.data.generationId;
    const hintAt = (at: number) => [
      {
        schedule: {
          key,
          dueAt: new Date(at),
          payload: { cause: fact.id, correlationId: fact.metadata.$correlationId },
        },
      },
    ];
    switch (fact.type) {
      case 'GenerationRequested':
        return hintAt(fact.recordedAt.getTime());
      case 'RenderingStarted':
      case 'LeaseExtended':
        return hintAt(Date.parse(fact.data.leaseUntil) + LEASE_GRACE_MS);
      case 'RenderingHandedBack':
        return hintAt(fact.recordedAt.getTime() + (fact.data.reason === 'error' ? RETRY_AFTER_MS : 0));
      case 'GenerationCompleted':
      case 'GenerationFailed':
      case 'GenerationCancelled':
        return [{ cancel: key }];
      default:
        return [];
    }
  },

  command: ({ key: generationId, payload: { cause, correlationId } }) =>
    new DispatchRender(generationId, {
      key: `dispatch ${generationId} ${cause}`,
      actor: { kind: 'system', id: 'generation.dispatch' },
      correlationId,
      causationId: cause,
    }),
};
