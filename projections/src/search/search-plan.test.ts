import { createPool } from '@easel/kernel/database/database';
import { createTestDatabase, type TestDatabase } from '@easel/kernel/testing/database';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { connectTo, createIndexes, establish } from '../kernel/projection-state.ts';
import { singleConnection } from '../kernel/projector-runner.ts';
import { planOf, type PlanNode, type Value } from '../ledger/testing/plans.ts';
import { PEERS } from './alike.queries.ts';
import { NEAR } from './did-you-mean.queries.ts';
import { FRUITFUL } from './fruitful.queries.ts';
import { CATEGORIES, FOUND, LISTED, LISTED_AFTER, OWN, searchModel } from './search.queries.ts';
import { EVERYONE, trigramsOf } from './search.tables.ts';
import { SUGGESTED, TRENDING } from './trends.queries.ts';

const PICTURES = 60_000;
const LIMIT = 20;
const OWNER = '00000000-0000-4000-8000-000000000001';

/**
 * Pictures by the minute, the last the newest: `light` in every third, `fox` in one of fifty, `zebra` in ten, `pumpkin`
 * in one of twenty of the oldest tenth, and words of their own; of ten colours, one in a hundred of a rare model.
 */
const FILL = `
  insert into picture (id, member_id, words, other_words, also_words, tags, look, created_at, published_at, completed, deleted, public_at)
  select md5('picture' || n)::uuid, case when n % 1000 = 7 then '${OWNER}'::uuid else md5('member' || n % 500)::uuid end,
    concat_ws(' ', 'a picture of something nice that is seen from afar by w' || n % 5000, 'and v' || n % 7919,
      case when n % 3 = 0 then 'in the light' end, case when n % 50 = 0 then 'fox' end,
      case when n % (${PICTURES} / 10) = 5 then 'zebra' end,
      case when n < ${PICTURES} / 10 and n % 2 = 0 then 'pumpkin' end),
    case when n % (${PICTURES} / 10) = 6 then '长城' else '' end, 'animals',
    concat_ws(' ', case when n % 100 = 3 then '=model:zen' else '=model:realism' end, '=colour:' || n % 10, '=category:animals'),
    '', at, at, true, false, at
  from (
    select n, timestamptz '2026-01-01T00:00:00Z' + n * interval '1 minute' as at from generate_series(1, ${PICTURES}) as n
  ) as given`;
/** Words as they are in a language: many begin and end alike. */
const FILL_TERMS = `
  insert into term (word, pictures)
  select word, 1 from (
    select distinct (array['un','re','in','over','under','out','fore','sub'])[1 + n % 8]
      || translate(substr(md5(n::text), 1, 5), '0123456789', 'ghijklmnop')
      || (array['ing','ed','ness','er','ion','al','y',''])[1 + n / 8 % 8] as word
    from generate_series(1, 40000) as n
  ) as words;
  insert into term (word, pictures) values ('light', ${PICTURES} / 3), ('picture', ${PICTURES});
  insert into term_part (part, letters, word) select unnest(${trigramsOf('word')}), length(word), word from term`;
const FILL_SEARCHED = `
  insert into searched (words, plain_words, day, callers)
  select 'search ' || n % 10000, 'search ' || n % 10000, (now() at time zone 'UTC')::date - n / 10000, case when n % 100 = 0 then 9 else 1 end
  from generate_series(0, 99999) as n`;
const FILL_LISTING = `
  insert into listing (owner, list, at, id)
  select '${EVERYONE}', unnest(array['all', 'category:animals']), public_at, id from picture;
  insert into listing_total (owner, list, total)
  select owner, list, count(*) from listing group by owner, list;
  insert into listing_anchor (owner, list, at, id, older)
  select owner, list, at, id, older from (
    select *, row_number() over (partition by owner, list order by at, id) - 1 as older from listing
  ) as numbered where older % 128 = 5`;

let database: TestDatabase;
let sql: Client;
beforeAll(async () => {
  database = await createTestDatabase();
  const pool = createPool(database.url, { max: 1, name: 'test' });
  const writing = await connectTo(singleConnection(pool, 'test'), searchModel.schema);
  await writing.query('set statement_timeout to 0');
  await establish(writing, searchModel, searchModel.schema, { fresh: true });
  for (const fill of [FILL, FILL_TERMS, FILL_SEARCHED, FILL_LISTING]) await writing.query(fill);
  await createIndexes(writing, searchModel);
  await writing.query('vacuum analyze');
  await writing.end();
  await pool.end();
  sql = new Client({ connectionString: database.url, options: '-c plan_cache_mode=force_generic_plan' });
  await sql.connect();
});
afterAll(async () => {
  await sql.end();
  await database.drop();
});

/** Tables that are looked through whole, as they hold next to nothing. */
const SMALL = ['incomplete', 'listing_total'];

/** Rows that are looked at in tables, and those that are walked through without an index. */
function touched(nodes: readonly PlanNode[]): { rows: number; walked: string[] } {
  const read = nodes.filter((node) => node['Relation Name'] !== undefined && node['Actual Loops'] > 0);
  const rows = read.reduce((sum, node) => {
    const passed = (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Index Recheck'] ?? 0);
    return sum + node['Actual Loops'] * (node['Actual Rows'] + passed);
  }, 0);
  const walked = read
    .filter((node) => node['Node Type'] === 'Seq Scan' && !SMALL.includes(node['Relation Name'] ?? ''))
    .map((node) => node['Relation Name'] ?? '');
  return { rows, walked };
}

async function rowsOf(statement: { text: string }, values: readonly Value[]): Promise<number> {
  const { rows, walked } = touched(await planOf(sql, statement, values));
  expect(walked).toEqual([]);
  return rows;
}

/** As it stands within an array of the statement's. */
const quoted = (text: string): string => (text === '' ? '""' : text.replaceAll("'", "''"));
const aloneIn = (words: string, filter: string): string => (filter === '' ? (/^'(\w+)'$/.exec(words)?.[1] ?? '') : '');

/** What the look for how common it is reads at most. */
const PROBE = 1_001;

test.each<[string, string, string, number, number]>([
  ['a rare word', `'zebra'`, '', 0, 10],
  ['a word there is none of', `'unicorn'`, '', 0, 0],
  ['two words that are not together', `'zebra' & 'light'`, '', 0, 10],
  ['a beginning', `'zeb':*`, '', 0, 10],
  ['a rare word that is not stemmed', '', `'长城'`, 0, 10],
  ['a common word', `'light'`, '', 0, PROBE + 3 * LIMIT],
  ['a common word, deep down', `'light'`, '', 900, PROBE + 3 * 920],
  ['a word that all have', `'picture'`, '', 0, PROBE + LIMIT],
  ['a filter that all pass', '', `'=category:animals'`, 0, PROBE + LIMIT],
  ['a filter that few pass', '', `'=model:zen'`, 0, PICTURES / 100 + 10],
  ['words and filters', `'fox' & 'light'`, `'=colour:0' & '=model:realism'`, 0, PICTURES / 150 + 10],
])('%s is found by few rows', async (_what, words, filter, before, most) => {
  const rows = await rowsOf(FOUND, [[quoted(words)], [quoted(filter)], before, LIMIT, aloneIn(words, filter)]);
  expect(rows).toBeLessThanOrEqual(most);
});

test('a word that was common long ago costs what there is of it, and the newest that were gone over', async () => {
  const rows = await rowsOf(FOUND, [[quoted("'pumpkin'")], [quoted('')], 0, LIMIT, '']);
  expect(rows).toBeLessThanOrEqual(PROBE + 5_000 + PICTURES / 20 + LIMIT);
});

test('a category is entered at any page number as fast as at the first', async () => {
  for (const before of [0, PICTURES / 2, PICTURES - LIMIT]) {
    expect(await rowsOf(LISTED, [EVERYONE, 'category:animals', before, LIMIT])).toBeLessThanOrEqual(LIMIT + 131);
  }
});

test('a category is read on from a picture at any depth as fast as from the first', async () => {
  const { rows } = await sql.query<{ at: string; id: string }>(
    `select at::text, id from ${searchModel.schema}.listing where owner = $1 and list = 'category:animals' order by at desc, id desc offset $2 limit 1`,
    [EVERYONE, PICTURES / 2],
  );
  const { at, id } = rows[0] as { at: string; id: string };
  const after = [EVERYONE, 'category:animals', 0, LIMIT, at, id];
  expect(await rowsOf(LISTED_AFTER, after)).toBeLessThanOrEqual(LIMIT + 3);
});

test('compares a picture with a bounded number of others for each trait', async () => {
  const traits = [
    "'=category:animals'",
    "'=model:realism'",
    "'=colour:3'",
    "'=colour:4'",
    "'=colour:5'",
    "'=colour:6'",
  ];
  const exact = traits.map(quoted);
  const none = traits.map(() => quoted(''));
  expect(await rowsOf(PEERS, ['', '', none, exact, traits.map(() => '1')])).toBeLessThanOrEqual(traits.length * 500);
});

test('categories with their pictures cost some rows each', async () => {
  expect(await rowsOf(CATEGORIES, [EVERYONE, ['category:animals']])).toBeLessThanOrEqual(10);
});

test('a member’s own are gone over, and nobody else’s', async () => {
  expect(await rowsOf(OWN, ["''light''", '', 0, LIMIT, OWNER])).toBeLessThanOrEqual(PICTURES / 1_000);
});

test('misspelt words are compared with words that share letters in a row', async () => {
  expect(
    await rowsOf(NEAR, [
      ['forewohlhing', 'zbera', 'reigpbal'],
      ["''forewohlhing''", "''zbera''", "''reigpbal''"],
      ['""', '""', '""'],
    ]),
  ).toBeLessThanOrEqual(45_000);
});

test('what is trending and what is suggested is found along what many searched for', async () => {
  expect(await rowsOf(TRENDING, [24])).toBeLessThanOrEqual(100_000 / 100);
  expect(await rowsOf(SUGGESTED, ['search 11', 'search 11~'])).toBeLessThanOrEqual(100);
});

test('whether searches find something is one look each', async () => {
  expect(
    await rowsOf(FRUITFUL, [
      ["''zebra''", "''light''", "''unicorn''"],
      ['""', '""', '""'],
    ]),
  ).toBeLessThanOrEqual(3 * 201);
});
