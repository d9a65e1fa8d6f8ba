import { z } from 'zod';
import type { FactCatalogue, FactsOf } from '../kernel/event.ts';
import { COLLECTED_AT_ONCE } from './policy.ts';

const ids = { memberId: z.uuid(), collectionId: z.uuid() };
const named = { ...ids, name: z.string() };
/** What a member calls things may say more than they would tell anybody. */
const sealed = { subject: 'memberId', fields: ['name'] };
const generationIds = z.array(z.uuid()).min(1).max(COLLECTED_AT_ONCE);

/** Facts of `collections-{memberId}`. */
export const collectionFacts = {
  CollectionMade: { version: 1, data: z.object({ ...named, madeAt: z.iso.datetime() }), sealed },
  CollectionRenamed: { version: 1, data: z.object(named), sealed },
  /** Its pictures stay where they are: in the gallery. */
  CollectionDeleted: { version: 1, data: z.object({ ...ids, deletedAt: z.iso.datetime() }) },
} satisfies FactCatalogue;

export type CollectionFact = FactsOf<typeof collectionFacts>;

/** Facts of `collected-{collectionId}`. */
export const collectedFacts = {
  /** In the order in which they are shown. */
  PicturesCollected: { version: 1, data: z.object({ ...ids, generationIds, collectedAt: z.iso.datetime() }) },
  /** `purged`: not by choice, but because they are nowhere any more. */
  PicturesTakenOut: { version: 1, data: z.object({ ...ids, generationIds, reason: z.enum(['choice', 'purged']) }) },
} satisfies FactCatalogue;

export type CollectedFact = FactsOf<typeof collectedFacts>;
