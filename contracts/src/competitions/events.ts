import { z } from 'zod';
import type { FactCatalogue, FactsOf } from '../kernel/event.ts';
import { challengeKinds } from './kinds.ts';
import { withdrawalReasons } from './policy.ts';

const instant = z.iso.datetime();
const some = z.int().nonnegative();
const competitionId = z.uuid();
/** A UTC month, `2026-11`. */
const month = z.string().regex(/^\d{4}-\d{2}$/);
const words = { theme: z.string(), description: z.string() };
const entry = { competitionId, entryId: z.uuid(), memberId: z.uuid(), generationId: z.uuid(), variantId: z.uuid() };

/**
 * Events of `competition-{id}`, a hash chain. The id is a UUID v5 of kind and month, so that a kind has one challenge a
 * month. Proceeds are not recorded order by order: they follow from the orders, and are frozen when it closes and when
 * winners are announced. Sums are cents of a dollar.
 */
export const competitionFacts = {
  /** An admin has set the theme of a month. The challenge opens by a timer. */
  CompetitionPrepared: {
    version: 1,
    data: z.object({ competitionId, kind: z.enum(challengeKinds), month, ...words, preparedAt: instant }),
  },
  CompetitionRevised: { version: 1, data: z.object({ competitionId, ...words, revisedAt: instant }) },
  /** `closesAt` is the first instant of the next month, from which entries and payments no longer count. */
  CompetitionOpened: {
    version: 1,
    data: z.object({
      competitionId,
      kind: z.enum(challengeKinds),
      month,
      ...words,
      opensAt: instant,
      closesAt: instant,
      openedAt: instant,
    }),
  },
  EntrySubmitted: {
    version: 1,
    data: z.object({
      ...entry,
      kind: z.enum(challengeKinds),
      closesAt: instant,
      widthPx: z.int().positive(),
      heightPx: z.int().positive(),
      thumbhash: z.string(),
      /** Whether the picture was public before. If not, it becomes private again when the entry is withdrawn. */
      wasPublic: z.boolean(),
      submittedAt: instant,
    }),
  },
  EntryWithdrawn: {
    version: 1,
    data: z.object({ ...entry, wasPublic: z.boolean(), reason: z.enum(withdrawalReasons), withdrawnAt: instant }),
  },
  /** An admin has excluded the entry: it gets neither share nor place. */
  EntryDisqualified: {
    version: 1,
    data: z.object({ ...entry, wasPublic: z.boolean(), reason: z.string(), disqualifiedAt: instant }),
  },
  /** The provisional result: only entries with proceeds, the highest first. */
  CompetitionClosed: {
    version: 1,
    data: z.object({
      competitionId,
      kind: z.enum(challengeKinds),
      month,
      tally: z.array(z.object({ entryId: z.uuid(), memberId: z.uuid(), proceedsCents: some, buyers: some })),
      closedAt: instant,
    }),
  },
  /** One admin has proposed the announcement; another confirms it, or the same one after a day. */
  AnnouncementProposed: {
    version: 1,
    data: z.object({
      competitionId,
      operatorId: z.uuid(),
      /** Id of the request, so that a repeat of it does not count as confirmation. */
      proposalId: z.uuid(),
      proposedAt: instant,
    }),
  },
  /** The final result with the amounts of each entry: only entries with proceeds, the highest first. */
  WinnersAnnounced: {
    version: 1,
    data: z.object({
      competitionId,
      kind: z.enum(challengeKinds),
      month,
      /** Proceeds of all entries, of which the prizes are percentages. */
      totalCents: some,
      /** Kept by the house. */
      houseCents: some,
      entries: z.array(
        z.object({
          entryId: z.uuid(),
          memberId: z.uuid(),
          generationId: z.uuid(),
          variantId: z.uuid(),
          proceedsCents: some,
          buyers: some,
          shareCents: some,
          /** 1 to 3; null without a place. */
          place: z.int().positive().nullable(),
          prizeCents: some,
          prizeTenths: some,
        }),
      ),
      proposedBy: z.uuid(),
      confirmedBy: z.uuid(),
      announcedAt: instant,
    }),
  },
} satisfies FactCatalogue;

export type CompetitionFact = FactsOf<typeof competitionFacts>;
export type CompetitionFactData<Type extends CompetitionFact['type']> = Extract<
  CompetitionFact,
  { type: Type }
>['data'];
