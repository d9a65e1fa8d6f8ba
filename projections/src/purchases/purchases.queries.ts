import { Inject } from '@nestjs/common';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { PAGINATION, pageOf } from '../kernel/listing-page.ts';
import { readModel } from '../kernel/projector.ts';
import { given, queriesOf, WrittenStatement } from '../kernel/query-writer.ts';
import { Reads } from '../kernel/reads.ts';
import type { JsonReply } from '../kernel/reply.ts';
import { Statement } from '../kernel/statement.ts';
import { purchases } from './purchases.projector.ts';
import { BOUGHT } from './purchases.tables.ts';

export const purchasesModel = readModel(purchases);
const { schema } = purchasesModel;

/** What a member bought, the newest first: the reply of `purchases`. Pages count from 1. */
export class OwnPurchases extends Query<JsonReply> {
  constructor(
    readonly memberId: string,
    readonly asked: { page: number; limit: number },
  ) {
    super();
  }
}

/** Digest of a small image of what was bought; undefined unless the viewer is who bought it. */
export class BoughtImage extends Query<string | undefined> {
  constructor(
    readonly purchaseId: string,
    readonly size: 'preview' | 'thumbnail',
    readonly viewerId: string,
  ) {
    super();
  }
}

const OWN = new Statement<JsonReply>(
  'own purchases',
  `with ${pageOf(schema)},
   rows as materialized (
     select json_agg(item order by at desc, page.id desc) as items
     from page join ${schema}.purchase on purchase.id = page.id
   )
   select json_build_object('success', true, 'items', coalesce(items, '[]'), 'pagination', ${PAGINATION})::text as json,
     exists (select from ${schema}.incomplete where member_id = $1::uuid) as incomplete
   from rows, listed`,
);

interface Tables {
  purchase: { id: string; member_id: string; preview_blob: string; thumbnail_blob: string };
}

const imageStatement = (size: 'preview' | 'thumbnail'): WrittenStatement<{ blob: string }> =>
  new WrittenStatement(
    `bought ${size}`,
    queriesOf<Tables>(schema)
      .selectFrom('purchase')
      .where('id', '=', given('purchaseId'))
      .where('member_id', '=', given('viewerId'))
      .select(`${size}_blob as blob`)
      .compile(),
  );

const images = { preview: imageStatement('preview'), thumbnail: imageStatement('thumbnail') };

@QueryHandler(OwnPurchases)
export class OwnPurchasesHandler implements IQueryHandler<OwnPurchases> {
  constructor(@Inject(Reads) private readonly reads: Reads) {}

  async execute({ memberId, asked: { page, limit } }: OwnPurchases): Promise<JsonReply> {
    const [reply] = await OWN.run(this.reads, [memberId, BOUGHT, (page - 1) * limit, limit]);
    if (!reply) throw new Error('a page without a row');
    return reply;
  }
}

@QueryHandler(BoughtImage)
export class BoughtImageHandler implements IQueryHandler<BoughtImage> {
  constructor(@Inject(Reads) private readonly reads: Reads) {}

  async execute({ purchaseId, size, viewerId }: BoughtImage): Promise<string | undefined> {
    const [file] = await images[size].run(this.reads, { purchaseId, viewerId });
    return file?.blob;
  }
}
