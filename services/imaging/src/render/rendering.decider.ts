import type { GenerationFact, StoredImage } from '@easel/contracts/generation/events';
import { MAX_ATTEMPTS, seedOfImage, type FailureReason } from '@easel/contracts/generation/policy';
import {
  costMark,
  evolveGeneration,
  hasEnded,
  isRequested,
  trialMark,
  unrequested,
  type GenerationView,
  type RequestedGeneration,
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
  /** An image is asked for once, unless the provider refused the call. */
  calledAlready: [409, 'The provider was asked for this image already'],
  unknownCall: [409, 'The provider was not called so'],
});

/** An image of a remote provider, with its files stored. */
export interface RemoteImage {
  readonly index: number;
  readonly variantId: string;
  readonly original: StoredImage;
  readonly preview: StoredImage;
  readonly thumbnail: StoredImage;
  readonly thumbhash: string;
  readonly look: string;
  readonly revisedPrompt?: string | undefined;
  readonly enlarged?: true | undefined;
}

type Refusal = Extract<GenerationFact, { type: 'ProviderCallRefused' }>['data'];

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
  /** Comes before the call itself. */
  | ({ type: 'CallProvider'; call: string; index: number; images: number; costMicros: number } & Claimed)
  /** Once more where the provider says later what it costs. */
  | ({
      type: 'AcceptTask';
      call: string;
      taskId: string;
      pollUrl?: string | undefined;
      costMicros?: number | undefined;
    } & Claimed)
  | ({ type: 'RefuseCall' } & Pick<Refusal, 'call' | 'reason' | 'status' | 'detail'> & Claimed)
  /** All images of a remote provider and the end, at once: nothing that was paid for is drawn a second time. */
  | ({ type: 'CompleteRemote'; images: readonly RemoteImage[]; processingMs: number } & Claimed)
  /** `certainty`: of what the provider charged, where it was called. */
  | ({
      type: 'Fail';
      reason: Exclude<FailureReason, 'abandoned'>;
      detail: string;
      certainty?: 'known' | 'perhaps';
    } & Claimed);

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
      case 'CallProvider': {
        const { type: _type, worker: _worker, ...called } = command;
        if (state.calls?.[called.call]) return [];
        if (called.index + called.images > settings.count) throw new Refused(renderingProblems.unknownCall);
        if (Object.values(state.calls ?? {}).some((before) => overlap(before, called))) {
          throw new Refused(renderingProblems.calledAlready);
        }
        return [{ type: 'ProviderCalled', data: { ...ids, ...called, provider: state.provider } }];
      }
      case 'AcceptTask': {
        const { call, taskId, pollUrl, costMicros } = command;
        const called = state.calls?.[call];
        if (!called) throw new Refused(renderingProblems.unknownCall);
        if (called.taskId !== undefined && called.taskId !== taskId) throw new Refused(renderingProblems.calledAlready);
        if (called.taskId === taskId && (costMicros ?? called.costMicros) === called.costMicros) return [];
        const said = { ...(pollUrl !== undefined && { pollUrl }), ...(costMicros !== undefined && { costMicros }) };
        return [{ type: 'ProviderTaskAccepted', data: { ...ids, attempt, call, taskId, ...said } }];
      }
      case 'RefuseCall': {
        const { call, reason, status, detail } = command;
        const called = state.calls?.[call];
        if (!called) return [];
        if (called.taskId !== undefined) throw new Refused(renderingProblems.calledAlready);
        return [{ type: 'ProviderCallRefused', data: { ...ids, attempt, call, reason, status, detail } }];
      }
      case 'CompleteRemote': {
        const { images, processingMs } = command;
        const byIndex = images.toSorted((a, b) => a.index - b.index);
        if (byIndex.length !== settings.count || byIndex.some(({ index }, at) => index !== at)) {
          throw new Refused(renderingProblems.incomplete);
        }
        return [
          ...byIndex.map((image) => variantOf(image, state, ids, attempt)),
          { type: 'GenerationCompleted', data: { ...ids, attempt, processingMs, ...costMark(state, 'known') } },
        ];
      }
      case 'Fail': {
        const { reason, detail, certainty = 'known' } = command;
        return [
          {
            type: 'GenerationFailed',
            data: { ...ids, ...trialMark(state), reason, detail, ...costMark(state, certainty) },
          },
        ];
      }
    }
  },
};

interface Images {
  readonly index: number;
  readonly images: number;
}

const overlap = (a: Images, b: Images): boolean => a.index < b.index + b.images && b.index < a.index + a.images;

function variantOf(
  image: RemoteImage,
  { settings, provider }: RequestedGeneration,
  ids: { generationId: string; memberId: string },
  attempt: number,
): GenerationFact {
  const { revisedPrompt, enlarged, ...made } = image;
  return {
    type: 'VariantCreated',
    data: {
      ...ids,
      ...made,
      attempt,
      format: settings.outputFormat,
      seed: seedOfImage(settings.seed, image.index),
      provider,
      ...(revisedPrompt !== undefined && { revisedPrompt }),
      ...(enlarged && { enlarged }),
    },
  };
}
