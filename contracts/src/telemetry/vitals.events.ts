import { z } from 'zod';
import type { FactCatalogue, FactsOf } from '../kernel/event.ts';
import { connections, LONG_TASKS, navigations, SLOW_RESOURCES, vitals } from './policy.ts';

const ms = z.number().nonnegative();

/** Facts of `vitals-{yyyy-mm-dd}`, which the log keeps for `VITALS_KEPT_DAYS`. */
export const vitalsFacts = {
  /** How one view of a page came and answered, in somebody's browser. Nothing in it says whose, nor its metadata. */
  PageMeasured: {
    version: 1,
    data: z.object({
      day: z.iso.date(),
      /** As the pages' table writes it: `/image/:id`. */
      page: z.string(),
      /** By which the app's files of a release are told from another's. */
      build: z.string(),
      navigation: z.enum(navigations),
      connection: z.enum(connections),
      /** As far as the browser has them; `target`: the element that it is about, `cause`: where most of it went. */
      vitals: z.partialRecord(
        z.enum(vitals),
        z.object({ value: ms, target: z.optional(z.string()), cause: z.optional(z.string()) }),
      ),
      slowResources: z.array(z.object({ resource: z.string(), kind: z.string(), ms })).max(SLOW_RESOURCES),
      longTasks: z.array(ms).max(LONG_TASKS),
      /** The share of views that are recorded, of which this is one: above 0, at most 1. */
      sample: z.number().positive().max(1),
    }),
  },
} satisfies FactCatalogue;

export type VitalsFact = FactsOf<typeof vitalsFacts>;
