import type { Generation } from '@easel/contracts/generation/http';
import { PUBLIC_CATEGORY } from '@easel/contracts/gallery/policy';
import { queriesOf } from '@easel/kernel/database/query-writer';
import { column, type Database } from '@easel/kernel/database/table';
import { nextAfter, pageAfter, pageOf, PAGINATION, placeOf } from '../kernel/listing-page.ts';
import type { Reads } from '../kernel/reads.ts';
import type { JsonReply } from '../kernel/reply.ts';
import { Statement, WrittenStatement } from '../kernel/statement.ts';
import { avatarPicture, cardsOf, galleryModel, generationReply } from './gallery.queries.ts';
import { categoryList, EVERYONE, PUBLISHED, type tables } from './gallery.tables.ts';

const { schema } = galleryModel;
const db = queriesOf<Database<typeof tables>>(schema);

const statement = (name: string, page: string): Statement<JsonReply> =>
  new Statement(
    name,
    `with ${page},
     rows as materialized (
       select json_agg(public_item order by at desc, page.id desc) as items, bool_or(incomplete) as incomplete
       from page join ${schema}.generation on generation.id = page.id
     )
     select json_build_object(
       'success', true, 'items', coalesce(items, '[]'), 'total', total, 'pagination', ${PAGINATION}, 'nextCursor', ${nextAfter()}
     )::text as json, coalesce(incomplete, false) as incomplete
     from rows, listed`,
  );

const statements = {
  numbered: statement('public gallery', pageOf(schema)),
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
  after: statement('public gallery after', pageAfter(schema)),
  /**
   * Of the members `$1`, `$2` entries after the one at `$3` with the id `$4`: as many of each are looked at, at most.
   */
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

export interface PublicAsked {
  page: number;
  limit: number;
  search?: string | undefined;
  category?: string | undefined;
  cursor?: string | undefined;
}

/** Whether the page is the one that everybody begins with. */
export const isNewest = ({ page, search, category, cursor }: PublicAsked): boolean =>
  page === 1 && !search && !category && !cursor;

/**
 * Answers `gallery/public` from the gallery's own lists: what everyone may see, the newest first. A cursor counts more
 * than a page number.
 */
export async function publicGallery(
  reads: Reads,
  { page, limit, category, cursor }: Omit<PublicAsked, 'search'>,
): Promise<JsonReply> {
  const list = categoryList(category ?? PUBLIC_CATEGORY);
  const place = cursor ? placeOf(cursor) : undefined;
  const [reply] = place
    ? await statements.after.run(reads, [EVERYONE, list, 0, limit, place.at, place.id])
    : await statements.numbered.run(reads, [EVERYONE, list, (page - 1) * limit, limit]);
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

  avatarOf: avatarPicture,
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
