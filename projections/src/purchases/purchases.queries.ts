import { queriesOf } from '@easel/kernel/database/query-writer';
import { column, type Database } from '@easel/kernel/database/table';
import { PAGINATION, pageOf } from '../kernel/listing-page.ts';
import { readModel } from '../kernel/projector.ts';
import { Statement, WrittenStatement } from '../kernel/statement.ts';
import type { Reads } from '../kernel/reads.ts';
import type { JsonReply } from '../kernel/reply.ts';
import { purchases } from './purchases.projector.ts';
import { BOUGHT, type tables } from './purchases.tables.ts';

export const purchasesModel = readModel(purchases);
const { schema } = purchasesModel;

/** A page, and of which images it tells. */
type OwnPage = JsonReply & { generations: readonly string[]; variants: readonly string[] };

const OWN = new Statement<OwnPage>(
  'own purchases',
  `with ${pageOf(schema)},
   rows as materialized (
     select json_agg(item order by at desc, page.id desc) as items,
       array_agg(distinct item ->> 'generationId') as generations, array_agg(distinct item ->> 'variantId') as variants
     from page join ${schema}.purchase on purchase.id = page.id
   )
   select json_build_object('success', true, 'items', coalesce(items, '[]'), 'pagination', ${PAGINATION})::text as json,
     coalesce(generations, '{}') as generations, coalesce(variants, '{}') as variants,
     exists (select from ${schema}.incomplete where member_id = $1::uuid) as incomplete
   from rows, listed`,
);

const imageStatement = (size: 'preview' | 'thumbnail') =>
  new WrittenStatement(`bought ${size}`, { purchaseId: column.uuid, viewerId: column.uuid }, (given) =>
    queriesOf<Database<typeof tables>>(schema)
      .selectFrom('purchase')
      .where('id', '=', given('purchaseId'))
      .where('member_id', '=', given('viewerId'))
      .select(`${size}_blob as blob`),
  );

const images = { preview: imageStatement('preview'), thumbnail: imageStatement('thumbnail') };

const BOUGHT_OF = new Statement<{ generation_id: string }>(
  'bought of these',
  `select distinct generation_id from ${schema}.purchase
   where member_id = $1::uuid and generation_id = any($2::uuid[])`,
);

/** Finds of these generations those of which a member bought an image. */
export async function boughtOf(reads: Reads, memberId: string, ids: readonly string[]): Promise<Set<string>> {
  const found = await BOUGHT_OF.run(reads, [memberId, ids]);
  return new Set(found.map(({ generation_id }) => generation_id));
}

/** Answers `purchases` but for its titles: what a member bought, the newest first. Pages count from 1. */
export async function ownPurchases(
  reads: Reads,
  memberId: string,
  { page, limit }: { page: number; limit: number },
): Promise<OwnPage> {
  const [reply] = await OWN.run(reads, [memberId, BOUGHT, (page - 1) * limit, limit]);
  if (!reply) throw new Error('a page without a row');
  return reply;
}

/** Finds the digest of a small image of what was bought; undefined unless the viewer is who bought it. */
export async function boughtImage(
  reads: Reads,
  { purchaseId, size, viewerId }: { purchaseId: string; size: 'preview' | 'thumbnail'; viewerId: string },
): Promise<string | undefined> {
  const [file] = await images[size].run(reads, { purchaseId, viewerId });
  return file?.blob;
}
