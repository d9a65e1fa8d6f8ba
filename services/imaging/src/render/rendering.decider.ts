import type { GenerationFact, StoredImage } from '@easel/contracts/generation/events';
import { MAX_ATTEMPTS } from '@easel/contracts/generation/policy';
import {
  evolveGeneration,
  hasEnded,
  isRequested,
  trialMark,
  unrequested,
  type GenerationView,
} from '@easel/contracts/generation/view';
import { defineProblems, Refused } from '@easel/contracts/kernel/problem';
import type { Decider } from '@easel/kernel/deciding/decider';

export const renderingProblems = defineProblems('rendering', {
  /** Ended, deleted or never requested. */
  nothingToDo: [409, 'This generation does not wait for a render'],
  claimedByAnother: [409, 'Another worker renders this generation'],
  triedTooOften: [409, 'This generation was tried too often'],
  /** The claim this word relies on is over. */
  claimLost: [409, 'The claim on this generation is over'],
  incomplete: [409, 'Not every image of this generation is stored'],
});

/** Whose claim a word relies on. */
interface Claimed {
  worker: string;
  attempt: number;
}

export type RenderingCommand =
  | { type: 'Claim'; worker: string; now: Date; leaseUntil: Date }
  | ({ type: 'ExtendLease'; leaseUntil: Date } & Claimed)
  | ({ type: 'HandBack'; reason: 'drained' | 'error'; detail: string } & Claimed)
  | ({
      type: 'RecordVariant';
      index: number;
      variantId: string;
      original: StoredImage;
      preview: StoredImage;
      thumbnail: StoredImage;
      thumbhash: string;
      look: string;
      seed: number;
    } & Claimed)
  | ({ type: 'Complete'; processingMs: number } & Claimed)
  | ({ type: 'Fail'; reason: 'render_failed' | 'no_room'; detail: string } & Claimed);

/** The render workers' side of a generation: one claim at a time, no image without one, one end. */
export const rendering: Decider<GenerationView, RenderingCommand, GenerationFact> = {
  initial: () => unrequested,
  evolve: evolveGeneration,

  decide(command, state) {
    if (!isRequested(state) || state.deletedAt !== null || hasEnded(state)) {
      throw new Refused(renderingProblems.nothingToDo);
    }
    const { settings } = state;
    const ids = { generationId: state.id, memberId: state.memberId };
    if (command.type === 'Claim') {
      const { worker, now, leaseUntil } = command;
      if (state.leaseUntil !== null && state.leaseUntil > now.getTime()) {
        throw new Refused(renderingProblems.claimedByAnother);
      }
      if (state.tries >= MAX_ATTEMPTS) throw new Refused(renderingProblems.triedTooOften);
      const attempt = state.attempt + 1;
      return [{ type: 'RenderingStarted', data: { ...ids, attempt, worker, leaseUntil: leaseUntil.toISOString() } }];
    }

    const { worker, attempt } = command;
    if (state.worker !== worker || state.attempt !== attempt) throw new Refused(renderingProblems.claimLost);
    switch (command.type) {
      case 'ExtendLease':
        return [{ type: 'LeaseExtended', data: { ...ids, attempt, leaseUntil: command.leaseUntil.toISOString() } }];
      case 'HandBack': {
        const { reason, detail } = command;
        return [{ type: 'RenderingHandedBack', data: { ...ids, attempt, reason, detail } }];
      }
      case 'RecordVariant': {
        const { type: _type, worker: _worker, ...variant } = command;
        if (state.drawn[command.index] !== undefined) return [];
        const { outputFormat: format } = settings;
        return [{ type: 'VariantCreated', data: { ...ids, ...variant, format, provider: state.provider } }];
      }
      case 'Complete': {
        if (state.done < settings.count) throw new Refused(renderingProblems.incomplete);
        return [
          {
            type: 'GenerationCompleted',
            data: { ...ids, ...trialMark(state), attempt, processingMs: command.processingMs },
          },
        ];
      }
      case 'Fail':
        return [
          {
            type: 'GenerationFailed',
            data: { ...ids, ...trialMark(state), reason: command.reason, detail: command.detail },
          },
        ];
    }
  },
};
