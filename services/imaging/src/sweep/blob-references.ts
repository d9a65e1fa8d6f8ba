import type { AccountFact } from '@easel/contracts/account/events';
import { accountStream } from '@easel/contracts/account/stream';
import type { GenerationFact } from '@easel/contracts/generation/events';
import { generationStream } from '@easel/contracts/generation/stream';
import type { Recorded } from '@easel/contracts/kernel/event';
import type { Pool, PoolClient } from '@easel/kernel/database/database';
import type { FollowedLog } from '@easel/kernel/following/following';
import { PostgresBook } from '@easel/kernel/following/process-book-postgres';
import { runSubscription } from '@easel/kernel/following/subscription-runner';
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
  // Nor did it tell that an image was bought, which outlives its generation.
  `DROP TABLE imaging.blob_references`,
  `CREATE TABLE imaging.blob_references (
     blob text NOT NULL,
     -- The variant or the purchase that speaks of it.
     holder_id uuid NOT NULL,
     -- Goes with it, when it is purged; a purchase goes with none.
     generation_id uuid,
     PRIMARY KEY (blob, holder_id)
   )`,
  `CREATE INDEX blob_references_by_generation ON imaging.blob_references (generation_id)`,
];

type Concerning = GenerationFact | AccountFact;

/** Facts by which files come to be spoken of, or are no longer. */
const concerning: ReadonlySet<string> = new Set<Concerning['type']>([
  'VariantCreated',
  'VariantAttached',
  'Purged',
  'RemixDetached',
  'ImagePurchased',
]);

/**
 * Brings the list of every file that somebody can still ask for up to the log's end, from where it was left: what is
 * not on it then, nobody can ever ask for. Rejects when the signal ends it before that.
 */
export async function listReferences(
  { log, pool, logger }: { log: FollowedLog; pool: Pool; logger: Logger },
  signal: AbortSignal,
): Promise<void> {
  const done = new AbortController();
  const listing = runSubscription({
    log,
    book: new PostgresBook(pool),
    logger,
    name: 'imaging.blob-references.3',
    categories: [generationStream.category, accountStream.category],
    from: 'start',
    signal: AbortSignal.any([signal, done.signal]),
    concerns: ({ type }) => concerning.has(type),
    handleBatch: (facts, client) => follow(facts as readonly Recorded<Concerning>[], client),
    onCaughtUp: () => done.abort(),
  });
  await listing.done;
  signal.throwIfAborted();
}

async function follow(facts: readonly Recorded<Concerning>[], client: PoolClient): Promise<void> {
  let fresh: Holder[] = [];
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
        fresh.push(heldByVariant(fact.data));
        break;
      case 'VariantAttached':
        // Whoever it was rendered for owns it from here on, and takes it along when purged.
        await forget(fact.data.source);
        fresh.push(heldByVariant(fact.data));
        break;
      case 'ImagePurchased':
        fresh.push({ id: fact.data.purchaseId, generationId: null, ...fact.data.image });
        break;
      case 'Purged':
        await forget(fact.data.generationId);
        break;
      default:
    }
  }
  await addReferences(fresh, client);
}

/** Whoever can still ask for files. */
interface Holder {
  readonly id: string;
  readonly generationId: string | null;
  readonly original: { readonly blob: string };
  readonly preview: { readonly blob: string };
  readonly thumbnail: { readonly blob: string };
}

const heldByVariant = (variant: Omit<Holder, 'id'> & { readonly variantId: string }): Holder => ({
  ...variant,
  id: variant.variantId,
});

async function addReferences(holders: readonly Holder[], client: PoolClient): Promise<void> {
  const references = holders.flatMap(({ id, generationId, original, preview, thumbnail }) =>
    [original, preview, thumbnail].map(({ blob }) => ({ blob, id, generationId })),
  );
  if (references.length === 0) return;
  await client.query(
    `INSERT INTO imaging.blob_references (blob, holder_id, generation_id)
     SELECT * FROM unnest($1::text[], $2::uuid[], $3::uuid[]) ON CONFLICT DO NOTHING`,
    [
      references.map(({ blob }) => blob),
      references.map(({ id }) => id),
      references.map(({ generationId }) => generationId),
    ],
  );
}

async function removeReferences(generationId: string, client: PoolClient): Promise<void> {
  await client.query('DELETE FROM imaging.blob_references WHERE generation_id = $1', [generationId]);
}
