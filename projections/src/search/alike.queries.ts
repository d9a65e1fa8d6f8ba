import { distanceOf } from '@easel/contracts/generation/look.policy';
import { categoriesOf } from '@easel/contracts/search/filing';
import { subjectsOf } from '@easel/contracts/search/subjects';
import type { Reads } from '../kernel/reads.ts';
import { Statement } from '../kernel/statement.ts';
import { type FoundPage, ofEverybody, type SearchAsked, searchModel } from './search.queries.ts';
import { askedWords, type Query, queryOf } from './search-text.ts';
import { tagOf } from './search.tables.ts';

const { schema } = searchModel;

interface Seen {
  words: string;
  look: string;
  tags: string;
}

/** Reads a picture that everybody may see, or the viewer (`$2`, null for nobody) as its owner. */
const SEEN = new Statement<Seen>(
  'look of a picture',
  `select words || ' ' || other_words as words, look, tags from ${schema}.picture
   where id = $1::uuid and completed and not deleted and (public_at is not null or member_id = $2::uuid)`,
);

/** Pictures that are compared for each trait at most. */
const OF_A_TRAIT = 500;
/** Categories of a picture that count. */
const CATEGORIES = 2;
const MAIN_COLOURS = 2;
/** Further down, nothing is like it any more. */
const MOST_ALIKE = 60;

/** Something that pictures have in common. */
interface Trait {
  query: Query;
  /** What it counts beside other traits. */
  weight: number;
}

/**
 * Finds the pictures within a `Query` (`$1` and `$2`) that have one of several traits: the queries `$3` and `$4` with
 * their weights `$5`. `shared` is the sum of the weights of a picture's traits.
 */
export const PEERS = new Statement<{ id: string; look: string; shared: number }>(
  'pictures alike',
  `with trait as materialized (
     select to_tsquery('english', $1::text) && $2::text::tsquery && query as asked, query, weight
     from (
       select to_tsquery('english', stemmed) && exact::tsquery as query, weight
       from unnest($3::text[], $4::text[], $5::float8[]) as given (stemmed, exact, weight)
     ) as said
     where numnode(query) > 0
   ),
   peer as materialized (
     select distinct on (id) id, look, document
     from trait cross join lateral (
       select id, look, document ${ofEverybody} and document @@ asked limit ${OF_A_TRAIT}
     ) as found
     order by id
   )
   select id, look, (select sum(weight) from trait where document @@ query) as shared from peer`,
  true,
);

/** Finds public pictures that resemble one, that one aside. Undefined where the viewer may not see it. */
export async function findAlike(
  reads: Reads,
  { like, viewerId, asked }: { like: string; viewerId: string | null; asked: SearchAsked },
): Promise<FoundPage | undefined> {
  const { q, page, limit, ...filters } = asked;
  const [seen] = await SEEN.run(reads, [like, viewerId]);
  if (!seen) return undefined;
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

/** Finds public pictures to go on to from one. Undefined where the viewer may not see it. */
export async function findRelated(
  reads: Reads,
  { id, viewerId, limit }: { id: string; viewerId: string | null; limit: number },
): Promise<string[] | undefined> {
  const [seen] = await SEEN.run(reads, [id, viewerId]);
  return seen && (await rankedAlike(reads, { id, seen }, ['', ''])).slice(0, limit);
}

/**
 * Returns ids of public pictures that a query lets through, that one aside. First come those that share its main nouns,
 * the most important noun first, then those of its categories; of equals, the one that looks most like it comes first.
 * What looks like it and shows something else is found only where nothing shows the same.
 */
async function rankedAlike(reads: Reads, { id, seen }: { id: string; seen: Seen }, query: Query): Promise<string[]> {
  const own = Buffer.from(seen.look, 'hex');
  const ranked = async (traits: readonly Trait[]): Promise<string[]> => {
    const [stemmed, exact] = [traits.map((trait) => trait.query[0]), traits.map((trait) => trait.query[1])];
    const peers = await PEERS.run(reads, [...query, stemmed, exact, traits.map(({ weight }) => weight)]);
    return peers
      .filter((peer) => peer.id !== id)
      .map((peer) => ({ ...peer, distance: distanceOf(own, Buffer.from(peer.look, 'hex')) }))
      .toSorted((a, b) => b.shared - a.shared || a.distance - b.distance || (a.id < b.id ? -1 : 1))
      .map((peer) => peer.id);
  };
  const shown = await ranked(subjectTraits(seen));
  return shown.length > 0 ? shown : ranked(lookTraits(seen));
}

/** Returns its main nouns, then its categories, those of its nouns first. Each weighs more than all behind it. */
function subjectTraits(seen: Seen): Trait[] {
  const nouns = subjectsOf(seen.words);
  const ofNouns = nouns
    .flatMap((noun) => categoriesOf(noun, 'auto'))
    .map((category) => `'${tagOf('category', category)}'`);
  const categories = [...new Set([...ofNouns, ...tagsOf(seen, 'category')])].slice(0, CATEGORIES);
  const [kind] = tagsOf(seen, 'kind');
  const weighed = [...nouns.map((noun) => queryOf(askedWords(noun))), ...categories.map((tag): Query => ['', tag])].map(
    (query, place): Trait => ({ query, weight: 0.5 ** place }),
  );
  const [main] = categories;
  // Of a large category, those that look like it are compared in any case.
  return main === undefined || kind === undefined
    ? weighed
    : [...weighed, { query: ['', `${main} & ${kind}`], weight: 0 }];
}

/** Returns its kind (main colours and where the light is), its main colours together, and one of them. */
function lookTraits(seen: Seen): Trait[] {
  const [kind = '', main] = [tagsOf(seen, 'kind')[0], tagsOf(seen, 'colour').slice(0, MAIN_COLOURS)];
  return [kind, main.join(' & '), main.join(' | ')].map((exact) => ({ query: ['', exact], weight: 0 }));
}

const tagsOf = ({ tags }: Seen, name: 'category' | 'colour' | 'kind'): string[] =>
  tags
    .split(' ')
    .filter((tag) => tag.startsWith(tagOf(name, '')))
    .map((tag) => `'${tag}'`);
