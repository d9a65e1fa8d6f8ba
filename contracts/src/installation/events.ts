import { z } from 'zod';
import type { FactCatalogue, FactsOf } from '../kernel/event.ts';

/** The fact of the stream `installation`, one for ever: whose log this is. The database holds the same id. */
export const installationFacts = {
  InstallationBegun: { version: 1, data: z.object({ installationId: z.uuid() }) },
} satisfies FactCatalogue;

export type InstallationFact = FactsOf<typeof installationFacts>;
