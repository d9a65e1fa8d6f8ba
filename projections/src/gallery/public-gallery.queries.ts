import { problems, Refused } from '@easel/contracts/kernel/problem';
import { PUBLIC_CATEGORY } from '@easel/contracts/gallery/policy';
import { queriesOf } from '@easel/kernel/database/query-writer';
import { column, type Database } from '@easel/kernel/database/table';
import { PAGINATION, pageOf } from '../kernel/listing-page.ts';
import type { Reads } from '../kernel/reads.ts';
import type { JsonReply } from '../kernel/reply.ts';
import { Statement, WrittenStatement } from '../kernel/statement.ts';
import { FOUND, galleryModel, generationReply, page, type PageAsked } from './gallery.queries.ts';
import { categoryList, EVERYONE, type tables } from './gallery.tables.ts';
import type { NewestPages } from './newest-pages.ts';

const { schema } = galleryModel;
const db = queriesOf<Database<typeof tables>>(schema);

/** Entries after one, by the same parameters as `pageOf` and `$5` time, `$6` id of that one. */
const AFTER = `
  listed as materialized (
    select coalesce((select total from ${schema}.listing_total where owner = $1::uuid and list = $2), 0) as total
  ),
  page as materialized (
    select at, id from ${schema}.listing
    where owner = $1::uuid and list = $2 and (at, id) < ($5::timestamptz, $6::uuid)
    order by at desc, id desc
    offset $3::int limit $4::int
  )`;

/** The cursor is the last entry's place; there is none after the last page. Searches are paged by number. */
const NEXT = `
  case when (select count(*) from page) = $4::int then (
    select to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') || '_' || id from page order by at, id limit 1
  ) end`;

const statement = (name: string, tables: string, next: string): Statement<JsonReply> =>
  new Statement(
    name,
    `with ${tables},
     rows as materialized (
       select json_agg(public_item order by at desc, page.id desc) as items, bool_or(incomplete) as incomplete
       from page join ${schema}.generation on generation.id = page.id
     )
     select json_build_object(
       'success', true, 'items', coalesce(items, '[]'), 'total', total, 'pagination', ${PAGINATION}, 'nextCursor', ${next}
     )::text as json, coalesce(incomplete, false) as incomplete
     from rows, listed`,
    tables === FOUND,
  );

const statements = {
  numbered: statement('public gallery', pageOf(schema), NEXT),
  found: statement('public gallery found', FOUND, 'null'),
  one: new WrittenStatement('visible generation', { id: column.uuid, viewerId: column.uuid.orNull }, (given) =>
    db
      .selectFrom('generation')
      .where('id', '=', given('id'))
      .where('shown', '=', true)
      .where((eb) => eb.or([eb('is_public', '=', true), eb('member_id', '=', given('viewerId'))]))
      .select((eb) => [
        eb
          .case()
          .when('is_public', '=', true)
          .then(eb.cast<string>('public_item', 'text'))
          .else(eb.cast<string>('item', 'text'))
          .end()
          .as('item'),
        'incomplete',
      ]),
  ),
  after: statement('public gallery after', AFTER, NEXT),
};

const CURSOR = /^([12]\d{3}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{6}Z)_([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;

/**
 * Answers `gallery/public`: what everyone may see, the newest first. A cursor counts more than a page number. `newest`
 * is given where the reader has written nothing that must be seen: a first page that is a second old will do.
 */
export async function publicGallery(
  reads: Reads,
  asked: PageAsked & { category?: string | undefined; cursor?: string | undefined },
  newest: NewestPages | undefined,
): Promise<JsonReply> {
  const list = categoryList(asked.category ?? PUBLIC_CATEGORY);
  if (asked.cursor && !asked.search) return pageAfter(reads, list, { cursor: asked.cursor, limit: asked.limit });
  const read = (): Promise<JsonReply> =>
    page(reads, [statements.numbered, statements.found], {
      owner: EVERYONE,
      list,
      asked: { page: asked.page, limit: asked.limit, search: asked.search },
    });
  const isNewest = asked.page === 1 && !asked.search && !asked.category;
  return isNewest && newest ? newest.get(asked.limit, read) : read();
}

async function pageAfter(
  reads: Reads,
  list: string,
  { cursor, limit }: { cursor: string; limit: number },
): Promise<JsonReply> {
  const [, at, id] = CURSOR.exec(cursor) ?? [];
  if (!at || Number.isNaN(Date.parse(at)))
    throw new Refused(problems.invalid, { message: 'This cursor is not one of ours' });
  const [reply] = await statements.after.run(reads, [EVERYONE, list, 0, limit, at, id]);
  if (!reply) throw new Error('a page without a row');
  return reply;
}

/** Finds one that everyone may see, or the viewer's own; undefined for what is another's, deleted, or nowhere. */
export async function visibleGeneration(
  reads: Reads,
  { generationId, viewerId }: { generationId: string; viewerId: string | null },
): Promise<JsonReply | undefined> {
  const [found] = await statements.one.run(reads, { id: generationId, viewerId });
  return found && generationReply(found);
}
