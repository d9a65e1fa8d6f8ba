import type { Tier } from '@easel/contracts/account/policy';
import type { GenerationFact, GenerationSettings } from '@easel/contracts/generation/events';
import { generationProblems } from '@easel/contracts/generation/http';
import { evolveLifecycle, hasEnded, unrequested, type Lifecycle } from '@easel/contracts/generation/lifecycle';
import { MAX_ATTEMPTS, trashEndsAt } from '@easel/contracts/generation/policy';
import { Refused } from '@easel/contracts/kernel/problem';
import type { Decider } from '@easel/kernel/deciding/decider';

type DataOf<Type extends GenerationFact['type']> = Extract<GenerationFact, { type: Type }>['data'];

/** The image of a generation that was rendered to be another's variant; `source` is that generation. */
export type AttachedVariant = Omit<DataOf<'VariantAttached'>, 'generationId' | 'memberId'>;

/** Where a later variant belongs, and the name promised for it. */
export type VariantOf = NonNullable<DataOf<'GenerationRequested'>['variantOf']>;

interface Owned {
  generationId: string;
  memberId: string;
}

export type GenerationCommand =
  | ({
      type: 'RequestGeneration';
      prompt: string;
      negativePrompt: string;
      settings: GenerationSettings;
      tenths: number;
      tier: Tier;
      variantOf: VariantOf | null;
      at: Date;
    } & Owned)
  /** Closes a hold whose generation never came; whoever else would still begin it loses. */
  | ({ type: 'AbandonGeneration' } & Owned)
  /** Gives up a render that was tried often enough and whose last worker is silent. */
  | { type: 'GiveUp'; generationId: string; at: Date }
  | ({ type: 'CancelGeneration' } & Owned)
  /** Takes a failed or cancelled one away once another was requested in its place. */
  | ({ type: 'ReplaceGeneration'; at: Date } & Owned)
  | { type: 'AttachVariant'; generationId: string; variant: AttachedVariant }
  | ({ type: 'SaveGeneration' } & Owned)
  | ({ type: 'MakePublic'; at: Date } & Owned)
  | ({ type: 'MakePrivate' } & Owned)
  | ({ type: 'DeleteGeneration'; at: Date } & Owned)
  | ({ type: 'RestoreGeneration'; at: Date } & Owned)
  /** Ends the time in the trash. */
  | { type: 'PurgeGeneration'; generationId: string; at: Date };

/** The member's and the processes' side of a generation; its render workers decide theirs from the same fold. */
export const generation: Decider<Lifecycle, GenerationCommand, GenerationFact> = {
  initial: () => unrequested,
  evolve: evolveLifecycle,

  decide(command, state) {
    const { generationId } = command;
    const ids = { generationId, memberId: state.memberId };
    switch (command.type) {
      case 'RequestGeneration': {
        if (state.status !== 'none') return [];
        const { type: _type, at, ...requested } = command;
        return [
          {
            type: 'GenerationRequested',
            data: { ...requested, provider: 'procedural', requestedAt: at.toISOString() },
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
      case 'CancelGeneration':
        refuseUnlessPresent(command, state);
        if (state.status === 'cancelled') return [];
        if (hasEnded(state)) throw new Refused(generationProblems.ended);
        return [{ type: 'GenerationCancelled', data: ids }];
      case 'ReplaceGeneration':
        if (state.deleted) return [];
        refuseUnlessRetryable(command, state);
        return [deleted(ids, command.at)];
      case 'AttachVariant':
        // Deleted or not: it was paid for, and comes back with the others.
        if (state.status === 'none' || state.purged || command.variant.source in state.attached) return [];
        return [{ type: 'VariantAttached', data: { ...ids, ...command.variant } }];
      case 'SaveGeneration':
        refuseUnlessFinished(command, state);
        return state.saved ? [] : [{ type: 'Saved', data: ids }];
      case 'MakePublic':
        refuseUnlessFinished(command, state);
        if (state.isPublic) return [];
        return [{ type: 'MadePublic', data: { ...ids, publishedAt: command.at.toISOString() } }];
      case 'MakePrivate':
        refuseUnlessFinished(command, state);
        return state.isPublic ? [{ type: 'MadePrivate', data: ids }] : [];
      case 'DeleteGeneration':
        refuseUnlessListed(command, state);
        if (!hasEnded(state)) throw new Refused(generationProblems.unfinished);
        return [deleted(ids, command.at)];
      case 'RestoreGeneration': {
        // What has no image is not in the trash.
        if (!isOwn(command, state) || state.variantOf || state.status !== 'completed' || isOverdue(state, command.at)) {
          throw new Refused(generationProblems.notFound);
        }
        return state.deleted ? [{ type: 'Restored', data: ids }] : [];
      }
      case 'PurgeGeneration':
        return isOverdue(state, command.at) && !state.purged ? [{ type: 'Purged', data: ids }] : [];
    }
  },
};

/** One that was asked for, by this member. */
const isOwn = ({ memberId }: Owned, state: Lifecycle): boolean =>
  state.settings !== null && state.memberId === memberId;

function refuseUnlessPresent(command: Owned, state: Lifecycle): void {
  if (!isOwn(command, state) || state.deleted) throw new Refused(generationProblems.notFound);
}

/** A variant that was asked for later has no place of its own in anybody's gallery. */
function refuseUnlessListed(command: Owned, state: Lifecycle): void {
  refuseUnlessPresent(command, state);
  if (state.variantOf) throw new Refused(generationProblems.notFound);
}

/** Whatever needs an image: throws unless the member owns it, it stands in the gallery, and it is complete. */
export function refuseUnlessFinished(command: Owned, state: Lifecycle): void {
  refuseUnlessListed(command, state);
  if (state.status !== 'completed') throw new Refused(generationProblems.notCompleted);
}

/** A variant can be tried again too: its new try is promised to the same image. */
export function refuseUnlessRetryable(command: Owned, state: Lifecycle): void {
  refuseUnlessPresent(command, state);
  if (state.status !== 'failed' && state.status !== 'cancelled') throw new Refused(generationProblems.notRetryable);
}

/** Whether its time in the trash is over. */
const isOverdue = ({ deletedAt }: Lifecycle, at: Date): boolean => deletedAt !== null && at >= trashEndsAt(deletedAt);

const deleted = (ids: Owned, at: Date): GenerationFact => ({
  type: 'Deleted',
  data: { ...ids, deletedAt: at.toISOString() },
});

const failed = (
  generationId: string,
  memberId: string,
  reason: 'abandoned' | 'render_failed',
  detail: string,
): GenerationFact => ({ type: 'GenerationFailed', data: { generationId, memberId, reason, detail } });
