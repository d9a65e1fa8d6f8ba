import type { GenerationFact } from '@easel/contracts/generation/events';
import type { Recorded } from '@easel/contracts/kernel/event';
import type { Pool } from '@easel/kernel/database';
import type { EventLog } from '@easel/kernel/event-log';
import { runSubscription, type RunningSubscription } from '@easel/kernel/subscription-runner';
import type { Logger } from 'pino';

export const referenceTables = [
  `CREATE SCHEMA IF NOT EXISTS imaging`,
  `CREATE TABLE imaging.blob_references (
     blob text NOT NULL,
     variant_id uuid NOT NULL,
     PRIMARY KEY (blob, variant_id)
   )`,
];

/** Keeps the list of every file the log speaks of: what is not on it, nobody can ever ask for. */
export function followReferences(options: {
  log: EventLog;
  pool: Pool;
  logger: Logger;
  signal: AbortSignal;
}): RunningSubscription {
  return runSubscription({
    ...options,
    name: 'imaging.blob-references',
    categories: ['generation'],
    from: 'start',
    concerns: ({ type }) => type === 'VariantCreated',
    handleBatch: async (facts, client) => {
      const references = (facts as readonly Recorded<GenerationFact>[]).flatMap((fact) =>
        fact.type === 'VariantCreated'
          ? [fact.data.original, fact.data.preview, fact.data.thumbnail].map(
              ({ blob }) => [blob, fact.data.variantId] as const,
            )
          : [],
      );
      if (references.length === 0) return;
      await client.query(
        `INSERT INTO imaging.blob_references (blob, variant_id)
         SELECT * FROM unnest($1::text[], $2::uuid[]) ON CONFLICT DO NOTHING`,
        [references.map(([blob]) => blob), references.map(([, variantId]) => variantId)],
      );
    },
  });
}
