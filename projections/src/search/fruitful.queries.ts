import type { Reads } from '../kernel/reads.ts';
import { Statement } from '../kernel/statement.ts';
import { ofEverybody } from './search.queries.ts';
import { askedWords, queryOf } from './search-text.ts';

/** Of the newest, so many are gone over before the index is asked: what is common is among them. */
const NEWEST = 200;
export const FRUITFUL = new Statement<{ place: string }>(
  'fruitful searches',
  `select place
   from unnest($1::text[], $2::text[]) with ordinality as given (stemmed, exact, place),
     lateral (select to_tsquery('english', stemmed) && exact::tsquery as query) as asked
   where exists (
     select from (select document ${ofEverybody} order by public_at desc, id desc limit ${NEWEST}) as newest
     where document @@ query
   ) or exists (select ${ofEverybody} and document @@ query)
   order by place`,
);

/** Finds those of some searches that find something, in their order. */
export async function fruitful(reads: Reads, searches: readonly string[], limit: number): Promise<string[]> {
  if (searches.length === 0) return [];
  const queries = searches.map((words) => queryOf(askedWords(words)));
  const rows = await FRUITFUL.run(reads, [queries.map(([stemmed]) => stemmed), queries.map(([, exact]) => exact)]);
  return rows.slice(0, limit).flatMap(({ place }) => searches[Number(place) - 1] ?? []);
}
