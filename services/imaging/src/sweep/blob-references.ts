import type { AccountFact } from '@easel/contracts/account/events';
import { accountStream } from '@easel/contracts/account/stream';
import type { GenerationFact } from '@easel/contracts/generation/events';
import { generationStream } from '@easel/contracts/generation/stream';
import type { Recorded } from '@easel/contracts/kernel/event';
import type { MemberFact } from '@easel/contracts/members/events';
import { memberStream } from '@easel/contracts/members/stream';
import type { OrderFact } from '@easel/contracts/orders/events';
import { orderStream } from '@easel/contracts/orders/stream';
import type { UploadFact } from '@easel/contracts/uploads/events';
import { uploadStream } from '@easel/contracts/uploads/stream';
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
  // Nor that a picture was ordered, whose file may be printed after its generation is gone.
  `DROP TABLE imaging.blob_references`,
  `CREATE TABLE imaging.blob_references (
     blob text NOT NULL,
     -- The variant, the purchase or the order that speaks of it.
     holder_id uuid NOT NULL,
     -- The generation or the order that it goes with: purged or cancelled. A purchase goes with none.
     part_of uuid,
     -- Whose erasure it goes with; null of what goes with its generation, or stays.
     member_id uuid,
     PRIMARY KEY (blob, holder_id)
   )`,
  `CREATE INDEX blob_references_by_whole ON imaging.blob_references (part_of)`,
  `CREATE INDEX blob_references_by_member ON imaging.blob_references (member_id) WHERE member_id IS NOT NULL`,
  // Nor that a generation that has not ended sends pictures along, nor of uploads.
  `DROP TABLE imaging.blob_references`,
  `CREATE TABLE imaging.blob_references (
     blob text NOT NULL,
     -- The variant, the purchase, the order or the upload that speaks of it, or the open generation that sends it along.
     holder_id uuid NOT NULL,
     -- The generation, the order or the upload that it goes with: purged, cancelled or deleted. A purchase goes with none.
     part_of uuid,
     -- Whose erasure it goes with; null of what goes with its generation, or stays.
     member_id uuid,
     PRIMARY KEY (blob, holder_id)
   )`,
  `CREATE INDEX blob_references_by_whole ON imaging.blob_references (part_of)`,
  `CREATE INDEX blob_references_by_member ON imaging.blob_references (member_id) WHERE member_id IS NOT NULL`,
  // What is sent along goes when its generation ends.
  `CREATE INDEX blob_references_by_holder ON imaging.blob_references (holder_id)`,
];

type Concerning = GenerationFact | AccountFact | OrderFact | MemberFact | UploadFact;

/** Facts by which files come to be spoken of, or are no longer. */
const concerning: ReadonlySet<string> = new Set<Concerning['type']>([
  'GenerationRequested',
  'GenerationCompleted',
  'GenerationFailed',
  'GenerationCancelled',
  'PictureUploaded',
  'UploadDeleted',
  'VariantCreated',
  'VariantAttached',
  'Purged',
  'RemixDetached',
  'ImagePurchased',
  'OrderPlaced',
  'OrderStatusChanged',
  'MemberErased',
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
    name: 'imaging.blob-references.5',
    categories: [generationStream, accountStream, orderStream, memberStream, uploadStream].map(
      ({ category }) => category,
    ),
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
  const ended: string[] = [];
  const forget = async (by: 'part_of' | 'member_id', id: string): Promise<void> => {
    await addReferences(fresh, client);
    fresh = [];
    await client.query(`DELETE FROM imaging.blob_references WHERE ${by} = $1`, [id]);
  };
  for (const fact of facts) {
    if (!concerning.has(fact.type)) continue;
    // To pass it over could cost somebody a file: nothing is swept until this code can read the fact.
    if (fact.unreadable) throw new Error(`${fact.stream}@${fact.revision} cannot be read: ${fact.unreadable.detail}`);
    switch (fact.type) {
      case 'GenerationRequested':
        fresh.push(...heldByRequest(fact.data));
        break;
      case 'GenerationCompleted':
      case 'GenerationFailed':
      case 'GenerationCancelled':
        ended.push(fact.data.generationId);
        break;
      case 'PictureUploaded':
        fresh.push({
          id: fact.data.uploadId,
          partOf: fact.data.uploadId,
          memberId: fact.data.memberId,
          files: filesOf(fact.data),
        });
        break;
      case 'UploadDeleted':
        await forget('part_of', fact.data.uploadId);
        break;
      case 'VariantCreated':
        fresh.push(heldByVariant(fact.data));
        break;
      case 'VariantAttached':
        // Whoever it was rendered for owns it from here on, and takes it along when purged.
        await forget('part_of', fact.data.source);
        fresh.push(heldByVariant(fact.data));
        break;
      case 'ImagePurchased':
        fresh.push({ id: fact.data.purchaseId, partOf: null, memberId: null, files: filesOf(fact.data.image) });
        break;
      case 'OrderPlaced':
        // A test order is never made.
        if (!fact.data.testMode) fresh.push(...heldByOrder(fact.data));
        break;
      case 'OrderStatusChanged':
        if (fact.data.to === 'cancelled') await forget('part_of', fact.data.orderId);
        break;
      case 'Purged':
        await forget('part_of', fact.data.generationId);
        break;
      case 'MemberErased':
        await forget('member_id', fact.data.memberId);
        break;
      default:
    }
  }
  await addReferences(fresh, client);
  // Held by the generations themselves: their variants are held under names of their own, and stay.
  if (ended.length > 0) await client.query('DELETE FROM imaging.blob_references WHERE holder_id = ANY($1)', [ended]);
}

interface Files {
  readonly original: { readonly blob: string };
  readonly preview: { readonly blob: string };
  readonly thumbnail: { readonly blob: string };
}

const filesOf = ({ original, preview, thumbnail }: Files): Holder['files'] => [original, preview, thumbnail];

/** A variant, purchase, order, upload or open generation whose files can still be asked for. */
interface Holder {
  readonly files: readonly { readonly blob: string }[];
  readonly id: string;
  readonly partOf: string | null;
  readonly memberId: string | null;
}

const heldByVariant = (variant: Files & { readonly variantId: string; readonly generationId: string }): Holder => ({
  files: filesOf(variant),
  id: variant.variantId,
  partOf: variant.generationId,
  memberId: null,
});

/** By the order itself: the id of an ordered download becomes that of its purchase, which stays. */
const heldByOrder = ({ orderId, memberId, items }: Extract<OrderFact, { type: 'OrderPlaced' }>['data']): Holder[] =>
  items.map(({ image }) => ({ id: orderId, partOf: orderId, memberId, files: filesOf(image) }));

/** Until the generation ends: what has been sent along needs nobody to keep it. */
function heldByRequest({
  generationId,
  references = [],
  edit,
}: Extract<GenerationFact, { type: 'GenerationRequested' }>['data']): Holder[] {
  const sources = [...references, ...(edit ? [edit.source] : [])].map(({ file }) => file);
  const files = edit?.kind === 'replace' ? [...sources, edit.mask] : sources;
  return files.length === 0 ? [] : [{ id: generationId, partOf: generationId, memberId: null, files }];
}

async function addReferences(holders: readonly Holder[], client: PoolClient): Promise<void> {
  const references = holders.flatMap(({ id, partOf, memberId, files }) =>
    files.map(({ blob }) => ({ blob, id, partOf, memberId })),
  );
  if (references.length === 0) return;
  await client.query(
    `INSERT INTO imaging.blob_references (blob, holder_id, part_of, member_id)
     SELECT * FROM unnest($1::text[], $2::uuid[], $3::uuid[], $4::uuid[]) ON CONFLICT DO NOTHING`,
    [
      references.map(({ blob }) => blob),
      references.map(({ id }) => id),
      references.map(({ partOf }) => partOf),
      references.map(({ memberId }) => memberId),
    ],
  );
}
