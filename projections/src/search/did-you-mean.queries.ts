import { wordsOf } from '@easel/contracts/kernel/words';
import { DID_YOU_MEAN } from '@easel/contracts/search/policy';
import type { Reads } from '../kernel/reads.ts';
import { Statement } from '../kernel/statement.ts';
import { fruitful } from './fruitful.queries.ts';
import { ofEverybody, searchModel } from './search.queries.ts';
import { askedWords, MOST_WORDS, queryOf } from './search-text.ts';
import { trigramsOf } from './search.tables.ts';
import { slipsBetween } from './slips.ts';

const { schema } = searchModel;

/** Terms that share most trigrams with a word. */
const CANDIDATES = 32;
/** By how many letters a term may be shorter or longer than the word. */
const LETTERS = 2;
export const NEAR = new Statement<{ word: string; is_known: boolean; near: string[] }>(
  'near terms',
  `select asked.word,
     exists (
       select ${ofEverybody} and document @@ (to_tsquery('english', asked.stemmed) && asked.exact::tsquery)
     ) as is_known,
     array(
       select near.word from (
         select word, count(*) as shared from ${schema}.term_part
         where part = any(asked.parts)
           and letters between length(asked.word) - ${LETTERS} and length(asked.word) + ${LETTERS}
         group by word order by shared desc, word limit ${CANDIDATES}
       ) as near join ${schema}.term using (word)
       order by shared desc, pictures desc, word
     ) as near
   from (
     select *, ${trigramsOf('word')} as parts
     from unnest($1::text[], $2::text[], $3::text[]) with ordinality as given (word, stemmed, exact, place)
   ) as asked
   order by place`,
  true,
);

/** Slips that a word of this length may have. */
const slipsOf = ({ length }: string): number => (length < 5 ? 1 : length < 9 ? 2 : 3);
/** Words of a search that are mended at most, and ways to mend each. */
const MENDED = 4;
const WAYS = 5;

/** Searches that would find something, for one that finds nothing: its words mended, or some of them alone. */
export async function didYouMean(reads: Reads, q: string): Promise<string[]> {
  // As they are written, as the terms are.
  const words = wordsOf(q).slice(0, MOST_WORDS);
  if (words.length === 0) return [];
  const queries = words.map((word) => queryOf(askedWords(word)));
  const terms = await NEAR.run(reads, [words, queries.map(([stemmed]) => stemmed), queries.map(([, exact]) => exact)]);
  const unknown = terms.filter(({ is_known: isKnown }) => !isKnown).slice(0, MENDED);
  const ways = new Map(
    unknown.map(({ word, near }) => [
      word,
      near
        .map((term) => ({ term, slips: slipsBetween(word, term) }))
        .filter(({ slips }) => slips <= slipsOf(word))
        .toSorted((a, b) => a.slips - b.slips)
        .slice(0, WAYS)
        .map(({ term }) => term),
    ]),
  );
  const mended = Array.from({ length: WAYS }, (_, way) =>
    words
      .flatMap((word) => {
        const found = ways.get(word);
        if (!found) return [word];
        const term = found[way] ?? found[0];
        return term === undefined ? [] : [term];
      })
      .join(' '),
  );
  const alone = terms.filter(({ is_known: isKnown }) => isKnown).map(({ word }) => word);
  const asked = words.join(' ');
  const offered = [...new Set([...mended, ...alone])].filter((words) => words !== '' && words !== asked);
  return fruitful(reads, offered, DID_YOU_MEAN);
}
