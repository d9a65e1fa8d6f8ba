import { z } from 'zod';
import type { FactCatalogue, FactsOf } from '../kernel/event.ts';
import { activityTypes } from './policy.ts';

/** Facts of `activity-{uuid of the command}`; older ones stand in `activity-{yyyy-mm-dd}`. */
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
} satisfies FactCatalogue;

export type TelemetryFact = FactsOf<typeof telemetryFacts>;
