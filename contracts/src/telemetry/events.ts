import { z } from 'zod';
import type { Fact, FactCatalogue, FactsOf } from '../kernel/event.ts';
import { activityTypes } from './policy.ts';

/**
 * `ActivityTracked` stands in `activity-{uuid of the command}`, before that in `activity-{yyyy-mm-dd}`. `VisitBegun`
 * stands in `visits-{yyyy-mm-dd}`, which the log keeps for `VISITS_KEPT_DAYS`, before that in the activity streams.
 */
export const telemetryFacts = {
  ActivityTracked: {
    version: 1,
    data: z.object({
      memberId: z.uuid(),
      eventType: z.enum(activityTypes),
      generationId: z.uuid(),
      at: z.iso.datetime(),
    }),
  },
  /** Somebody came to the site, on this page, from that one. Nothing in it says who, nor its metadata. */
  VisitBegun: {
    version: 1,
    data: z.object({
      /** As the pages' table writes it: `/image/:id`. */
      landing: z.string(),
      /** Null where the browser does not say. */
      referrerHost: z.string().nullable(),
      at: z.iso.datetime(),
    }),
  },
} satisfies FactCatalogue;

export type TelemetryFact = FactsOf<typeof telemetryFacts>;
/** What a member did. */
export type ActivityFact = Extract<TelemetryFact, Fact<'ActivityTracked'>>;
