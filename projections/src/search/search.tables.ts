import { SEARCHED_BY } from '@easel/contracts/search/policy';
import { Column, column, type RowOf, table } from '@easel/kernel/database/table';
import { listingTables } from '../kernel/listing.ts';

type Tag = 'author' | 'category' | 'colour' | 'kind' | 'model' | 'ratio' | 'resolution';
/** A filter as a word of the document; `kind` is of the look. */
export const tagOf = (name: Tag, value: string): string => `=${name}:${encodeURIComponent(value)}`;

/**
 * What a picture is found by. Filters are words of the document, too, which no text has as its own (`=colour:red`), so
 * that words and filters together are one look into one index.
 */
export const pictures = table(
  'picture',
  {
    id: column.uuid,
    member_id: column.uuid,
    /** The words of its prompt that are ASCII, apart by blanks, which PostgreSQL stems. Empty where it was erased. */
    words: column.text,
    /** Its other words, which PostgreSQL does not parse: it would split them as the server's locale says. */
    other_words: column.text,
    /** Words that it does not say and is found by: see `relatedWords`. Apart by blanks. */
    also_words: column.text,
    /** Apart by blanks. */
    tags: column.text,
    /** Of its cover; empty until that is drawn. */
    look: column.text,
    created_at: column.timestamptz,
    /** Null while it is private. */
    published_at: column.timestamptz.orNull,
    completed: column.boolean,
    deleted: column.boolean,
    /** Since when everybody finds it: as it was published, while it is completed and not deleted. */
    public_at: column.timestamptz.orNull,
    document: new Column<never, string>('tsvector', {
      filledBy: `generated always as (
        strip(to_tsvector('english'::regconfig, words || ' ' || also_words))
          || array_to_tsvector(array_remove(string_to_array(other_words || ' ' || tags, ' '), ''))
          || array_to_tsvector(array['${tagOf('author', '')}' || member_id::text])
      ) stored`,
    }),
  },
  { key: ['id'] },
);
export type PictureRow = RowOf<typeof pictures>;

/** How many members with a verified address searched for the same words on a day; days long past are deleted. */
export const searched = table(
  'searched',
  {
    words: column.code,
    /** These as they are compared, by which they are suggested. */
    plain_words: column.code,
    day: column.date,
    callers: column.int,
  },
  { key: ['words', 'plain_words', 'day'], indexes: ['(day)', `(plain_words) where callers >= ${SEARCHED_BY}`] },
);
export type SearchedRow = RowOf<typeof searched>;

/** Generations of which facts are parked: a search cannot say what it lacks. */
export const incomplete = table('incomplete', { id: column.uuid }, { key: ['id'] });

/** Words of the prompts of public pictures, and in how many each stands. */
export const terms = table('term', { word: column.code, pictures: column.int }, { key: ['word'] });

/** The trigrams of each, by which a misspelt one finds it: first those of about its length. */
export const termParts = table(
  'term_part',
  { part: column.code, letters: column.smallint, word: column.code },
  { key: ['part', 'letters', 'word'] },
);

export const tables = [pictures, searched, incomplete, terms, termParts, ...listingTables] as const;

export const indexes = {
  // Nothing waits to be put in its place there: a search takes the same time, however much is new.
  picture_document: 'on picture using gin (document) with (fastupdate = off) where public_at is not null',
  picture_newest: 'on picture (public_at desc, id desc) where public_at is not null',
  picture_own: 'on picture (member_id, created_at desc, id desc) where completed and not deleted',
};

/** Lists of everybody's: all public pictures, and those of each category. */
export const ALL = 'all';
export const categoryList = (category: string): string => `category:${category}`;
/** Whose these lists are. */
export const EVERYONE = '00000000-0000-0000-0000-000000000000';

/** The trigrams of a word that is an expression, with a blank before and behind it, each once. */
export const trigramsOf = (word: string): string =>
  `array(select distinct substr(' ' || ${word} || ' ', at, 3) from generate_series(1, length(${word})) as at)`;
