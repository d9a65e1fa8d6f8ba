import type { GenerationFact, GenerationSettings } from '@easel/contracts/generation/events';
import { generationProblems } from '@easel/contracts/generation/http';
import { evolveLifecycle, hasEnded, unrequested, type Lifecycle } from '@easel/contracts/generation/lifecycle';
import { MAX_ATTEMPTS } from '@easel/contracts/generation/policy';
import { Refused } from '@easel/contracts/kernel/problem';
import type { Decider } from '@easel/kernel/decider';

export type GenerationCommand =
  | {
      type: 'RequestGeneration';
      generationId: string;
      memberId: string;
      prompt: string;
      negativePrompt: string;
      settings: GenerationSettings;
      tenths: number;
      at: Date;
    }
  /** Closes a hold whose generation never came; whoever else would still begin it loses. */
  | { type: 'AbandonGeneration'; generationId: string; memberId: string }
  /** Gives up a render that was tried often enough and whose last worker is silent. */
  | { type: 'GiveUp'; generationId: string; at: Date }
  | { type: 'DeleteGeneration'; generationId: string; memberId: string; at: Date };

/** The member's and the processes' side of a generation; its render workers decide theirs from the same fold. */
export const generation: Decider<Lifecycle, GenerationCommand, GenerationFact> = {
  initial: () => unrequested,
  evolve: evolveLifecycle,

  decide(command, state) {
    const { generationId } = command;
    switch (command.type) {
      case 'RequestGeneration': {
        if (state.status === 'failed' && state.failure === 'abandoned') throw new Refused(generationProblems.failed);
        if (state.status !== 'none') return [];
        const { memberId, prompt, negativePrompt, settings, tenths, at } = command;
        return [
          {
            type: 'GenerationRequested',
            data: {
              generationId,
              memberId,
              prompt,
              negativePrompt,
              settings,
              provider: 'procedural',
              tenths,
              requestedAt: at.toISOString(),
            },
          },
        ];
      }
      case 'AbandonGeneration':
        if (state.status !== 'none') return [];
        return [failed(generationId, command.memberId, 'abandoned', 'the request was cut off before it was recorded')];
      case 'GiveUp': {
        const silent = state.leaseUntil === null || new Date(state.leaseUntil) <= command.at;
        if (state.status === 'none' || hasEnded(state) || state.tries < MAX_ATTEMPTS || !silent) return [];
        return [failed(generationId, state.memberId, 'render_failed', `no image after ${state.tries} attempts`)];
      }
      case 'DeleteGeneration':
        if (state.status === 'none' || state.deleted || state.memberId !== command.memberId) {
          throw new Refused(generationProblems.notFound);
        }
        if (!hasEnded(state)) throw new Refused(generationProblems.unfinished);
        return [
          { type: 'Deleted', data: { generationId, memberId: state.memberId, deletedAt: command.at.toISOString() } },
        ];
    }
  },
};

const failed = (
  generationId: string,
  memberId: string,
  reason: 'abandoned' | 'render_failed',
  detail: string,
): GenerationFact => ({ type: 'GenerationFailed', data: { generationId, memberId, reason, detail } });
