import { arrayLiteral } from '@easel/kernel/database/arrays';
import { queriesOf, sql } from '@easel/kernel/database/query-writer';
import { column, type Database } from '@easel/kernel/database/table';
import { Statement, WrittenStatement } from '../kernel/statement.ts';
import type { Queryable } from '../kernel/reads.ts';
import { hexOfKey, type Key, keyOf, probeOf, SaidFilter, type Searched, searchedWords, together } from './blocks.ts';
import { type EventFilter, WORDS_ASKED_MAX } from './event-filter.ts';
import { eventsModel } from './events-model.ts';
import type { tables } from './events.tables.ts';

/** A row that was found: where it stands, and what was asked for of it. */
export interface FoundEvent {
  position: string;
}

export interface Walk {
  filter: EventFilter;
  /** Towards older ones, or newer ones. */
  direction: 'older' | 'newer';
  limit: number;
  /** Stretches that are looked into at most; as many as there are without it. */
  most?: number;
}

/** What a walk has come by. */
export interface Walked<Row> {
  rows: Row[];
  /** The position that it went to, where it ended before it had found enough or all. */
  wentTo: string | undefined;
}

/** Of more types, the filters are not asked for each with each word. */
const TYPES_TOGETHER = 12;
/** Nor are they where that would be more questions than these. */
const QUESTIONS_TOGETHER = 96;
/** Words that a part of a word is looked for in, at most. */
const WORDS_WITHIN_MAX = 50;
/** Blocks whose filters are asked at a time, and how many of those that may hold something are looked into. */
const ASKED = { first: 32, times: 4, most: 8_192 };
const LOOKED_INTO = { first: 4, times: 2, most: 64 };
/** Stretches that one count looks through at most: at 512 events in each, some 200 000. */
const COUNTED_STRETCHES = 400;
const BEYOND = 9_223_372_036_854_775_807n;
const { schema } = eventsModel;
const db = queriesOf<Database<typeof tables>>(schema);

/** Positions, both included. */
export interface Stretch {
  first: string;
  last: string;
}

/** What is asked of the filters of blocks, and then of the rows. */
interface Wanted {
  filter: EventFilter;
  /** Undefined for any. */
  types: readonly string[] | undefined;
  words: readonly (readonly Key[])[];
  /** A block may hold what is wanted if of each group one key is in it. */
  groups: readonly (readonly Key[])[];
}

/** Words of the vocabulary with a part in them, the shortest first. */
const WITHIN = new WrittenStatement('event words', { part: column.text, most: column.int }, (given) =>
  db
    .selectFrom('vocabulary')
    .where(sql<boolean>`position(${given('part')} in word) > 0`)
    .select(['word', sql<number>`(count(*) over ())::int`.as('found')])
    .orderBy(sql`length(word)`)
    .orderBy('word')
    .limit(given('most')),
);

/** Types whose facts say words that have left these bits. */
const TYPES = new WrittenStatement('event types', { bits: column.int.list }, (given) =>
  db
    .selectFrom('type_count')
    .leftJoin('type_words', 'type_words.type', 'type_count.type')
    .where(sql<boolean>`not exists (select from unnest(${given('bits')}) as bit where get_bit(bits, bit) = 0)`)
    .select(['type_count.type', 'category']),
);

/** The blocks there are, up to which position they reach, and the first that reaches the cursor. */
const BLOCKS = new WrittenStatement('event blocks', { cursor: column.position }, (given) =>
  db
    .selectFrom('block')
    .select((eb) => [
      eb.fn.coalesce(eb.fn.max('block'), eb.lit(-1)).as('newest'),
      eb.fn.coalesce(eb.fn.max('last_position'), sql<string>`-1`).as('sealed'),
      eb
        .selectFrom('block')
        .where('last_position', '>=', given('cursor'))
        .select('block')
        .orderBy('last_position')
        .limit(1)
        .as('cursor'),
    ]),
);

/** `$1` and `$2` blocks, `$3` and `$4` milliseconds, `$5` how many groups; then the probes, the group of each first. */
const CANDIDATES = new Statement<Stretch>(
  'event candidates',
  `with probe as materialized (
     select * from unnest($6::int[], $7::smallint[], $8::int[], $9::int[], $10::int[], $11::int[], $12::int[])
       as probe (wanted, part, bit_1, bit_2, bit_3, bit_4, bit_5)
   ), answered as (
     select block from probe join ${schema}.block_part using (part)
     where block between $1::int and $2::int and get_bit(bits, bit_1) = 1 and get_bit(bits, bit_2) = 1
       and get_bit(bits, bit_3) = 1 and get_bit(bits, bit_4) = 1 and get_bit(bits, bit_5) = 1
     group by block having count(distinct wanted) = $5::int
   )
   select first_position as first, last_position as last from ${schema}.block
   where block between $1::int and $2::int and to_ms >= $3::bigint and from_ms < $4::bigint
     and ($5::int = 0 or block in (select block from answered))
   order by block`,
);

const FIRST_WORD = 13;
const HAS_WORDS = Array.from({ length: WORDS_ASKED_MAX }, (_, index) => {
  const word = `$${FIRST_WORD + index}::bytea[]`;
  return `and (${word} is null or position((${word})[1] in words) > 0 or cardinality(${word}) > 1
    and exists (select from unnest(${word}) as one where position(one in words) > 0))`;
}).join(' ');

/** Where the columns of `event` fit; its parameters are those of `valuesOf`. */
export const FITS = `($4::text[] is null or type = any($4)) and ($5::text[] is null or split_part(stream, '-', 1) = any($5))
  and ($6::text[] is null or actor_kind = any($6)) and ($7::text is null or stream = $7)
  and ($8::uuid is null or member_id = $8) and ($9::text is null or actor_id = $9)
  and ($10::text is null or correlation_id = $10)
  and ($11::bigint is null or at_ms >= $11) and ($12::bigint is null or at_ms < $12) ${HAS_WORDS}`;
/** The first that is free behind them. */
export const BEHIND_FITS = FIRST_WORD + WORDS_ASKED_MAX;

/** Rows in the stretches `$1` to `$2` that fit, `$3` of them at most. */
const walkOf = <Row extends FoundEvent>(
  name: string,
  columns: string,
  alone: boolean,
): Readonly<Record<Walk['direction'], Statement<Row>>> => {
  const towards = (order: 'asc' | 'desc'): Statement<Row> =>
    new Statement(
      `${name} ${order}`,
      `select found.* from unnest($1::bigint[], $2::bigint[]) as stretch (first, last)
       cross join lateral (
         select position, ${columns} from ${schema}.event
         where position between stretch.first and stretch.last and ${FITS}
         order by position ${order} limit $3::int
       ) as found
       order by found.position ${order} limit $3::int`,
      alone,
    );
  return { older: towards('desc'), newer: towards('asc') };
};

/** What of an event is looked up, once for all that ask for the same. */
export class EventWalk<Row extends FoundEvent> {
  private readonly statements: Readonly<Record<Walk['direction'], Statement<Row>>>;

  /** `columns`, beside the position; `alone`, where they are many. */
  constructor(name: string, columns: string, { alone = false } = {}) {
    this.statements = walkOf(name, columns, alone);
  }

  /** The next that fit, in the order in which they are walked to. */
  async next(reads: Queryable, walk: Walk): Promise<Row[]> {
    return (await this.walk(reads, walk)).rows;
  }

  /** The same, with how far it went. */
  async walk(reads: Queryable, { filter, direction, limit, most = Infinity }: Walk): Promise<Walked<Row>> {
    const wanted = await wantedBy(reads, filter);
    const rows: Row[] = [];
    if (!wanted) return { rows, wentTo: undefined };
    let lookedInto = 0;
    for await (const stretches of stretchesOf(reads, wanted, direction)) {
      const values = valuesOf(wanted, stretches, limit - rows.length);
      rows.push(...(await this.statements[direction].run(reads, values)));
      if (rows.length >= limit) break;
      lookedInto += stretches.length;
      const last = stretches.at(-1);
      if (lookedInto >= most) return { rows, wentTo: direction === 'older' ? last?.first : last?.last };
    }
    return { rows, wentTo: undefined };
  }
}

export interface LookedThrough {
  /** For a statement with `FITS` in it. */
  values: unknown[];
  /** The position down to which there was looked, where that is not all. */
  downTo: string | undefined;
}

/**
 * The newest stretches in which there may be what fits, as many as can be looked through at once; undefined where there
 * is none.
 */
export async function looked(reads: Queryable, filter: EventFilter, limit: number): Promise<LookedThrough | undefined> {
  const wanted = await wantedBy(reads, filter);
  if (!wanted) return undefined;
  const stretches: Stretch[] = [];
  let isAll = true;
  for await (const some of stretchesOf(reads, wanted, 'older')) {
    const room = COUNTED_STRETCHES - stretches.length;
    stretches.push(...some.slice(0, room));
    isAll = some.length <= room;
    if (!isAll) break;
  }
  return { values: valuesOf(wanted, stretches, limit), downTo: isAll ? undefined : stretches.at(-1)?.first };
}

/** Undefined where no type of the log's events fits, by its name, its category or what its events say. */
async function wantedBy(reads: Queryable, filter: EventFilter): Promise<Wanted | undefined> {
  const { type, category, stream, member, actor, correlation, q } = filter;
  const words = (await wordsWithin(reads, q)).map(({ keys }) => keys);
  const said = words.flatMap(([word, ...others]) =>
    word?.isLetters === true && others.length === 0 ? SaidFilter.bitsOf(word) : [],
  );
  let types: readonly string[] | undefined;
  if (type || category || said.length > 0) {
    const known = await TYPES.run(reads, { bits: arrayLiteral(said) });
    const fit = known.filter(
      (one) => (!type || type.includes(one.type)) && (!category || category.includes(one.category)),
    );
    types = [...new Set(fit.map((one) => one.type))];
    if (types.length === 0) return undefined;
    if (!type && !category && types.length > TYPES_TOGETHER) types = undefined;
  }
  const ids = [stream, member, actor, correlation].filter((id) => id !== undefined).map((id) => keyOf(id));
  return {
    filter,
    types,
    words,
    groups: groupsOf(
      [...words, ...ids.map((id) => [id])],
      types?.map((one) => keyOf(one)),
    ),
  };
}

export interface WordWithin {
  /** As it was asked for. */
  word: string;
  /** The words that it was looked for in, beside itself. */
  within: string[];
  /** How many more there are, which it was not looked for in. */
  more: number;
  keys: readonly Key[];
}

/** What the words of a search mean: themselves, and what they are a part of. */
export const wordsWithin = (reads: Queryable, q: string | undefined): Promise<WordWithin[]> =>
  Promise.all((q === undefined ? [] : searchedWords(q)).map((searched) => wordWithin(reads, searched)));

async function wordWithin(reads: Queryable, { key, part }: Searched): Promise<WordWithin> {
  if (part === undefined) return { word: '', within: [], more: 0, keys: [key] };
  // One more, as it may be among them itself.
  const found = await WITHIN.run(reads, { part, most: WORDS_WITHIN_MAX + 1 });
  const others = found.map(({ word }) => word).filter((word) => word !== part);
  const within = others.slice(0, WORDS_WITHIN_MAX);
  const isKnown = others.length < found.length;
  const more = (found[0]?.found ?? 0) - (isKnown ? 1 : 0) - within.length;
  return { word: part, within, more, keys: [key, ...within.map((word) => ({ ...keyOf(word), isLetters: true }))] };
}

function groupsOf(words: readonly (readonly Key[])[], types: readonly Key[] | undefined): (readonly Key[])[] {
  if (!types) return [...words];
  const questions = types.length * words.reduce((most, keys) => Math.max(most, keys.length), 1);
  if (types.length > TYPES_TOGETHER || questions > QUESTIONS_TOGETHER) return [types, ...words];
  return words.length === 0
    ? [types]
    : words.map((keys) => keys.flatMap((key) => types.map((type) => together(key, type))));
}

/** Where to look, a few stretches at a time, from where the walk begins to where it ends. */
async function* stretchesOf(
  reads: Queryable,
  wanted: Wanted,
  direction: Walk['direction'],
): AsyncGenerator<readonly Stretch[], void, void> {
  const { filter, groups } = wanted;
  // Both are excluded, what lies between them is wanted.
  const after = filter.after === undefined ? -1n : clamped(filter.after);
  const before = filter.before === undefined ? BEYOND : clamped(filter.before);
  const within = (stretches: readonly Stretch[]): Stretch[] =>
    stretches
      .map(({ first, last }) => ({
        first: String(BigInt(first) > after ? first : after + 1n),
        last: String(BigInt(last) < before ? last : before - 1n),
      }))
      .filter(({ first, last }) => BigInt(first) <= BigInt(last));

  if (filter.id) {
    const places = [...new Set(filter.id.map((id) => clamped(id)))].sort((a, b) => (a < b ? -1 : 1)).map(String);
    yield within(places.map((place) => ({ first: place, last: place })));
    return;
  }
  const { from, to, kind } = filter;
  const isNarrowed = groups.length > 0 || [from, to, kind].some((one) => one !== undefined);
  if (!isNarrowed) {
    yield within([{ first: '0', last: String(BEYOND) }]);
    return;
  }
  const cursor = direction === 'older' ? before - 1n : after + 1n;
  const [blocks] = await BLOCKS.run(reads, { cursor });
  if (!blocks) throw new Error('blocks without a row');
  const tail = within([{ first: String(BigInt(blocks.sealed) + 1n), last: String(BEYOND) }]);
  const start = blocks.cursor ?? (direction === 'older' ? blocks.newest : blocks.newest + 1);
  const [lowest, highest] = direction === 'older' ? [0, start] : [start, blocks.newest];
  if (direction === 'older' && tail.length > 0) yield tail;
  for await (const stretches of candidatesOf(reads, wanted, { direction, lowest, highest })) {
    const open = within(stretches);
    if (open.length > 0) yield open;
  }
  if (direction === 'newer' && tail.length > 0) yield tail;
}

async function* candidatesOf(
  reads: Queryable,
  { filter, groups }: Wanted,
  { direction, lowest, highest }: { direction: Walk['direction']; lowest: number; highest: number },
): AsyncGenerator<readonly Stretch[], void, void> {
  const probes = groups.flatMap((keys, group) => keys.map((key) => ({ group, ...probeOf(key) })));
  const times = [msOf(filter.from) ?? 0, msOf(filter.to) ?? String(BEYOND)];
  const asked = [
    groups.length,
    arrayLiteral(probes.map(({ group }) => group)),
    arrayLiteral(probes.map(({ part }) => part)),
    ...[0, 1, 2, 3, 4].map((turn) => arrayLiteral(probes.map(({ bits }) => bits[turn]))),
  ];
  let looks: number = LOOKED_INTO.first;
  for (let [from, count] = [0, ASKED.first]; from <= highest - lowest; from += count, count = grown(count, ASKED)) {
    const [low, high] =
      direction === 'older'
        ? [Math.max(lowest, highest - from - count + 1), highest - from]
        : [lowest + from, Math.min(highest, lowest + from + count - 1)];
    const candidates = await CANDIDATES.run(reads, [low, high, ...times, ...asked]);
    if (direction === 'older') candidates.reverse();
    for (let next = 0; next < candidates.length;) {
      yield candidates.slice(next, next + looks);
      next += looks;
      looks = grown(looks, LOOKED_INTO);
    }
  }
}

const grown = (count: number, { times, most }: { times: number; most: number }): number =>
  Math.min(most, count * times);

function valuesOf({ filter, types, words }: Wanted, stretches: readonly Stretch[], limit: number): unknown[] {
  const anyOf = (values: readonly string[] | undefined): string | null => (values ? arrayLiteral(values) : null);
  return [
    arrayLiteral(stretches.map(({ first }) => first)),
    arrayLiteral(stretches.map(({ last }) => last)),
    limit,
    anyOf(types),
    anyOf(filter.category),
    anyOf(filter.kind),
    filter.stream ?? null,
    filter.member ?? null,
    filter.actor ?? null,
    filter.correlation ?? null,
    msOf(filter.from) ?? null,
    msOf(filter.to) ?? null,
    ...Array.from({ length: WORDS_ASKED_MAX }, (_, index) => {
      const word = words[index];
      return word ? arrayLiteral(word.map((key) => `\\x${hexOfKey(key)}`)) : null;
    }),
  ];
}

/** An instant is a whole millisecond here: what is finer lies in it. */
const msOf = (instant: string | undefined): number | undefined =>
  instant === undefined ? undefined : Date.parse(instant);

/** Nineteen digits may say more than a position can. */
function clamped(digits: string): bigint {
  const position = BigInt(digits);
  return position > BEYOND ? BEYOND : position;
}
