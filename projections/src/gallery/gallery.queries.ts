import { AVATAR_PX } from '@easel/contracts/people/policy';
import { ERASED } from '@easel/contracts/kernel/event';
import { arrayLiteral } from '@easel/kernel/database/arrays';
import { queriesOf, sql } from '@easel/kernel/database/query-writer';
import { column, type Database } from '@easel/kernel/database/table';
import type { DerivedRequest } from '@easel/kernel/files/derived-rows';
import { PAGINATION, pageOf } from '../kernel/listing-page.ts';
import { patternsOf } from '../kernel/patterns.ts';
import type { JsonReply } from '../kernel/reply.ts';
import { readModel } from '../kernel/projector.ts';
import { Statement, WrittenStatement } from '../kernel/statement.ts';
import type { Reads } from '../kernel/reads.ts';
import { gallery } from './gallery.projector.ts';
import { ALL, categoryList, COMPLETED, type ImageRow, type tables, TRASH } from './gallery.tables.ts';

export const galleryModel = readModel(gallery);
const { schema } = galleryModel;
const db = queriesOf<Database<typeof tables>>(schema);

/** Page numbers count from 1. */
export interface PageAsked {
  page: number;
  limit: number;
  search?: string | undefined;
}

/** What an own gallery is narrowed to; what is absent does not count. `from` and `to` are instants, `to` excluded. */
export interface Narrowed {
  category?: string | undefined;
  model?: string | undefined;
  style?: string | undefined;
  ratio?: string | undefined;
  resolution?: string | undefined;
  seed?: number | undefined;
  from?: string | undefined;
  to?: string | undefined;
}

/** A stored file by its digest, or what is to be made of the original first. */
export type ImageFile = { blob: string } | { request: DerivedRequest };

/**
 * The entries of a list whose prompt holds every word and which are as asked, counted and cut to the page; parameters
 * as `pageOf`, `$5` patterns, `$6` model, `$7` style, `$8` ratio, `$9` resolution, `$10` seed, `$11` and `$12` times.
 */
export const FOUND = `
  found as materialized (
    select at, listing.id from ${schema}.listing join ${schema}.generation on generation.id = listing.id
    where owner = $1::uuid and list = $2 and search_text like all ($5::text[])
      and ($6::text is null or model = $6)
      and ($7::text is null or style = $7)
      and ($8::text is null or ratio = $8)
      and ($9::text is null or resolution = $9)
      and ($10::int is null or seed = $10)
      and ($11::timestamptz is null or at >= $11::timestamptz)
      and ($12::timestamptz is null or at < $12::timestamptz)
  ),
  listed as materialized (select count(*)::int as total from found),
  page as materialized (select at, id from found order by at desc, id desc offset $3::int limit $4::int)`;

export const pageStatement = (name: string, tables: string, reply: string): Statement<JsonReply> =>
  new Statement(
    name,
    `with ${tables},
     rows as materialized (
       select json_agg(item order by at desc, page.id desc) as items, bool_or(incomplete) as incomplete
       from page join ${schema}.generation on generation.id = page.id
     )
     select json_build_object('success', true, ${reply})::text as json, coalesce(incomplete, false) as incomplete
     from rows, listed`,
    // A search goes over all that its owner has.
    tables === FOUND,
  );

const GENERATIONS = `'generations', coalesce(items, '[]'), 'pagination', ${PAGINATION}`;
export const GALLERY = `'items', coalesce(items, '[]'), 'total', total, 'pagination', ${PAGINATION}`;

/** spec: member-experience §5: from two typed characters, at most five. */
const SUGGESTIONS_FROM = 2;
const SUGGESTIONS = 5;

type FoundImage = Omit<ImageRow, 'variant_id' | 'preview_blob' | 'thumbnail_blob'> & { blob: string | null };

const imageStatement = (size: 'preview' | 'thumbnail') =>
  new WrittenStatement(`visible ${size}`, { variantId: column.uuid, viewerId: column.uuid.orNull }, (given) =>
    db
      .selectFrom('image')
      .innerJoin('generation', 'generation.id', 'image.generation_id')
      .where('variant_id', '=', given('variantId'))
      .where((eb) => {
        const own = eb('member_id', '=', given('viewerId'));
        const seen = eb.and([eb('shown', '=', true), eb.or([eb('is_public', '=', true), own])]);
        if (size === 'preview') return seen;
        // Who looks through the trash has to see what is in it.
        return eb.or([seen, eb.and([eb('deleted', '=', true), own])]);
      })
      .select([`${size}_blob as blob`, 'generation_id', 'original_blob', 'preview_width', 'preview_height', 'making']),
  );

/** Of an image that its owner's gallery shows, whoever asks. */
const shownImageStatement = (size: 'preview' | 'thumbnail') =>
  new WrittenStatement(`shown ${size}`, { variantId: column.uuid }, (given) =>
    db
      .selectFrom('image')
      .innerJoin('generation', 'generation.id', 'image.generation_id')
      .where('variant_id', '=', given('variantId'))
      .where('shown', '=', true)
      .select([
        `${size}_blob as blob`,
        'generation_id',
        'member_id',
        'original_blob',
        'preview_width',
        'preview_height',
        'making',
      ]),
  );

export const ownGalleryPage = pageStatement('own gallery', pageOf(schema), GALLERY);

/**
 * Of generations in this order (`$2`), what the viewer (`$1`, null for nobody) may see; `shown` makes of one what is
 * replied.
 */
const cardsStatement = (name: string, shown: string): Statement<JsonReply> =>
  new Statement(
    name,
    `select coalesce(json_agg(${shown} order by place), '[]')::text as json,
       coalesce(bool_or(incomplete), false) as incomplete
     from (
       select place, case when member_id = $1::uuid then item else public_item end as item, incomplete
       from unnest($2::uuid[]) with ordinality as asked (id, place) join ${schema}.generation using (id)
       where shown and (is_public or member_id = $1::uuid)
     ) as seen`,
  );

/** JSON is put together as it is written: it begins with a brace. */
const AS_FOUND = `(
  '{"prompt":' || (item -> 'original_prompt')::text
  || ',"imageUrl":' || coalesce((item #> '{variants,0,image_url}')::text, '""')
  || ',' || substr(item::text, 2)
)::json`;

const statements = {
  generations: pageStatement('own generations', pageOf(schema), GENERATIONS),
  generationsFound: pageStatement('own generations found', FOUND, GENERATIONS),
  gallery: ownGalleryPage,
  galleryFound: pageStatement('own gallery found', FOUND, GALLERY),
  trash: pageStatement('own trash', pageOf(schema), GALLERY),
  count: new Statement<{ shown: number; in_trash: number; since_then: number }>(
    'own pictures counted',
    `select
       coalesce((
         select total from ${schema}.listing_total where owner = $1::uuid and list = '${COMPLETED}'
       ), 0) as shown,
       coalesce((
         select total from ${schema}.listing_total where owner = $1::uuid and list = '${TRASH}'
       ), 0) as in_trash,
       (
         select count(*) from ${schema}.listing
         where owner = $1::uuid and list = '${COMPLETED}' and at >= $2::timestamptz
       )::int + (
         select count(*) from ${schema}.listing join ${schema}.generation using (id)
         where owner = $1::uuid and list = '${TRASH}' and (item ->> 'created_at')::timestamptz >= $2::timestamptz
       )::int as since_then`,
  ),
  suggestions: new WrittenStatement(
    'own suggestions',
    { memberId: column.uuid, patterns: column.text.list },
    (given) =>
      db
        .selectFrom('listing')
        .innerJoin('generation', 'generation.id', 'listing.id')
        .where('owner', '=', given('memberId'))
        .where('list', '=', COMPLETED)
        .where(sql<boolean>`search_text like all (${given('patterns')})`)
        .select(sql<string>`item ->> 'original_prompt'`.as('prompt'))
        .groupBy('prompt')
        .orderBy((eb) => eb.fn.max('at'), 'desc')
        .limit(SUGGESTIONS),
    { alone: true },
  ),
  generation: new WrittenStatement('own generation', { id: column.uuid, memberId: column.uuid }, (given) =>
    db
      .selectFrom('generation')
      .where('id', '=', given('id'))
      .where('member_id', '=', given('memberId'))
      .where('deleted', '=', false)
      .select((eb) => [eb.cast<string>('item', 'text').as('item'), 'incomplete']),
  ),
  cards: cardsStatement('cards', 'item'),
  found: cardsStatement('found cards', AS_FOUND),
  titles: new Statement<{ json: string }>(
    'titles',
    `select coalesce(json_object_agg(id, prompt), '{}')::text as json
     from (
       select id::text, item ->> 'original_prompt' as prompt from ${schema}.generation where id = any($1::uuid[])
       union all
       select variant ->> 'id', variant ->> 'prompt'
       from ${schema}.generation cross join json_array_elements(item -> 'variants') as variant
       where generation.id = any($1::uuid[]) and variant ->> 'id' = any($2::text[])
     ) as named
     where prompt <> '${ERASED}'`,
  ),
  images: { preview: imageStatement('preview'), thumbnail: imageStatement('thumbnail') },
  shownImages: { preview: shownImageStatement('preview'), thumbnail: shownImageStatement('thumbnail') },
  ownListed: new WrittenStatement('own listed generation', { id: column.uuid, memberId: column.uuid }, (given) =>
    db
      .selectFrom('generation')
      .where('id', '=', given('id'))
      .where('member_id', '=', given('memberId'))
      .where('deleted', '=', false)
      .where('variant_of', 'is', null)
      .select('id'),
  ),
  cover: new WrittenStatement('public cover', { id: column.uuid }, (given) =>
    db
      .selectFrom('image')
      .innerJoin('generation', 'generation.id', 'image.generation_id')
      .where('generation.id', '=', given('id'))
      .where('shown', '=', true)
      .where('is_public', '=', true)
      .where(sql<boolean>`variant_id::text = item #>> '{variants,0,id}'`)
      .select(['variant_id', 'original_blob', 'making']),
  ),
};

/** Counts a member's completed pictures: in the gallery, in the trash, and those of both requested since an instant. */
export async function countPictures(
  reads: Reads,
  memberId: string,
  since: Date,
): Promise<{ shown: number; inTrash: number; sinceThen: number }> {
  const [found] = await statements.count.run(reads, [memberId, since.toISOString()]);
  if (!found) throw new Error('a count without a row');
  return { shown: found.shown, inTrash: found.in_trash, sinceThen: found.since_then };
}

/** One page of a list, narrowed or whole. Throws Refused (unavailable) while there are no tables. */
export async function page(
  reads: Reads,
  [all, found]: readonly [Statement<JsonReply>, Statement<JsonReply>],
  { owner, list, asked }: { owner: string; list: string; asked: PageAsked & Narrowed },
): Promise<JsonReply> {
  const values = [owner, list, (asked.page - 1) * asked.limit, asked.limit];
  const patterns = patternsOf(asked.search ?? '');
  const { model, style, ratio, resolution, seed, from, to } = asked;
  const narrowed = [model, style, ratio, resolution, seed, from, to].map((value) => value ?? null);
  const isWhole = patterns.length === 0 && narrowed.every((value) => value === null);
  const [reply] = isWhole ? await all.run(reads, values) : await found.run(reads, [...values, patterns, ...narrowed]);
  if (!reply) throw new Error('a page without a row');
  return reply;
}

/** Answers `generation/user`: a member's own generations in every state, newest first. */
export function ownGenerations(reads: Reads, memberId: string, asked: PageAsked): Promise<JsonReply> {
  return page(reads, [statements.generations, statements.generationsFound], { owner: memberId, list: ALL, asked });
}

/** Answers `gallery/user`: a member's own that are completed, of one category or all, newest first. */
export function ownGallery(reads: Reads, memberId: string, asked: PageAsked & Narrowed): Promise<JsonReply> {
  const list = asked.category ? categoryList(asked.category) : COMPLETED;
  return page(reads, [statements.gallery, statements.galleryFound], { owner: memberId, list, asked });
}

/** Answers `gallery/trash`: what can still be restored, the last deleted first. */
export async function ownTrash(reads: Reads, memberId: string, { page: number, limit }: PageAsked): Promise<JsonReply> {
  const [reply] = await statements.trash.run(reads, [memberId, TRASH, (number - 1) * limit, limit]);
  if (!reply) throw new Error('a page without a row');
  return reply;
}

/** Finds up to five of a member's own prompts that hold these words, the newest first. */
export async function ownSuggestions(reads: Reads, memberId: string, typed: string): Promise<string[]> {
  if (typed.length < SUGGESTIONS_FROM) return [];
  const patterns = arrayLiteral(patternsOf(typed));
  return (await statements.suggestions.run(reads, { memberId, patterns })).map(({ prompt }) => prompt);
}

/** Finds one of a member's own; undefined for what is not theirs, deleted, or nowhere. */
export async function ownGeneration(
  reads: Reads,
  memberId: string,
  generationId: string,
): Promise<JsonReply | undefined> {
  const [found] = await statements.generation.run(reads, { id: generationId, memberId });
  return found && generationReply(found);
}

const NO_CARDS: JsonReply = { json: '[]', incomplete: false };

/** Finds of these generations those that the viewer may see, in this order: a JSON array of what is replied of each. */
export async function cardsOf(reads: Reads, viewerId: string | null, ids: readonly string[]): Promise<JsonReply> {
  if (ids.length === 0) return NO_CARDS;
  const [cards] = await statements.cards.run(reads, [viewerId, ids]);
  if (!cards) throw new Error('cards without a row');
  return cards;
}

/**
 * The same of what was found by a search, whose viewer may be nobody: with the names that a found picture has besides.
 */
export async function foundOf(reads: Reads, viewerId: string | null, ids: readonly string[]): Promise<JsonReply> {
  if (ids.length === 0) return NO_CARDS;
  const [cards] = await statements.found.run(reads, [viewerId, ids]);
  if (!cards) throw new Error('cards without a row');
  return cards;
}

/** One generation, whose item was read as it is written, as the routes reply it. */
export const generationReply = ({ item, incomplete }: { item: string; incomplete: boolean }): JsonReply => ({
  json: `{"success":true,"generation":${item}}`,
  incomplete,
});

function fileOf(variantId: string, { blob, ...found }: FoundImage): ImageFile {
  if (blob !== null) return { blob };
  const { generation_id: subjectId, original_blob: source, preview_width: widthPx, preview_height: heightPx } = found;
  const made = { source, subjectId, partId: variantId, ...(found.making && { making: found.making }) };
  return { request: { ...made, format: 'webp', widthPx, heightPx } };
}

/**
 * What generations were made from, by id, and those of these images that were made from something else, by theirs, as
 * JSON: for who may know whatever has become of them, as who has bought one.
 */
export async function titlesOf(
  reads: Reads,
  { generations, variants }: { generations: readonly string[]; variants: readonly string[] },
): Promise<string> {
  const [titles] = await statements.titles.run(reads, [generations, variants]);
  return titles?.json ?? '{}';
}

/** Finds the file behind a public name; undefined unless it is public or the viewer's own. */
export async function visibleImage(
  reads: Reads,
  { variantId, size, viewerId }: { variantId: string; size: 'preview' | 'thumbnail'; viewerId: string | null },
): Promise<ImageFile | undefined> {
  const [found] = await statements.images[size].run(reads, { variantId, viewerId });
  return found && fileOf(variantId, found);
}

/**
 * Finds the file of an image that is in the log and whose generation is still this member's. Undefined where it was
 * deleted, is a variant for another generation, or was never theirs.
 */
export async function newImage(
  reads: Reads,
  { image, size, viewerId }: { image: ImageRow; size: 'preview' | 'thumbnail'; viewerId: string },
): Promise<ImageFile | undefined> {
  const { variant_id: variantId, generation_id: id } = image;
  const [own] = await statements.ownListed.run(reads, { id, memberId: viewerId });
  return own && fileOf(variantId, { ...image, blob: image[`${size}_blob`] });
}

/** Finds the file behind a public name, and whose it is: whether they show it to who asks, others know. */
export async function shownImage(
  reads: Reads,
  { variantId, size }: { variantId: string; size: 'preview' | 'thumbnail' },
): Promise<{ generationId: string; memberId: string; file: ImageFile } | undefined> {
  const [found] = await statements.shownImages[size].run(reads, { variantId });
  return found && { generationId: found.generation_id, memberId: found.member_id, file: fileOf(variantId, found) };
}

/** Finds the small square of an image; undefined unless everyone may see it. */
export async function avatarPicture(reads: Reads, variantId: string): Promise<DerivedRequest | undefined> {
  const [found] = await statements.images.thumbnail.run(reads, { variantId, viewerId: null });
  if (!found) return undefined;
  const { generation_id: subjectId, original_blob: source } = found;
  const side = { widthPx: AVATAR_PX, heightPx: AVATAR_PX };
  return { source, subjectId, partId: variantId, format: 'avatar', ...side };
}

/** As previews of links show pictures. */
const LINK_PICTURE_PX = { widthPx: 1200, heightPx: 630 };

/** Finds what previews of links show of a generation; undefined unless everyone may see it. */
export async function linkPicture(reads: Reads, generationId: string): Promise<DerivedRequest | undefined> {
  const [cover] = await statements.cover.run(reads, { id: generationId });
  if (!cover) return undefined;
  const { variant_id: partId, original_blob: source, making } = cover;
  return { source, subjectId: generationId, partId, format: 'link', ...LINK_PICTURE_PX, ...(making && { making }) };
}
