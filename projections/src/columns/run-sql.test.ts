import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { randomUUID } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { asyncBufferFromFile, parquetMetadataAsync, parquetReadObjects } from 'hyparquet';
import { compressors } from 'hyparquet-compressors';
import { sqlProblems } from '@easel/contracts/columns/problems';
import { writeFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { AccountStory } from '../testing/accounts.ts';
import { GenerationStory } from '../testing/generations.ts';
import { Recorder } from '../testing/recorded.ts';
import { SqlRunner } from './run-sql.ts';
import { readSegments } from './segments.ts';
import type { SqlRows } from './sql-question.ts';
import { AskedColumns, keepColumns } from './testing/columns.ts';

const recorder = new Recorder();
const member = randomUUID();
const account = new AccountStory(recorder, member);
const facts = Array.from({ length: 60 }, (_, index) => [
  ...new GenerationStory(recorder, member).whole({}),
  account.adjusted(index, '=1+1'),
]).flat();

let folder: string;
let columns: AskedColumns;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'easel-sql-test-'));
  await keepColumns(folder, facts);
  columns = new AskedColumns(folder);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('a statement that is none to be run', () => {
  test.each([
    ["copy facts to '/tmp/easel-sql-out.csv'"],
    ["copy (select 1) to '/tmp/easel-sql-out.csv'"],
    ["export database '/tmp/easel-sql-out'"],
    ["attach '/tmp/easel-sql-out.db'"],
    ['detach segment_0'],
    ['install httpfs'],
    ['load httpfs'],
    ["set memory_limit = '90GB'"],
    ['reset memory_limit'],
    ['pragma version'],
    ["pragma memory_limit = '90GB'"],
    ["pragma table_info('facts')"],
    ['call duckdb_settings()'],
    ['create table mine (a int)'],
    ['insert into facts values (1)'],
    ['delete from segment_0.facts'],
    ['drop view facts'],
    ['checkpoint'],
    ['begin'],
    ['use segment_0'],
    ['explain analyze select 1'],
    ['select 1; select 2'],
    ["select 1; copy facts to '/tmp/easel-sql-out.csv'"],
    ["select * from query('drop view facts')"],
    [''],
    ['-- nothing'],
  ])('%s', async (sql) => {
    const refusal = await columns.ask(sql).catch((error: unknown) => error);
    expect([sqlProblems.oneSelect, sqlProblems.outOfReach]).toContainEqual(
      refusal && (refusal as { problem: unknown }).problem,
    );
  });
});

describe('what lies outside', () => {
  test.each([
    ["select * from read_csv('/etc/passwd')"],
    ["select * from read_text('/etc/passwd')"],
    ["select * from read_blob('/etc/passwd')"],
    ["select * from read_json('/etc/passwd')"],
    ["select * from read_parquet('/etc/passwd')"],
    ["select * from glob('/etc/*')"],
    ["select * from sniff_csv('/etc/passwd')"],
    ["select * from read_csv('https://example.org/')"],
    ['select * from duckdb_secrets()'],
    ["select * from 'other.duckdb'"],
    ["select * from query_table('/etc/passwd')"],
    ['select * from segment_0.facts'],
    ['select * from segment_0.main.facts'],
    ["select * from query('from segment_0.facts')"],
    ["select * from histogram('segment_0.facts', 'type')"],
    ['select (select count(*) from "segment_0"."facts")'],
    ['describe segment_0.facts'],
    ['select * from duckdb_settings()'],
    ["select Current_Setting('allowed_paths')"],
    ["select list_transform(['a'], x -> pg_catalog.current_setting(x))"],
    ['select * from duckdb_databases'],
    ['with duckdb_databases as (from duckdb_databases) from duckdb_databases'],
    ['select * from information_schema.tables'],
    ['select * from pg_settings'],
    ['select * from pragma_database_list'],
    ['show databases'],
    ['show all tables'],
  ])('is out of reach: %s', async (sql) => {
    await expect(columns.ask(sql)).rejects.toMatchObject({ problem: sqlProblems.outOfReach });
  });

  test.each([["select * from '/etc/passwd'"], ["select getenv('HOME')"]])('is not known: %s', async (sql) => {
    await expect(columns.ask(sql)).rejects.toMatchObject({ problem: sqlProblems.failed });
  });

  test('is named where a statement asks for it', async () => {
    await expect(columns.ask('select version(), current_setting(type) from facts')).rejects.toMatchObject({
      extra: {
        detail: expect.stringMatching(
          /^Not allowed here: (version, current_setting|current_setting, version)$/,
        ) as string,
      },
    });
  });

  test('nothing was written', () => {
    expect(readdirSync('/tmp').filter((name) => name.startsWith('easel-sql-out'))).toEqual([]);
    expect(existsSync(join(folder, 'columns.json'))).toBe(true);
  });
});

describe('what takes too much is ended', () => {
  const strict = () =>
    new AskedColumns(folder, { seconds: { shown: 1, file: 1 }, megabytes: { database: 256, process: 800 } });

  test('a cross join of millions', async () => {
    const millions = 'select count(*) from range(1000000) a, range(1000000) b where a.range % 7 = b.range % 11';
    await expect(strict().ask(millions)).rejects.toMatchObject({ problem: sqlProblems.slow });
    const file = strict().bytes({ sql: 'from range(1000000) a, range(1000000) b', format: 'csv' });
    await expect(file).rejects.toMatchObject({ problem: sqlProblems.slowFile });
  });

  test('more memory than the database may have', async () => {
    const hog = "select list(range::varchar || repeat('x', 1000)) from range(10000000)";
    await expect(
      new AskedColumns(folder, { seconds: { shown: 30, file: 30 }, megabytes: { database: 64, process: 2_000 } }).ask(
        hog,
      ),
    ).rejects.toMatchObject({ problem: sqlProblems.hungry });
  });

  test('more memory than its process may have, of which the database knows nothing', async () => {
    const narrow = new AskedColumns(folder, {
      seconds: { shown: 30, file: 30 },
      megabytes: { database: 4_000, process: 150 },
    });
    const hog = "select list(range::varchar || repeat('x', 1000)) from range(10000000)";
    await expect(narrow.ask(hog)).rejects.toMatchObject({ problem: sqlProblems.hungry });
  });

  test('as soon as nobody waits for it, and makes room for others', async () => {
    const endless = 'select count(*) from range(1000000) a, range(1000000) b where a.range % 7 = b.range % 11';
    const gone = new AbortController();
    const { runner } = columns;
    const two = [1, 2].map(() =>
      runner.run({ sql: endless, format: 'rows', signal: gone.signal }).catch((error: unknown) => error),
    );
    await expect(columns.ask('select 1')).rejects.toMatchObject({ problem: sqlProblems.busy });
    gone.abort();
    await Promise.all(two);
    expect((await columns.ask('select 1 as one')).rows).toEqual([[1]]);
  });
});

test('runs what analysts need: views, joins, windows, lists, JSON and dates', async () => {
  const { rows } = await columns.ask(`with days as (
      select date_trunc('day', "at") as day, count(*) as facts, list(type order by type)[1] as first,
        any_value(data->>'memberId') as member from facts group by all)
    select strftime(day, '%Y-%m-%d'), facts, sum(facts) over (order by day rows unbounded preceding),
      list_transform(range(3), x -> x * 2), coalesce(nullif(lower(first), ''), '-'), day + interval 1 day > day,
      member like '%-%', quantile_cont(facts, 0.5) over (), json_object('day', day)->>'$.day'
    from days join CreditsGranted on days.member = memberId or true qualify row_number() over (order by day) = 1`);
  expect(rows).toHaveLength(1);
});

test('says in words what it does not understand', async () => {
  await expect(columns.ask('select * from nothing')).rejects.toMatchObject({
    problem: sqlProblems.failed,
    extra: { detail: expect.stringContaining('nothing') as string },
  });
  await expect(columns.ask('select at from facts')).rejects.toMatchObject({
    extra: { detail: expect.stringContaining('"at"') as string },
  });
});

test('shows the first thousand rows, and that there are more', async () => {
  const { rows, more, columns: named } = await columns.ask('select range, range % 2 = 0 as even from range(5000)');
  expect([rows.length, rows.at(-1), more]).toEqual([1_000, [999, false], true]);
  expect(named).toEqual([
    { name: 'range', type: 'BIGINT' },
    { name: 'even', type: 'BOOLEAN' },
  ]);
});

test('keeps a process for the next statement, and ends it at the shutdown', async () => {
  const runner = new SqlRunner(folder, { keepsReady: true });
  for (let turn = 0; turn < 3; turn++) {
    const { bytes } = await runner.run({ sql: `select ${turn} as turn`, format: 'rows' });
    expect(JSON.parse(Buffer.concat(await Array.fromAsync(bytes)).toString())).toMatchObject({ rows: [[turn]] });
  }
  runner.beforeApplicationShutdown();
});

test('keeps no process for a next statement where one ends after the shutdown', async () => {
  const runner = new SqlRunner(folder, { keepsReady: true });
  const { bytes } = await runner.run({ sql: 'select 1', format: 'rows' });
  runner.beforeApplicationShutdown();
  await Array.fromAsync(bytes);
  const processes = (): number => process.getActiveResourcesInfo().filter((kind) => kind === 'ProcessWrap').length;
  await expect.poll(processes).toBe(0);
});

test('answers from the present segments where those of the prepared process were replaced', async () => {
  const growing = mkdtempSync(join(tmpdir(), 'easel-sql-growing-'));
  const runner = new SqlRunner(growing, { keepsReady: true });
  const count = async (): Promise<unknown> => {
    const { bytes } = await runner.run({ sql: 'select count(*) from facts', format: 'rows' });
    return (JSON.parse(Buffer.concat(await Array.fromAsync(bytes)).toString()) as SqlRows).rows[0]?.[0];
  };
  try {
    await keepColumns(growing, facts.slice(0, 40));
    const prepared = readSegments(growing)?.segments ?? [];
    runner.prepare(prepared);
    // Forty facts more absorb the first segment: its file is deleted.
    await keepColumns(growing, facts.slice(0, 80));
    expect(readSegments(growing)?.segments).not.toContainEqual(prepared[0]);
    expect(await count()).toBe(80);
    await keepColumns(growing, facts.slice(0, 90));
    expect(await count()).toBe(90);
  } finally {
    runner.beforeApplicationShutdown();
    rmSync(growing, { recursive: true, force: true });
  }
});

describe('a value is exact', () => {
  const values: [sql: string, row: unknown, text: string][] = [
    ['false', false, 'false'],
    ['9007199254740993::bigint', '9007199254740993', '9007199254740993'],
    ['-12345678901234567890123::hugeint', '-12345678901234567890123', '-12345678901234567890123'],
    ['1.5::decimal(18,3)', 1.5, '1.5'],
    ['-123456789012345678.123::decimal(38,3)', '-123456789012345678.123', '-123456789012345678.123'],
    ['0.1::float', 0.1, '0.1'],
    ["'-inf'::double", '-inf', '-inf'],
    ["'nan'::double", 'nan', 'nan'],
    ["'infinity'::timestamp", 'infinity', 'infinity'],
    ["'-infinity'::date", '-infinity', '-infinity'],
    ["'2026-11-20 10:00:00.123456'::timestamp", '2026-11-20T10:00:00.123456Z', '2026-11-20T10:00:00.123456Z'],
    ["'2026-11-20 10:00:00+02'::timestamptz", '2026-11-20T08:00:00.000Z', '2026-11-20T08:00:00.000Z'],
    ["'10:00:00.5'::time", '10:00:00.5', '10:00:00.5'],
    ["'10:00:00+02'::timetz", '10:00:00+02', '10:00:00+02'],
    ["interval '-1 month -2 days'", '-1 month -2 days', '-1 month -2 days'],
    ["'10101'::bit", '10101', '10101'],
    [
      `'{"n":12345678901234567890,"m":0.30000000000000004}'::json`,
      { n: '12345678901234567890', m: 0.30000000000000004 },
      '{"n":"12345678901234567890","m":0.30000000000000004}',
    ],
    ["to_json('inf'::double)", 'Infinity', 'Infinity'],
    ['[1.25::decimal(38,2), 12345678901234567.25]', [1.25, '12345678901234567.25'], '[1.25,"12345678901234567.25"]'],
  ];
  const sql = `select ${values.map(([value], index) => `${value} as v${index}`).join(', ')}`;

  test('in rows', async () => {
    const { rows } = await columns.ask(sql);
    expect(rows).toEqual([values.map(([, row]) => row)]);
  });

  test('in CSV, where a negative number is no formula', async () => {
    const { bytes } = await columns.bytes({ sql, format: 'csv' });
    const [, row] = parse(bytes, { bom: true });
    expect(row).toEqual(values.map(([, , text]) => text));
  });
});

describe('a file', () => {
  const sql = 'select position, type, "at", tenths, note from CreditsGranted order by position';
  const sum = facts.reduce(
    (all, { data }) =>
      all +
      Number((data as { note?: string; tenths?: number }).note === '=1+1' ? (data as { tenths: number }).tenths : 0),
    0,
  );

  test('of Parquet is read by another library, to the same sums', async () => {
    const { bytes } = await columns.bytes({ sql: sql.replace('type, ', ''), format: 'parquet' });
    const path = join(folder, 'read.parquet');
    writeFileSync(path, bytes);
    const rows = await parquetReadObjects({ file: await asyncBufferFromFile(path), compressors });
    expect(rows).toHaveLength(60);
    expect(rows.reduce((all, { tenths }) => all + Number(tenths), 0)).toBe(sum);
    const whole = await columns.bytes({ sql: 'select position, type from facts', format: 'parquet' });
    writeFileSync(path, whole.bytes);
    const all = await parquetReadObjects({ file: await asyncBufferFromFile(path), compressors });
    const positions = (of: readonly { position: bigint }[]) => of.reduce((total, { position }) => total + position, 0n);
    expect([all.length, positions(all as { position: bigint }[])]).toEqual([facts.length, positions(facts)]);
  });

  describe('of Parquet', () => {
    const readBy = async (select: string) => {
      const path = join(folder, 'exact.parquet');
      writeFileSync(path, (await columns.bytes({ sql: select, format: 'parquet' })).bytes);
      const file = await asyncBufferFromFile(path);
      const { schema } = await parquetMetadataAsync(file);
      const rows = await parquetReadObjects({ file, compressors });
      return { rows, types: schema.slice(1).map(({ converted_type, type }) => converted_type ?? type) };
    };

    test('declares the types of columns that Parquet lacks, whatever their values', async () => {
      const select = `select x::hugeint as huge, x::uhugeint as uhuge, '10:00:00+02'::timetz as tz,
        interval (x) day as interval, x % 2 = 0 as even, '101'::bit as bits from range(2) as t(x)`;
      const { rows, types } = await readBy(select);
      expect(rows).toEqual([
        { huge: 0, uhuge: '0', tz: '10:00:00+02', interval: '00:00:00', even: true, bits: '101' },
        { huge: 1, uhuge: '1', tz: '10:00:00+02', interval: '1 day', even: false, bits: '101' },
      ]);
      expect(types).toEqual(['DECIMAL', 'UTF8', 'UTF8', 'UTF8', 'BOOLEAN', 'UTF8']);
      expect((await readBy(`${select} where false`)).types).toEqual(types);
    });

    test('has all digits of a sum', async () => {
      const path = join(folder, 'digits.parquet');
      const select = 'select sum(x) as sum from (values (12345678901234567890123::hugeint)) as t(x)';
      writeFileSync(path, (await columns.bytes({ sql: select, format: 'parquet' })).bytes);
      const file = await asyncBufferFromFile(path);
      const metadata = await parquetMetadataAsync(file);
      // The reader makes a double of a decimal; its bytes have all digits.
      for (const element of metadata.schema) {
        delete element.logical_type;
        delete element.converted_type;
      }
      const [row] = await parquetReadObjects({ file, metadata, compressors, utf8: false });
      const bytes = (row as { sum: Uint8Array }).sum;
      expect(BigInt(`0x${Buffer.from(bytes).toString('hex')}`)).toBe(12345678901234567890123n);
    });

    test('has as text a column with a value that its type does not hold', async () => {
      const { rows } = await readBy(`select * from (values
        (170141183460469231731687303715884105727::hugeint, 'infinity'::timestamp, '2026-11-20'::date),
        (-1, '2026-11-20 10:00:00', '-infinity'), (null, null, null)) as t(huge, instant, day)`);
      expect(rows).toEqual([
        { huge: '170141183460469231731687303715884105727', instant: 'infinity', day: '2026-11-20' },
        { huge: '-1', instant: '2026-11-20 10:00:00', day: '-infinity' },
        { huge: null, instant: null, day: null },
      ]);
    });
  });

  test('of CSV has no formulas, and quotes a text of two lines', async () => {
    const { bytes } = await columns.bytes({ sql: sql.replace('type, ', ''), format: 'csv' });
    const rows = parse(bytes, { bom: true, columns: true }) as Record<string, string>[];
    expect(rows).toHaveLength(60);
    expect(rows[5]).toMatchObject({ note: "'=1+1", at: '2026-11-21T10:00:00.000Z' });
    const lines = await columns.bytes({ sql: "select 'two' || chr(10) || 'lines' as text", format: 'csv' });
    expect(lines.bytes.toString()).toContain('\r\n"two\nlines"\r\n');
    const negative = await columns.bytes({ sql: 'select -5 as number', format: 'csv' });
    expect(parse(negative.bytes, { bom: true, columns: true })).toEqual([{ number: '-5' }]);
  });

  test('of JSON is an array, also of nothing', async () => {
    const { bytes } = await columns.bytes({
      sql: 'select position, data from facts order by position',
      format: 'json',
    });
    const rows = JSON.parse(bytes.toString()) as { data: object }[];
    expect([rows.length, typeof rows[0]?.data]).toEqual([facts.length, 'object']);
    const none = await columns.bytes({ sql: 'select 1 where false', format: 'json' });
    expect(JSON.parse(none.bytes.toString())).toEqual([]);
  });
});
