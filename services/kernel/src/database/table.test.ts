import { Client } from 'pg';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { PreparedStatement, queriesOf } from './query-writer.ts';
import { append, column, type Database, load, put, type RowOf, table } from './table.ts';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';

const things = table(
  'thing',
  {
    id: column.uuid,
    name: column.text.orNull,
    kind: column.word<'small' | 'large'>(),
    cents: column.bigint,
    position: column.position.orNull,
    at: column.timestamptz,
    detail: column.json<{ said: string } | null>(),
    incomplete: column.boolean.filled('default false'),
  },
  { key: ['id'], indexes: ['(name)'] },
);
type Thing = RowOf<typeof things>;

const thing = (digit: number, row: Partial<Thing> = {}): Thing => ({
  id: `00000000-0000-4000-8000-00000000000${digit}`,
  name: 'one "of" {many}, \\ all',
  kind: 'small',
  cents: -5,
  position: 9_007_199_254_740_993n,
  at: '2026-11-24T06:00:00.123Z',
  detail: { said: `it's "so"` },
  ...row,
});

let database: TestDatabase;
let sql: Client;
beforeAll(async () => {
  database = await createTestDatabase();
  sql = new Client({ connectionString: database.url });
  await sql.connect();
});
afterAll(async () => {
  await sql.end();
  await database.drop();
});
beforeEach(async () => {
  await sql.query('drop table if exists thing');
  for (const statement of things.create) await sql.query(statement);
});

test('is created as it is declared', () => {
  expect(things.create).toEqual([
    'create table thing (id uuid not null, name text, kind text collate "C" not null, cents bigint not null, ' +
      'position bigint, at timestamptz not null, detail json not null, incomplete boolean not null default false, ' +
      'primary key (id))',
    'create index on thing (name)',
  ]);
});

test('gives back what was appended, and refuses to append it again', async () => {
  const rows = [thing(1), thing(2, { name: null, position: null, detail: null })];
  await append(sql, things, rows);
  const keys = rows.map(({ id }) => id);
  expect(await load(sql, things, keys)).toEqual(new Map(rows.map((row) => [row.id, row])));
  await expect(append(sql, things, rows)).rejects.toMatchObject({ code: '23505' });
  await append(sql, things, []);
});

const many = (count: number, row: (index: number) => Partial<Thing> = () => ({})): Thing[] =>
  Array.from({ length: count }, (_, index) =>
    thing(1, { id: `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`, ...row(index) }),
  );

test('gives back many rows as it does few, and refuses to append them again', async () => {
  const odd: Partial<Thing>[] = [
    { name: null, position: null, detail: null },
    { name: '', cents: -(2 ** 40) - 1, position: -1n, at: '1969-12-31T23:59:59.999Z' },
    { name: 'größe – ключ 🙂', detail: { said: 'größe 🙂'.repeat(40) }, kind: 'large' },
    { name: 'größe'.repeat(5_000), cents: 2 ** 50, at: '2026-11-24T08:00:00.123+02:00' },
  ];
  const rows = many(1_000, (index) => odd[index % 7] ?? {});
  await append(sql, things, rows);
  const copied = await sql.query('select * from thing order by id');
  await sql.query('truncate thing');
  for (let from = 0; from < rows.length; from += 10) await append(sql, things, rows.slice(from, from + 10));
  expect((await sql.query('select * from thing order by id')).rows).toEqual(copied.rows);
  expect(copied.rows).toHaveLength(rows.length);
  await expect(append(sql, things, rows)).rejects.toMatchObject({ code: '23505' });
});

test('keeps microseconds in many rows', async () => {
  await append(
    sql,
    things,
    many(100, () => ({ at: '2026-11-24T06:00:00.123456Z' })),
  );
  const { rows } = await sql.query(`select distinct at::text as at from thing`);
  expect(rows).toEqual([{ at: expect.stringMatching(/:00\.123456/) }]);
});

test('copies between other statements, and goes on after rows that are refused', async () => {
  const client = new Client({ connectionString: database.url, pipeline: true });
  await client.connect();
  const all = many(100);
  const outcomes = await Promise.allSettled([
    client.query('begin'),
    append(client, things, all),
    client.query('select count(*)::int as count from thing'),
    append(client, things, all),
    client.query('rollback'),
    append(client, things, all.slice(0, 70)),
    client.query('select count(*)::int as count from thing'),
  ]);
  expect(outcomes.map(({ status }) => status)).toEqual([
    'fulfilled',
    'fulfilled',
    'fulfilled',
    'rejected',
    'fulfilled',
    'fulfilled',
    'fulfilled',
  ]);
  expect(outcomes[2]).toMatchObject({ value: { rows: [{ count: 100 }] } });
  expect(outcomes[6]).toMatchObject({ value: { rows: [{ count: 70 }] } });
  const bad = many(100, (index) => ({ name: index === 50 ? 'nul \0' : 'fine' }));
  await expect(append(client, things, bad)).rejects.toMatchObject({ code: '22021' });
  const noId = many(100, (index) => (index === 50 ? { id: 'nobody' } : {}));
  await expect(append(client, things, noId)).rejects.toThrow('nobody is no id');
  await client.query('drop table thing');
  await expect(append(client, things, all)).rejects.toMatchObject({ code: '42P01' });
  expect((await client.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
  await client.end();
});

test('puts a row in the place of the one with its key, and leaves alone what no batch writes', async () => {
  const [before, after] = [thing(1), thing(1, { cents: 7, kind: 'large' })];
  await append(sql, things, [before]);
  await sql.query('update thing set incomplete = true');
  await put(sql, things, [after, thing(2)]);
  expect(await load(sql, things, [after.id])).toEqual(new Map([[after.id, after]]));
  const { rows } = await sql.query('select incomplete from thing order by id');
  expect(rows).toEqual([{ incomplete: true }, { incomplete: false }]);
});

test('is read by statements that are written over it, each value by its name', async () => {
  await append(sql, things, [thing(1), thing(2, { cents: 7 }), thing(3, { cents: 8, name: 'other' })]);
  const dear = new PreparedStatement('dear things', { least: column.bigint, ids: column.uuid.list }, (given) =>
    queriesOf<Database<[typeof things]>>('public')
      .selectFrom('thing')
      .where('cents', '>=', given('least'))
      .where((eb) => eb('id', '=', eb.fn.any(given('ids'))))
      .where('name', '!=', ':least')
      .where('cents', '<=', given('least'))
      .select(['cents', 'at', 'incomplete']),
  );
  const ids = `{${[1, 2, 3].map((digit) => thing(digit).id).join(',')}}`;
  expect((await dear.run(sql, { ids, least: 7 })).rows).toEqual([
    { cents: '7', at: new Date('2026-11-24T06:00:00.123Z'), incomplete: false },
  ]);
});
