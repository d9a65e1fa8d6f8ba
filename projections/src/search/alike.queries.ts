import { distanceOf } from '@easel/contracts/generation/look.policy';
import type { Reads } from '../kernel/reads.ts';
import { Statement } from '../kernel/statement.ts';
import { type FoundPage, nothing, ofEverybody, type SearchAsked, searchModel } from './search.queries.ts';
import { askedWords, type Query, queryOf } from './search-text.ts';
import { tagOf } from './search.tables.ts';

const { schema } = searchModel;

interface Seen {
  look: string;
  tags: string;
}

/** What a picture looks like that everybody may see, or the viewer (`$2`, null for nobody) as its owner. */
const SEEN = new Statement<Seen>(
  'look of a picture',
  `select look, tags from ${schema}.picture
   where id = $1::uuid and completed and not deleted and (public_at is not null or member_id = $2::uuid)`,
);

/** Of one kind with a picture, of both its main colours, and of one of them, so many are compared with it. */
const OF_ITS_KIND = 2_000;
const OF_ITS_COLOURS = 1_000;
const OF_ONE_COLOUR = 500;
const MAIN_COLOURS = 2;
/** Further down, nothing is like it any more. */
const MOST_ALIKE = 60;
/**
 * Of what is asked for, a `Query` (`$1` and `$2`): of its kind (`$3`), of its colours (`$4`), of one of them (`$5`).
 */
export const PEERS = new Statement<{ id: string; look: string }>(
  'pictures alike',
  `with asked as materialized (
     select asked && $3::text::tsquery as kind, asked && $4::text::tsquery as colours, asked && $5::text::tsquery as colour
     from (select to_tsquery('english', $1::text) && $2::text::tsquery as asked) as given
   )
   (select id, look ${ofEverybody} and document @@ (select kind from asked) limit ${OF_ITS_KIND})
   union
   (select id, look ${ofEverybody} and document @@ (select colours from asked) limit ${OF_ITS_COLOURS})
   union
   (select id, look ${ofEverybody} and document @@ (select colour from asked) limit ${OF_ONE_COLOUR})`,
  true,
);

/** Finds public pictures that look most like one, that one aside. Undefined where the viewer may not see it. */
export async function findAlike(
  reads: Reads,
  { like, viewerId, asked }: { like: string; viewerId: string | null; asked: SearchAsked },
): Promise<FoundPage | undefined> {
  const { q, page, limit, ...filters } = asked;
  const [seen] = await SEEN.run(reads, [like, viewerId]);
  if (!seen) return undefined;
  if (seen.look === '') return nothing(asked);
  const ranked = (await rankedAlike(reads, { id: like, seen }, queryOf(askedWords(q), { filters }))).slice(
    0,
    MOST_ALIKE,
  );
  const total = ranked.length;
  return {
    ids: ranked.slice((page - 1) * limit, page * limit),
    pagination: { page, limit, pages: Math.ceil(total / limit), total },
    incomplete: false,
  };
}

/**
 * Finds public pictures to go on to from one: first those of a subject that it shows, then others, the ones that look
 * most like it before. Undefined where the viewer may not see it.
 */
export async function findRelated(
  reads: Reads,
  { id, viewerId, limit }: { id: string; viewerId: string | null; limit: number },
): Promise<string[] | undefined> {
  const [seen] = await SEEN.run(reads, [id, viewerId]);
  if (!seen) return undefined;
  if (seen.look === '') return [];
  const subjects = tagsOf(seen, 'category').join(' | ');
  const ofSubject = subjects === '' ? [] : await rankedAlike(reads, { id, seen }, ['', `(${subjects})`]);
  if (ofSubject.length >= limit) return ofSubject.slice(0, limit);
  const others = await rankedAlike(reads, { id, seen }, ['', '']);
  return [...new Set([...ofSubject, ...others])].slice(0, limit);
}

const tagsOf = ({ tags }: Seen, name: 'category' | 'colour' | 'kind'): string[] =>
  tags
    .split(' ')
    .filter((tag) => tag.startsWith(tagOf(name, '')))
    .map((tag) => `'${tag}'`);

/** Ids of public pictures that a query lets through, that one aside, the nearest first. */
async function rankedAlike(
  reads: Reads,
  { id: like, seen }: { id: string; seen: Seen },
  query: Query,
): Promise<string[]> {
  const [kind = '', main] = [tagsOf(seen, 'kind')[0], tagsOf(seen, 'colour').slice(0, MAIN_COLOURS)];
  const peers = await PEERS.run(reads, [...query, kind, main.join(' & '), main.join(' | ')]);
  const own = Buffer.from(seen.look, 'hex');
  return peers
    .filter(({ id }) => id !== like)
    .map(({ id, look }) => ({ id, distance: distanceOf(own, Buffer.from(look, 'hex')) }))
    .toSorted((a, b) => a.distance - b.distance || (a.id < b.id ? -1 : 1))
    .map(({ id }) => id);
}
