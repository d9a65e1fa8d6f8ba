import type { Reads } from '../kernel/reads.ts';
import { Statement } from '../kernel/statement.ts';
import { distanceOf } from './look.ts';
import { type FoundPage, nothing, ofEverybody, type SearchAsked, searchModel } from './search.queries.ts';
import { askedWords, filterOf, queryOf } from './search-text.ts';
import { tagOf } from './search.tables.ts';

const { schema } = searchModel;

/** What a picture looks like that everybody may see, or the viewer (`$2`, null for nobody) as its owner. */
const SEEN = new Statement<{ descriptor: string; tags: string }>(
  'look of a picture',
  `select descriptor, tags from ${schema}.picture
   where id = $1::uuid and completed and not deleted and (public_at is not null or member_id = $2::uuid)`,
);

/** Of one kind with a picture, and of its colours, so many are compared with it. */
const OF_ITS_KIND = 2_000;
const OF_ITS_COLOURS = 1_000;
/** Further down, nothing is like it any more. */
const MOST_ALIKE = 60;
/** Words (`$1`) and filters: of its kind (`$2`), of its colours (`$3`). */
export const PEERS = new Statement<{ id: string; descriptor: string }>(
  'pictures alike',
  `with asked as materialized (
     select to_tsquery('english', $1::text) && $2::text::tsquery as kind,
       to_tsquery('english', $1::text) && $3::text::tsquery as colours
   )
   (select id, descriptor ${ofEverybody} and document @@ (select kind from asked) limit ${OF_ITS_KIND})
   union
   (select id, descriptor ${ofEverybody} and document @@ (select colours from asked) limit ${OF_ITS_COLOURS})`,
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
  if (seen.descriptor === '') return nothing(asked);
  const narrowed = filterOf(filters);
  const tags = seen.tags.split(' ');
  const alike = (name: 'colour' | 'kind', count: number): string =>
    [
      ...tags
        .filter((tag) => tag.startsWith(tagOf(name, '')))
        .slice(0, count)
        .map((tag) => `'${tag}'`),
      ...(narrowed === '' ? [] : [narrowed]),
    ].join(' & ');
  const words = queryOf(askedWords(q));
  const peers = await PEERS.run(reads, [words, alike('kind', 1), alike('colour', 2)]);
  const own = Buffer.from(seen.descriptor, 'hex');
  const ranked = peers
    .filter(({ id }) => id !== like)
    .map(({ id, descriptor }) => ({ id, distance: distanceOf(own, Buffer.from(descriptor, 'hex')) }))
    .toSorted((a, b) => a.distance - b.distance || (a.id < b.id ? -1 : 1))
    .slice(0, MOST_ALIKE);
  const total = ranked.length;
  return {
    ids: ranked.slice((page - 1) * limit, page * limit).map(({ id }) => id),
    pagination: { page, limit, pages: Math.ceil(total / limit), total },
    incomplete: false,
  };
}
