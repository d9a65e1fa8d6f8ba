import { SEARCHED_BY } from '@easel/contracts/search/policy';
import { Column, column, type RowOf, table } from '@easel/kernel/database/table';
import { listingTables } from '../kernel/listing.ts';

/**
 * What a picture is found by. Filters are words of the document, too, which no text has as its own (`=colour:red`), so
 * that words and filters together are one look into one index.
 */
export const pictures = table(
  'picture',
  {
    id: column.uuid,
    member_id: column.uuid,
    /** Empty where it was erased. */
    prompt: column.text,
    /** Apart by blanks. */
    tags: column.text,
    /** See `look.ts`; empty until it is drawn. */
    descriptor: column.text,
    created_at: column.timestamptz,
    /** Null while it is private. */
    published_at: column.timestamptz.orNull,
    completed: column.boolean,
    deleted: column.boolean,
    /** Since when everybody finds it: as it was published, while it is completed and not deleted. */
    public_at: column.timestamptz.orNull,
    document: new Column<never, string>('tsvector', {
      filledBy: `generated always as (
        to_tsvector('english'::regconfig, prompt) || array_to_tsvector(string_to_array(tags, ' '))
      ) stored`,
    }),
  },
  { key: ['id'] },
);
export type PictureRow = RowOf<typeof pictures>;

/** How many callers searched for the same words on a day; days that are over for long are gone. */
export const searched = table(
  'searched',
  { words: column.code, day: column.date, callers: column.int },
  { key: ['words', 'day'], indexes: ['(day)', `(words) where callers >= ${SEARCHED_BY}`] },
);
export type SearchedRow = RowOf<typeof searched>;

/** Generations of which facts are parked: a search cannot say what it lacks. */
export const incomplete = table('incomplete', { id: column.uuid }, { key: ['id'] });

/** Words of the prompts of public pictures, in how many each stands, and its trigrams, by which misspelt ones find it. */
const TERMS = `create table term (
  word text collate "C" not null primary key, pictures int not null, trigrams text[] collate "C" not null
)`;

export const tables = [pictures, searched, incomplete, TERMS, ...listingTables] as const;

/** Nothing waits to be put in its place in these: what is searched is found in the same time, however much is new. */
const gin = (on: string): string => `using gin (${on}) with (fastupdate = off)`;

export const indexes = {
  picture_document: `on picture ${gin('document')} where public_at is not null`,
  picture_newest: 'on picture (public_at desc, id desc) where public_at is not null',
  picture_own: 'on picture (member_id, created_at desc, id desc) where completed and not deleted',
  term_trigrams: `on term ${gin('trigrams')}`,
};

/** Lists of everybody's: all public pictures, and those of each category. */
export const ALL = 'all';
export const categoryList = (category: string): string => `category:${category}`;
/** Whose these lists are. */
export const EVERYONE = '00000000-0000-0000-0000-000000000000';

/** A filter as a word of the document. */
export const tagOf = (name: 'category' | 'colour' | 'model' | 'ratio' | 'resolution', value: string): string =>
  `=${name}:${encodeURIComponent(value)}`;

/** As PostgreSQL cuts a text into trigrams, of a word that is an expression; each once, and in order. */
export const trigramsOf = (word: string): string =>
  `array(select distinct substr('  ' || ${word} || ' ', at, 3) collate "C" as part
     from generate_series(1, length(${word}) + 1) as at order by part)`;
