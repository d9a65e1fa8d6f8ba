import type { Tier } from '@easel/contracts/account/policy';
import { competitionProblems } from '@easel/contracts/competitions/policy';
import type { GenerationFact, GenerationSettings } from '@easel/contracts/generation/events';
import { generationProblems } from '@easel/contracts/generation/http';
import { SAVED_CATEGORY } from '@easel/contracts/gallery/policy';
import { MAX_ATTEMPTS, trashEndsAt } from '@easel/contracts/generation/policy';
import {
  costMark,
  evolveGeneration,
  hasEnded,
  isInOpenChallenge,
  isRequested,
  trialMark,
  unrequested,
  type GeneratedImage,
  type GenerationView,
} from '@easel/contracts/generation/view';
import { ERASED } from '@easel/contracts/kernel/event';
import { Refused } from '@easel/contracts/kernel/problem';
import { trialEndsAt } from '@easel/contracts/trials/policy';
import type { Decider } from '@easel/kernel/deciding/decider';

/** The image of a generation that was rendered to be another's variant; `source` is that generation. */
export type AttachedVariant = GeneratedImage & { source: string };

/** Where a later variant belongs, and the name promised for it. */
export type VariantOf = NonNullable<GenerationView['variantOf']>;

/** As the fact that marks a picture as an entry has it. */
type EntryTag = Extract<GenerationFact, { type: 'EntryTagged' }>['data'];

interface Owned {
  generationId: string;
  memberId: string;
}

export type GenerationCommand =
  | ({
      type: 'RequestGeneration';
      prompt: string;
      negativePrompt: string;
      lettering?: string | undefined;
      settings: GenerationSettings;
      provider: string;
      references?: GenerationView['references'];
      edit?: GenerationView['edit'];
      ask?: GenerationView['ask'];
      tenths: number;
      tier: Tier;
      variantOf: VariantOf | null;
      remixOf?: string | undefined;
      batchId?: string | undefined;
      /** By a visitor, whose id is `memberId`. */
      trial?: true | undefined;
      at: Date;
    } & Owned)
  /** Closes a hold whose generation never came; whoever else would still begin it loses. */
  | ({ type: 'AbandonGeneration'; trial?: true | undefined } & Owned)
  /** Gives up a render that was tried often enough and whose last worker is silent. */
  | { type: 'GiveUp'; generationId: string; at: Date }
  | ({ type: 'CancelGeneration' } & Owned)
  /** Takes a failed or cancelled one away once another was requested in its place. */
  | ({ type: 'ReplaceGeneration'; at: Date } & Owned)
  | { type: 'AttachVariant'; generationId: string; variant: AttachedVariant }
  | ({ type: 'SaveGeneration' } & Owned)
  | ({ type: 'MakePublic'; at: Date } & Owned)
  | ({ type: 'MakePrivate'; at: Date } & Owned)
  /** Marks it as an entry, and publishes it. */
  | ({ type: 'TagEntry'; at: Date } & EntryTag)
  /** Its entry was withdrawn or disqualified; what was private before the entry is private again. */
  | ({ type: 'UntagEntry'; entryId: string; wasPublic: boolean } & Owned)
  /** By the owner of the original, which is found out beforehand. */
  | { type: 'DetachRemix'; generationId: string; originalId: string }
  | ({ type: 'DeleteGeneration'; at: Date } & Owned)
  | ({ type: 'RestoreGeneration'; at: Date } & Owned)
  /** Out of the trash and gone for good, before its time there ends. */
  | ({ type: 'DeleteForEver' } & Owned)
  /** Its member is erased: whatever it is doing ends, and nothing brings it back. */
  | ({ type: 'EraseGeneration'; at: Date } & Owned)
  /** Gives a visitor's picture to the member who the visitor has become. */
  | ({ type: 'AdoptGeneration'; visitorId: string } & Owned)
  /** Ends the time in the trash, and that in which a visitor's picture waits for its visitor. */
  | { type: 'PurgeGeneration'; generationId: string; at: Date };

/** The member's and the processes' side of a generation; its render workers decide theirs from the same fold. */
export const generation: Decider<GenerationView, GenerationCommand, GenerationFact> = {
  initial: () => unrequested,
  evolve: evolveGeneration,
  again: (command, state) => {
    if (command.type !== 'PurgeGeneration' || state.purged) return undefined;
    const endsAt = stayEndsAt(state);
    return endsAt && endsAt <= command.at ? new Date(command.at.getTime() + UNFINISHED_AGAIN_MS) : endsAt;
  },

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
            data: { ...requested, requestedAt: at.toISOString() },
          },
        ];
      }
      case 'AbandonGeneration':
        if (state.status !== 'none') return [];
        return [
          failed(
            command,
            command.trial ? { trial: true } : {},
            'abandoned',
            'the request was cut off before it was recorded',
          ),
        ];
      case 'GiveUp': {
        const silent = state.leaseUntil === null || state.leaseUntil <= command.at.getTime();
        if (state.status === 'none' || hasEnded(state) || state.tries < MAX_ATTEMPTS || !silent) return [];
        return [failed(ids, endMarks(state), 'render_failed', `no image after ${state.tries} attempts`)];
      }
      case 'CancelGeneration':
        refuseUnlessPresent(command, state);
        if (state.status === 'cancelled') return [];
        if (hasEnded(state)) throw new Refused(generationProblems.ended);
        return [{ type: 'GenerationCancelled', data: { ...ids, ...endMarks(state) } }];
      case 'ReplaceGeneration':
        if (state.deletedAt !== null) return [];
        refuseUnlessRetryable(command, state);
        return [deleted(ids, command.at)];
      case 'AttachVariant':
        // Deleted or not: it was paid for, and comes back with the others.
        if (state.status === 'none' || state.purged || command.variant.source in state.attached) return [];
        return [{ type: 'VariantAttached', data: { ...ids, ...command.variant } }];
      case 'SaveGeneration':
        refuseUnlessFinished(command, state);
        return state.categories.includes(SAVED_CATEGORY) ? [] : [{ type: 'Saved', data: ids }];
      case 'MakePublic':
        refuseUnlessFinished(command, state);
        if (state.trial) throw new Refused(generationProblems.trialStaysPrivate);
        if (state.isPublic) return [];
        return [{ type: 'MadePublic', data: { ...ids, publishedAt: command.at.toISOString() } }];
      case 'MakePrivate':
        refuseUnlessFinished(command, state);
        return state.isPublic ? [...untagged(ids, state, command.at), { type: 'MadePrivate', data: ids }] : [];
      case 'TagEntry': {
        const { type: _type, at, ...tag } = command;
        refuseUnlessFinished(command, state);
        if (state.entry?.entryId === tag.entryId) return [];
        if (state.endedEntries?.includes(tag.entryId)) throw new Refused(competitionProblems.notFound);
        if (state.entry) throw new Refused(competitionProblems.enteredAlready);
        return [
          { type: 'EntryTagged', data: tag },
          ...(state.isPublic ? [] : [{ type: 'MadePublic', data: { ...ids, publishedAt: at.toISOString() } } as const]),
        ];
      }
      case 'UntagEntry': {
        if (state.entry?.entryId !== command.entryId) return [];
        const { competitionId, entryId, kind } = state.entry;
        return [
          { type: 'EntryUntagged', data: { ...ids, competitionId, entryId, kind, reason: 'withdrawn' } },
          ...(state.isPublic && !command.wasPublic ? [{ type: 'MadePrivate', data: ids } as const] : []),
        ];
      }
      case 'DetachRemix': {
        const { originalId } = command;
        if (state.detachedFrom === originalId) return [];
        if (state.remixOf !== originalId || state.status !== 'completed')
          throw new Refused(generationProblems.notFound);
        return [{ type: 'RemixDetached', data: { ...ids, originalId } }];
      }
      case 'DeleteGeneration':
        refuseUnlessListed(command, state);
        if (!hasEnded(state)) throw new Refused(generationProblems.unfinished);
        return [...untagged(ids, state, command.at), deleted(ids, command.at)];
      case 'RestoreGeneration':
        refuseUnlessKept(command, state);
        if (isOverdue(state, command.at)) throw new Refused(generationProblems.notFound);
        return state.deletedAt !== null ? [{ type: 'Restored', data: ids }] : [];
      case 'DeleteForEver':
        refuseUnlessKept(command, state);
        if (state.deletedAt === null) throw new Refused(generationProblems.notFound);
        return [{ type: 'Purged', data: ids }];
      case 'EraseGeneration':
        if (!isOwn(command, state) || state.purged) return [];
        return [
          ...(hasEnded(state) ? [] : [{ type: 'GenerationCancelled', data: { ...ids, ...endMarks(state) } } as const]),
          ...untagged(ids, state, command.at),
          ...(state.deletedAt === null ? [deleted(ids, command.at)] : []),
          { type: 'Purged', data: ids },
        ];
      case 'AdoptGeneration': {
        const { memberId, visitorId } = command;
        if (!isAdoptable(state) || state.trial?.visitorId !== visitorId) return [];
        return [{ type: 'GenerationAdopted', data: { generationId, memberId, visitorId, prompt: state.prompt } }];
      }
      case 'PurgeGeneration':
        // One that is under way ends first: what it still brings would be nobody's to take away.
        if (!isOverdue(state, command.at) || state.purged || !hasEnded(state)) return [];
        return [{ type: 'Purged', data: ids }];
    }
  },
};

/** One that was asked for, by this member. */
const isOwn = ({ memberId }: Owned, state: GenerationView): boolean =>
  isRequested(state) && state.memberId === memberId;

function refuseUnlessPresent(command: Owned, state: GenerationView): void {
  if (!isOwn(command, state) || state.deletedAt !== null) throw new Refused(generationProblems.notFound);
}

/** A variant that was asked for later has no place of its own in anybody's gallery. */
function refuseUnlessListed(command: Owned, state: GenerationView): void {
  refuseUnlessPresent(command, state);
  if (state.variantOf) throw new Refused(generationProblems.notFound);
}

/** Whatever needs an image: throws unless the member owns it, it stands in the gallery, and it is complete. */
export function refuseUnlessFinished(command: Owned, state: GenerationView): void {
  refuseUnlessListed(command, state);
  if (state.status !== 'completed') throw new Refused(generationProblems.notCompleted);
}

/** What is or was in the gallery and is not gone for good; what has no image is not in the trash. */
function refuseUnlessKept(command: Owned, state: GenerationView): void {
  if (!isOwn(command, state) || state.variantOf || state.status !== 'completed' || state.purged) {
    throw new Refused(generationProblems.notFound);
  }
}

/** A variant can be tried again too: its new try is promised to the same image. */
export function refuseUnlessRetryable(command: Owned, state: GenerationView): void {
  refuseUnlessPresent(command, state);
  if (state.status !== 'failed' && state.status !== 'cancelled') throw new Refused(generationProblems.notRetryable);
}

/** A visitor's picture that is made, or will be, and that nobody has taken yet. */
export const isAdoptable = ({ trial, status, purged, prompt }: GenerationView): boolean =>
  trial?.adopted === false && status !== 'failed' && status !== 'cancelled' && !purged && prompt !== ERASED;

/** Where a render outlives its own end, it is looked at again after so long. */
const UNFINISHED_AGAIN_MS = 3_600_000;

/**
 * When it is gone for good: what is in the trash, and what a visitor asked for whom nobody knows; undefined for all
 * that stays.
 */
function stayEndsAt({ deletedAt, trial, requestedAt }: GenerationView): Date | undefined {
  if (deletedAt !== null) return trashEndsAt(deletedAt);
  return trial?.adopted === false ? trialEndsAt(requestedAt) : undefined;
}

function isOverdue(state: GenerationView, at: Date): boolean {
  const endsAt = stayEndsAt(state);
  return endsAt !== undefined && at >= endsAt;
}

/** Withdraws the entry along with its picture while the challenge is open; what has closed stays as it is. */
function untagged(ids: Owned, state: GenerationView, at: Date): GenerationFact[] {
  if (!state.entry || !isInOpenChallenge(state, at)) return [];
  const { competitionId, entryId, kind } = state.entry;
  return [{ type: 'EntryUntagged', data: { ...ids, competitionId, entryId, kind, reason: 'picture-gone' } }];
}

const deleted = (ids: Owned, at: Date): GenerationFact => ({
  type: 'Deleted',
  data: { ...ids, deletedAt: at.toISOString() },
});

/** Of an end that comes from here: a provider may still be at work, and what it charges is not known. */
const endMarks = (state: GenerationView) => ({ ...trialMark(state), ...costMark(state, 'perhaps') });

const failed = (
  { generationId, memberId }: Owned,
  mark: Partial<ReturnType<typeof endMarks>>,
  reason: 'abandoned' | 'render_failed',
  detail: string,
): GenerationFact => ({ type: 'GenerationFailed', data: { generationId, memberId, reason, detail, ...mark } });
