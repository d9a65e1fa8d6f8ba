import { renderSteps, type GenerationFact } from '@easel/contracts/generation/events';
import type { Style } from '@easel/contracts/generation/policy';
import { seenIn } from '@easel/contracts/generation/look.policy';
import { generationStream } from '@easel/contracts/generation/stream';
import { ERASED, type Fact } from '@easel/contracts/kernel/event';
import type { SearchFact } from '@easel/contracts/search/events';
import { indexedWords, plain } from '@easel/contracts/kernel/words';
import { categoriesOf } from '@easel/contracts/search/filing';
import { SEARCHES_SHOWN_DAYS } from '@easel/contracts/search/policy';
import { relatedWords } from '@easel/contracts/search/related-words';
import { searchesStream } from '@easel/contracts/search/stream';
import { arrayLiteral, plainArrayLiteral } from '@easel/kernel/database/arrays';
import type { ClientBase } from 'pg';
import { type Change, FoldedTable } from '../kernel/folded-rows.ts';
import { markStreams } from '../kernel/incomplete.ts';
import { type Entry, writeListing } from '../kernel/listing.ts';
import { projectorOf, type RowBatch } from '../kernel/projector.ts';
import { SummedTable } from '../kernel/summed-rows.ts';
import { lookOfHash } from './picture-look.ts';
import { isStemmed } from './search-text.ts';
import {
  ALL,
  categoryList,
  EVERYONE,
  incomplete,
  indexes,
  type PictureRow,
  pictures,
  searched,
  tables,
  tagOf,
  trigramsOf,
} from './search.tables.ts';

type DataOf<Type extends GenerationFact['type']> = Extract<GenerationFact, Fact<Type>>['data'];

const foldedPictures = new FoldedTable(pictures);
const summedSearches = new SummedTable(searched);

const FORGET = `
  delete from searched where day < (select max(day) from searched) - ${SEARCHES_SHOWN_DAYS}`;
const FORGET_WITHDRAWN = 'delete from searched where callers <= 0';

/** A word that is no more than an article is nobody's slip of the pen: its stem is none. */
const COUNT_TERMS = `
  with given as materialized (
    select word, by from unnest($1::text[], $2::int[]) as given (word, by) where ts_lexize('english_stem', word) <> '{}'
  ),
  parts as (
    insert into term_part (part, letters, word)
    select unnest(${trigramsOf('word')}), length(word), word from given where by > 0
    on conflict do nothing
  )
  insert into term (word, pictures) select word, by from given
  on conflict (word) do update set pictures = term.pictures + excluded.pictures`;
const FORGET_TERMS = `
  with gone as (delete from term where word = any($1::text[]) and pictures = 0 returning word)
  delete from term_part using (select word, unnest(${trigramsOf('word')}) as part from gone) as their
  where (term_part.part, term_part.letters, term_part.word) = (their.part, length(their.word), their.word)`;

class SearchRows implements RowBatch {
  private readonly pictures = foldedPictures.batch();
  private readonly searches = summedSearches.batch();
  private isSearched = false;
  private isWithdrawn = false;

  begin(row: PictureRow): void {
    this.pictures.begin(row.id, row);
  }

  /** Nothing of what was given up before it was requested, or is to be a variant of another. */
  change(id: string, step: (row: PictureRow) => PictureRow): void {
    this.pictures.change(id, (row) => row && found(step(row)));
  }

  /** Nothing is left of it, its words least of all. */
  remove(id: string): void {
    this.pictures.change(id, () => undefined);
  }

  search(words: string, day: string): void {
    this.isSearched = true;
    this.searches.add({ words, plain_words: plain(words), day, callers: 1 });
  }

  /** Nothing is left of words that nobody else searched for. */
  withdraw(words: string, day: string): void {
    this.isWithdrawn = true;
    this.searches.add({ words, plain_words: plain(words), day, callers: -1 });
  }

  async write(sql: ClientBase): Promise<void> {
    const changes = await this.pictures.fold(sql);
    const { added, removed } = listed(changes);
    await Promise.all([
      this.pictures.write(sql, changes),
      writeTerms(sql, changes),
      added.length + removed.length > 0 ? writeListing(sql, added, removed) : undefined,
      this.writeSearches(sql),
    ]);
  }

  private async writeSearches(sql: ClientBase): Promise<void> {
    if (!this.isSearched && !this.isWithdrawn) return;
    await Promise.all([this.searches.write(sql), sql.query({ name: 'forget searches', text: FORGET })]);
    if (this.isWithdrawn) await sql.query({ name: 'forget withdrawn searches', text: FORGET_WITHDRAWN });
  }
}

/** What everybody finds of the public pictures, a member of their own, and what many search for. */
export const search = projectorOf<GenerationFact | SearchFact, SearchRows>()({
  name: 'search',
  version: 5,
  holdsWords: true,
  categories: [generationStream.category, searchesStream.category],
  tables,
  indexes,
  rows: () => new SearchRows(),
  on: {
    GenerationRequested: ({ data }, rows) => {
      // What only makes a variant of another stands in no list.
      if (data.variantOf === null) rows.begin(requested(data));
    },
    VariantCreated: ({ data }, rows) => {
      // The cover: what is drawn anew comes in its place.
      if (data.index === 0) rows.change(data.generationId, (row) => seen(row, data));
    },
    GenerationCompleted: ({ data }, rows) => rows.change(data.generationId, (row) => ({ ...row, completed: true })),
    MadePublic: ({ data }, rows) =>
      rows.change(data.generationId, (row) => ({ ...row, published_at: data.publishedAt })),
    MadePrivate: ({ data }, rows) => rows.change(data.generationId, (row) => ({ ...row, published_at: null })),
    Deleted: ({ data }, rows) => rows.change(data.generationId, (row) => ({ ...row, deleted: true })),
    Restored: ({ data }, rows) => rows.change(data.generationId, (row) => ({ ...row, deleted: false })),
    Purged: ({ data }, rows) => rows.remove(data.generationId),
    GenerationAdopted: ({ data: { generationId, memberId, prompt } }, rows) =>
      rows.change(generationId, (row) => ({
        ...row,
        member_id: memberId,
        // A visitor chooses no style.
        ...wordsIn(saidOf(prompt), 'auto'),
        tags: [row.tags, ...categoryTags(saidOf(prompt), 'auto')].join(' '),
      })),
    SearchPerformed: ({ data: { words, day, counts } }, rows) => {
      if (counts) rows.search(words, day);
    },
    SearchWithdrawn: ({ data: { words, day } }, rows) => rows.withdraw(words, day),
  },
  ignores: [
    'EntryTagged',
    'EntryUntagged',
    ...renderSteps,
    'GenerationFailed',
    'GenerationCancelled',
    'VariantAttached',
    'Saved',
    'RemixDetached',
  ],
  markIncomplete: markStreams(incomplete, [generationStream]),
});

function requested({
  generationId,
  memberId,
  prompt,
  settings,
  requestedAt,
  trial,
}: DataOf<'GenerationRequested'>): PictureRow {
  // A visitor's words come with the member who the visitor becomes.
  const said = trial ? '' : saidOf(prompt);
  const { model, aspectRatio, resolution, style } = settings;
  return {
    id: generationId,
    member_id: memberId,
    ...wordsIn(said, trial ? 'auto' : style),
    tags: [
      tagOf('model', model),
      tagOf('ratio', aspectRatio),
      tagOf('resolution', resolution),
      ...(trial ? [] : categoryTags(said, style)),
    ].join(' '),
    look: '',
    created_at: requestedAt,
    published_at: null,
    completed: false,
    deleted: false,
    public_at: null,
  };
}

const saidOf = (prompt: string): string => (prompt === ERASED ? '' : prompt);

function wordsIn(prompt: string, style: Style): Pick<PictureRow, 'words' | 'other_words' | 'also_words'> {
  const words = indexedWords(prompt);
  const apart = (stemmed: boolean): string => words.filter((word) => isStemmed(word) === stemmed).join(' ');
  return { words: apart(true), other_words: apart(false), also_words: relatedWords(prompt, style).join(' ') };
}

const categoryTags = (prompt: string, style: Style): string[] =>
  categoriesOf(prompt, style).map((category) => tagOf('category', category));

const OF_LOOK = [tagOf('colour', ''), tagOf('kind', '')];

function seen(row: PictureRow, { look: told, thumbhash }: DataOf<'VariantCreated'>): PictureRow {
  const look = told ?? lookOfHash(thumbhash);
  const others = row.tags.split(' ').filter((tag) => !OF_LOOK.some((name) => tag.startsWith(name)));
  if (look === '') return { ...row, tags: others.join(' '), look };
  const { colours, kind } = seenIn(look);
  const tags = [...others, ...colours.map((colour) => tagOf('colour', colour)), tagOf('kind', kind)].join(' ');
  return { ...row, tags, look };
}

const found = (row: PictureRow): PictureRow => ({
  ...row,
  public_at: row.completed && !row.deleted ? row.published_at : null,
});

const CATEGORY = tagOf('category', '');

/** The lists of everybody's that a picture stands in. */
function entriesOf(row: PictureRow | undefined): Entry[] {
  if (!row || row.public_at === null) return [];
  const { id, public_at: at, tags } = row;
  const categories = tags.split(' ').filter((tag) => tag.startsWith(CATEGORY));
  return [ALL, ...categories.map((tag) => categoryList(tag.slice(CATEGORY.length)))].map((list) => ({
    owner: EVERYONE,
    list,
    at,
    id,
  }));
}

/** What entered and left the lists. */
function listed(changes: readonly Change<PictureRow>[]): { added: Entry[]; removed: Entry[] } {
  const added: Entry[] = [];
  const removed: Entry[] = [];
  for (const { before, after } of changes) {
    if (before?.public_at === after?.public_at && before?.tags === after?.tags) continue;
    const were = entriesOf(before);
    const are = entriesOf(after);
    added.push(...are.filter((entry) => !were.some((one) => isSame(one, entry))));
    removed.push(...were.filter((entry) => !are.some((one) => isSame(one, entry))));
  }
  return { added, removed };
}

const isSame = (a: Entry, b: Entry): boolean => a.list === b.list && a.at === b.at;

/** Shorter ones and numbers are not misspelt, longer ones are no words. */
const TERM = /^[\p{L}\p{M}]{3,30}$/u;
/** Words as they are written: of one with accents, not the same without. */
function termsOf(row: PictureRow | undefined): string[] {
  if (!row || row.public_at === null) return [];
  const others = row.other_words.split(' ');
  const compared = new Set(others.map(plain).filter((word, at) => word !== others[at]));
  return [...row.words.split(' '), ...others].filter((word) => TERM.test(word) && !compared.has(word));
}

async function writeTerms(sql: ClientBase, changes: readonly Change<PictureRow>[]): Promise<void> {
  const counts = new Map<string, number>();
  const count = (words: readonly string[], by: number): void => {
    for (const word of words) counts.set(word, (counts.get(word) ?? 0) + by);
  };
  for (const { before, after } of changes) {
    if ((before?.public_at === null || before === undefined) === (after?.public_at === null || after === undefined)) {
      continue;
    }
    count(termsOf(before), -1);
    count(termsOf(after), 1);
  }
  const moved = [...counts].filter(([, by]) => by !== 0).toSorted(([a], [b]) => (a < b ? -1 : 1));
  if (moved.length === 0) return;
  const words = arrayLiteral(moved.map(([word]) => word));
  const gone = moved.filter(([, by]) => by < 0).map(([word]) => word);
  const writing: Promise<unknown>[] = [
    sql.query({
      name: 'count terms',
      text: COUNT_TERMS,
      values: [words, plainArrayLiteral(moved.map(([, by]) => by))],
    }),
  ];
  if (gone.length > 0) {
    writing.push(sql.query({ name: 'forget terms', text: FORGET_TERMS, values: [arrayLiteral(gone)] }));
  }
  await Promise.all(writing);
}
