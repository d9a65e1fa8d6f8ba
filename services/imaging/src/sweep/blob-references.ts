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
  // What the list did not tell apart it cannot take back: it is made anew from the log's start, under another name.
  `DROP TABLE imaging.blob_references`,
  `CREATE TABLE imaging.blob_references (
     blob text NOT NULL,
     variant_id uuid NOT NULL,
     generation_id uuid NOT NULL,
     PRIMARY KEY (blob, variant_id)
   )`,
  `CREATE INDEX blob_references_by_generation ON imaging.blob_references (generation_id)`,
];

/** Facts by which files come to be spoken of, or are no longer. */
const concerning: ReadonlySet<string> = new Set<GenerationFact['type']>([
  'VariantCreated',
  'VariantAttached',
  'Purged',
]);

/**
 * Brings the list of every file that somebody can still ask for up to the log's end, from where it was left: what is
 * not on it then, nobody can ever ask for. Rejects when the signal ends it before that.
 */
export async function listReferences(
  options: { log: FollowedLog; pool: Pool; logger: Logger },
  signal: AbortSignal,
): Promise<void> {
  const done = new AbortController();
  const listing = runSubscription({
    ...options,
    name: 'imaging.blob-references.2',
    categories: ['generation'],
    from: 'start',
    signal: AbortSignal.any([signal, done.signal]),
    concerns: ({ type }) => concerning.has(type),
    handleBatch: (facts, client) => follow(facts as readonly Recorded<GenerationFact>[], client),
    onCaughtUp: () => done.abort(),
  });
  await listing.done;
  signal.throwIfAborted();
}

async function follow(facts: readonly Recorded<GenerationFact>[], client: PoolClient): Promise<void> {
  let fresh: Variant[] = [];
  const forget = async (generationId: string): Promise<void> => {
    await addReferences(fresh, client);
    fresh = [];
    await removeReferences(generationId, client);
  };
  for (const fact of facts) {
    if (!concerning.has(fact.type)) continue;
    // To pass it over could cost somebody a file: nothing is swept until this code can read the fact.
    if (fact.unreadable) throw new Error(`${fact.stream}@${fact.revision} cannot be read: ${fact.unreadable.detail}`);
    switch (fact.type) {
      case 'VariantCreated':
        fresh.push(fact.data);
        break;
      case 'VariantAttached':
        // Whoever it was rendered for owns it from here on, and takes it along when purged.
        await forget(fact.data.source);
        fresh.push(fact.data);
        break;
      case 'Purged':
        await forget(fact.data.generationId);
        break;
      default:
    }
  }
  await addReferences(fresh, client);
}

type Variant = Pick<
  Extract<GenerationFact, { type: 'VariantCreated' | 'VariantAttached' }>['data'],
  'generationId' | 'variantId' | 'original' | 'preview' | 'thumbnail'
>;

async function addReferences(variants: readonly Variant[], client: PoolClient): Promise<void> {
  const references = variants.flatMap(({ generationId, variantId, original, preview, thumbnail }) =>
    [original, preview, thumbnail].map(({ blob }) => ({ blob, variantId, generationId })),
  );
  if (references.length === 0) return;
  await client.query(
    `INSERT INTO imaging.blob_references (blob, variant_id, generation_id)
     SELECT * FROM unnest($1::text[], $2::uuid[], $3::uuid[]) ON CONFLICT DO NOTHING`,
    [
      references.map(({ blob }) => blob),
      references.map(({ variantId }) => variantId),
      references.map(({ generationId }) => generationId),
    ],
  );
}

async function removeReferences(generationId: string, client: PoolClient): Promise<void> {
  await client.query('DELETE FROM imaging.blob_references WHERE generation_id = $1', [generationId]);
}
