import type { Generation } from '@easel/contracts/generation/http';
import { problems, Refused } from '@easel/contracts/kernel/problem';
import { PUBLIC_CATEGORY } from '@easel/contracts/gallery/policy';
import { queriesOf } from '@easel/kernel/database/query-writer';
import { column, type Database } from '@easel/kernel/database/table';
import { PAGINATION, pageOf } from '../kernel/listing-page.ts';
import type { Reads } from '../kernel/reads.ts';
import type { JsonReply } from '../kernel/reply.ts';
import { Statement, WrittenStatement } from '../kernel/statement.ts';
import { cardsOf, FOUND, galleryModel, generationReply, page, type PageAsked } from './gallery.queries.ts';
import { categoryList, EVERYONE, PUBLISHED, type tables } from './gallery.tables.ts';

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
const nextAfter = (limit: string): string => `
  case when (select count(*) from page) = ${limit}::int then (
    select to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') || '_' || id from page order by at, id limit 1
  ) end`;
const NEXT = nextAfter('$4');

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
  /** Of the members `$1`, `$2` entries after the one at `$3` with the id `$4`: as many of each are looked at, at most. */
  newestOf: new Statement<NewestPage>(
    'newest of members',
    `with page as materialized (
       select at, id
       from unnest($1::uuid[]) as maker (member_id) cross join lateral (
         select at, id from ${schema}.listing
         where owner = maker.member_id and list = '${PUBLISHED}'
           and (at, id) < (coalesce($3::timestamptz, 'infinity'), coalesce($4::uuid, 'ffffffff-ffff-ffff-ffff-ffffffffffff'))
         order by at desc, id desc
         limit $2::int
       ) newest
       order by at desc, id desc
       limit $2::int
     )
     select coalesce(json_agg(public_item order by at desc, page.id desc), '[]') as items,
       coalesce(bool_or(incomplete), false) as incomplete, ${nextAfter('$2')} as "nextCursor"
     from page join ${schema}.generation on generation.id = page.id`,
  ),
  counted: new WrittenStatement('public pictures counted', {}, () =>
    db
      .selectFrom('listing_total')
      .where('owner', '=', EVERYONE)
      .where('list', '=', categoryList(PUBLIC_CATEGORY))
      .select('total'),
  ),
  /** `$2` of the public pictures after the first `$1`, the oldest first. */
  oldest: new Statement<{ id: string; at: string }>(
    'public pictures, the oldest first',
    `select id, to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as at from ${schema}.listing
     where owner = '${EVERYONE}' and list = '${categoryList(PUBLIC_CATEGORY)}'
     order by at, id
     offset $1::int limit $2::int`,
  ),
  published: new WrittenStatement('published by a member', { memberId: column.uuid }, (given) =>
    db.selectFrom('listing_total').where('owner', '=', given('memberId')).where('list', '=', PUBLISHED).select('total'),
  ),
};

interface NewestPage {
  items: Generation[];
  nextCursor: string | null;
  incomplete: boolean;
}

const CURSOR = /^([12]\d{3}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{6}Z)_([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;

interface PublicAsked extends PageAsked {
  category?: string | undefined;
  cursor?: string | undefined;
}

/** Whether the page is the one that everybody begins with. */
export const isNewest = ({ page: number, search, category, cursor }: PublicAsked): boolean =>
  number === 1 && !search && !category && !cursor;

/** Answers `gallery/public`: what everyone may see, the newest first. A cursor counts more than a page number. */
export function publicGallery(reads: Reads, asked: PublicAsked): Promise<JsonReply> {
  const list = categoryList(asked.category ?? PUBLIC_CATEGORY);
  if (asked.cursor && !asked.search) return pageAfter(reads, list, { cursor: asked.cursor, limit: asked.limit });
  return page(reads, [statements.numbered, statements.found], {
    owner: EVERYONE,
    list,
    asked: { page: asked.page, limit: asked.limit, search: asked.search },
  });
}

async function pageAfter(
  reads: Reads,
  list: string,
  { cursor, limit }: { cursor: string; limit: number },
): Promise<JsonReply> {
  const { at, id } = placeOf(cursor);
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

/** Of the last entry seen. Throws 400. */
function placeOf(cursor: string): { at: string; id: string } {
  const [, at, id] = CURSOR.exec(cursor) ?? [];
  if (!at || !id || Number.isNaN(Date.parse(at))) {
    throw new Refused(problems.invalid, { message: 'This cursor is not one of ours' });
  }
  return { at, id };
}

/** What these members show to everyone, the last made public first. */
export const publicPictures = {
  async newestOf(
    reads: Reads,
    memberIds: readonly string[],
    { cursor, limit }: { cursor?: string | undefined; limit: number },
  ): Promise<NewestPage> {
    const { at, id } = cursor === undefined ? { at: null, id: null } : placeOf(cursor);
    const [page] = await statements.newestOf.run(reads, [memberIds, limit, at, id]);
    if (!page) throw new Error('a page without a row');
    return page;
  },

  async countOf(reads: Reads, memberId: string): Promise<number> {
    const [found] = await statements.published.run(reads, { memberId });
    return found?.total ?? 0;
  },

  /** Those of these that everyone may see, in this order. */
  async byIds(reads: Reads, ids: readonly string[]): Promise<{ items: Generation[]; incomplete: boolean }> {
    const { json, incomplete } = await cardsOf(reads, EVERYONE, ids);
    return { items: JSON.parse(json) as Generation[], incomplete };
  },
};

/** Every public picture by its number, the oldest first, so that one that comes moves none of those before it. */
export const listedPictures = {
  async count(reads: Reads): Promise<number> {
    const [found] = await statements.counted.run(reads, {});
    return found?.total ?? 0;
  },

  read: (reads: Reads, { offset, limit }: { offset: number; limit: number }): Promise<{ id: string; at: string }[]> =>
    statements.oldest.run(reads, [offset, limit]),
};
