import type { GenerationFact } from '@easel/contracts/generation/events';
import type { Recorded } from '@easel/contracts/kernel/event';
import type { Pool, PoolClient } from '@easel/kernel/database';
import { runSubscription, type FollowedLog } from '@easel/kernel/subscription-runner';
import type { Logger } from 'pino';

export const referenceTables = [
  `CREATE SCHEMA IF NOT EXISTS imaging`,
  `CREATE TABLE imaging.blob_references (
     blob text NOT NULL,
     variant_id uuid NOT NULL,
     PRIMARY KEY (blob, variant_id)
   )`,
];

/**
 * Brings the list of every file the log speaks of up to the log's end, from where it was left: what is not on it then,
 * nobody can ever ask for. Rejects when the signal ends it before that.
 */
export async function listReferences(
  options: { log: FollowedLog; pool: Pool; logger: Logger },
  signal: AbortSignal,
): Promise<void> {
  const done = new AbortController();
  const listing = runSubscription({
    ...options,
    name: 'imaging.blob-references',
    categories: ['generation'],
    from: 'start',
    signal: AbortSignal.any([signal, done.signal]),
    concerns: ({ type }) => type === 'VariantCreated',
    handleBatch: (facts, client) => addReferences(facts as readonly Recorded<GenerationFact>[], client),
    onCaughtUp: () => done.abort(),
  });
  await listing.done;
  signal.throwIfAborted();
}

async function addReferences(facts: readonly Recorded<GenerationFact>[], client: PoolClient): Promise<void> {
  const references = facts.flatMap((fact) =>
    fact.type === 'VariantCreated'
      ? [fact.data.original, fact.data.preview, fact.data.thumbnail].map(
          ({ blob }) => [blob, fact.data.variantId] as const,
        )
      : [],
  );
  await client.query(
    `INSERT INTO imaging.blob_references (blob, variant_id)
     SELECT * FROM unnest($1::text[], $2::uuid[]) ON CONFLICT DO NOTHING`,
    [references.map(([blob]) => blob), references.map(([, variantId]) => variantId)],
  );
}
