import { randomUUID } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { catalogue } from '@easel/contracts/catalogue';
import type { Recorded } from '@easel/contracts/kernel/event';
import { createPool, migrate } from '@easel/kernel/database/database';
import { EventLog } from '@easel/kernel/log/event-log';
import { PostgresPersonKeys, sealingTables } from '@easel/kernel/identity/person-keys-postgres';
import { Sealer } from '@easel/kernel/identity/sealing';
import { createTestDatabase, type TestDatabase } from '@easel/kernel/testing/database';
import { startTestEventStore, type TestEventStore } from '@easel/kernel/testing/event-store';
import { AccountStory } from '@easel/projections/testing/accounts';
import { GenerationStory } from '@easel/projections/testing/generations';
import { keepColumns } from '@easel/projections/columns/testing/columns';
import { Recorder } from '@easel/projections/testing/recorded';
import { parse as parseCsv } from 'csv-parse/sync';
import type { Pool } from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { writeEndpoints } from '../../local/endpoints.ts';
import { runEvents } from './run-events.ts';

const STORIES = 200;
const member = randomUUID();
const recorder = new Recorder();
const stories = Array.from({ length: STORIES }, () => new GenerationStory(recorder, member));

let database: TestDatabase;
let pool: Pool;
let store: TestEventStore;
let log: EventLog;
let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'easel-events-'));
  database = await createTestDatabase();
  pool = createPool(database.url, { max: 4, name: 'test' });
  await migrate(pool, { test: sealingTables });
  store = await startTestEventStore(database.url);
  log = new EventLog(store.connectionString, catalogue, new Sealer(new PostgresPersonKeys(pool), 'ab'.repeat(32)));
  for (const story of stories) await append(...story.whole({ prompt: 'zanzibar' }));
  await append(new AccountStory(recorder, member).adjusted(10, '=1+1'));
});
afterAll(async () => {
  await log.close();
  await store.stop();
  await pool.end();
  await database.drop();
  rmSync(folder, { recursive: true, force: true });
});

async function append(...facts: ReturnType<GenerationStory['whole']>): Promise<void> {
  const [first] = facts;
  const encoded = facts.map(({ id, type, data, metadata }) => ({ id, fact: { type, data }, metadata }));
  await log.appendAnywhere(first?.stream ?? '', encoded);
}

function start(args: readonly string[], env: NodeJS.ProcessEnv = { EVENT_STORE_URL: store.connectionString }) {
  const stop = new AbortController();
  const [out, err] = [new PassThrough({ encoding: 'utf8' }), new PassThrough({ encoding: 'utf8' })];
  const code = runEvents(args, env, { out, err }, stop.signal);
  return { out, err, code, stop };
}

async function run(
  args: readonly string[],
  env: NodeJS.ProcessEnv = { EVENT_STORE_URL: store.connectionString, DATA_DIR: folder },
) {
  const { out, err, code } = start(args, env);
  const texts = Promise.all([text(out), text(err)]);
  const ended = await code;
  out.end();
  err.end();
  const [told, said] = await texts;
  return { code: ended, out: told, err: said };
}

const linesOf = (text: string): Record<string, unknown>[] =>
  text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Record<string, unknown>);

describe('count', () => {
  test('tells how many there are', async () => {
    const from = /^EventStoreDB at 127\.0\.0\.1:\d+ from EVENT_STORE_URL\n$/;
    const out = `${4 * STORIES + 1}\n`;
    expect(await run(['count'])).toEqual({ code: 0, out, err: expect.stringMatching(from) as string });
  });

  test('tells it by type, by category and by day', async () => {
    const { out } = await run(['count', '--by', 'type', '--type', 'VariantCreated', '--type', 'CreditsGranted']);
    expect(out).toBe('200  VariantCreated\n  1  CreditsGranted\n201  in all\n');
    expect((await run(['count', '--by', 'category'])).out).toBe('800  generation\n  1  account\n801  in all\n');
    const { out: days } = await run(['count', '--by', 'day', '--json']);
    expect(JSON.parse(days)).toEqual({ total: 801, day: { [new Date().toISOString().slice(0, 10)]: 801 } });
  });

  test.each([
    [['--category', 'account'], 1],
    [['--stream', `generation-${stories[3]?.generationId}`], 4],
    [['--member', member], 801],
    [['--actor', 'nobody'], 0],
    [['--correlation', 'c0ffee00', '--type', 'RenderingStarted'], 200],
    [['--q', `rendering ${stories[5]?.generationId}`], 1],
    [['--q', 'zanzibar'], 0],
    [['--from', '2999-01-01'], 0],
    [['--to', '2999-01-01T00:00:00Z'], 801],
    [['--category', 'account.*'], 0],
  ])('is narrowed by %j', async (args, events) => {
    expect((await run(['count', ...args])).out).toBe(`${events}\n`);
  });
});

describe('export', () => {
  test('writes every event as a line of JSON, what is sealed stays so', async () => {
    const { code, out, err } = await run(['export']);
    const lines = linesOf(out);
    expect([code, lines.length]).toEqual([0, 801]);
    expect(err).toMatch(/ from EVENT_STORE_URL\n801 events in [\d.]+ s, \d+ MB at most\n$/);
    expect(lines[0]).toMatchObject({ type: 'GenerationRequested', revision: 0, data: { prompt: '[sealed]' } });
    expect(out).not.toMatch(/zanzibar|sealed:1:/);
  });

  test('writes a table into a file, without formulas', async () => {
    const file = join(folder, 'events.csv');
    const { code, out } = await run(['export', '--format', 'csv', '--out', file, '--category', 'account']);
    expect([code, out]).toEqual([0, '']);
    const rows = parseCsv(readFileSync(file, 'utf8'), { bom: true, columns: true }) as Record<string, string>[];
    expect(rows).toMatchObject([{ type: 'CreditsGranted', 'member id': member }]);
    expect(JSON.parse(rows[0]?.['data'] ?? '')).toMatchObject({ note: '=1+1' });
  });

  test('ends where it is told to, with whole lines', async () => {
    const { out, code, stop } = start(['export']);
    const told = new Promise<string>((resolve) => out.once('data', resolve));
    const lines = await told;
    stop.abort();
    out.resume();
    expect(await code).toBe(130);
    expect(linesOf(lines).length).toBeGreaterThan(0);
  });

  test('says why it cannot write', async () => {
    const { code, err } = await run(['export', '--out', join(folder, 'not', 'there.ndjson')]);
    expect(code).toBe(2);
    expect(err).toContain('ENOENT');
  });
});

describe('tail', () => {
  test.each([
    ['a line', [], /^\S+Z {2}\d+ {2}CreditsGranted {2}account-\S+@\d+ {2}by system test {2}\{.*"note":"live".*\}\n$/],
    ['JSON', ['--json'], /^\{"id":"\d+","event_id":"[^"]+","type":"CreditsGranted".*\}\n$/],
  ])('follows what comes, as %s each', async (_, args, line) => {
    const { out, err, code, stop } = start(['tail', '--type', 'CreditsGranted', '--category', 'account', ...args]);
    await new Promise((resolve) => err.once('data', resolve));
    const told = new Promise<string>((resolve) => out.once('data', resolve));
    const account = new AccountStory(recorder, randomUUID());
    // It follows from a moment on that nobody can name: what comes is appended until one of it is told.
    for (let isTold = false; !isTold;) {
      await append(account.adjusted(10, 'live'));
      isTold = await Promise.race([
        told.then(() => true),
        new Promise<false>((resolve) => setImmediate(resolve, false)),
      ]);
    }
    expect(await told).toMatch(line);
    stop.abort();
    expect(await code).toBe(0);
  });
});

describe('sql', () => {
  const sql = 'select type, count(*) as facts from facts group by type order by facts desc, type';
  let env: NodeJS.ProcessEnv;
  beforeAll(async () => {
    const dataDir = join(folder, 'columns-of');
    const stored: Recorded[] = [];
    const end = new AbortController();
    for await (const item of log.subscribe({ categories: 'all', after: 'start', stored: true, signal: end.signal })) {
      if (item.kind === 'caught-up') break;
      if (item.kind === 'fact') stored.push(item.fact);
    }
    end.abort();
    await keepColumns(join(dataDir, 'blobs-columns'), stored.slice(0, 801));
    env = { DATA_DIR: dataDir };
  });

  test('is answered as a table, as of a position that it tells', async () => {
    const { code, out, err } = await run(['sql', sql], env);
    expect([code, err]).toEqual([0, expect.stringMatching(/^as of \d+\n$/)]);
    expect(out.split('\n').slice(0, 4)).toEqual([
      'type                 facts',
      '-------------------  -----',
      'GenerationCompleted    200',
      'GenerationRequested    200',
    ]);
    const position = /\d+/.exec(err)?.[0] ?? '';
    expect((await run(['sql', sql, '--as-of', position], env)).out).toBe(out);
    expect(
      (await run(['sql', 'select count(*) as facts from facts', '--as-of', '2026-01-01', '--format', 'csv'], env)).out,
    ).toBe('\uFEFFfacts\r\n0\r\n');
  });

  test('shows values with all their digits', async () => {
    const exact = 'select false as done, 12345678901234567890::hugeint as sum';
    expect((await run(['sql', exact], env)).out.split('\n')[2]).toBe('false  12345678901234567890');
  });

  test('is answered as a file, which JSON and Parquet are, too', async () => {
    expect(JSON.parse((await run(['sql', sql, '--format', 'json'], env)).out)).toContainEqual({
      type: 'CreditsGranted',
      facts: 1,
    });
    const file = join(folder, 'answer.parquet');
    expect(await run(['sql', sql, '--format', 'parquet', '--out', file], env)).toMatchObject({ code: 0, out: '' });
    expect(readFileSync(file).subarray(0, 4).toString()).toBe('PAR1');
  });

  test('says what it does not do, and what the database does not understand', async () => {
    const copied = await run(['sql', `copy facts to '${join(folder, 'out.csv')}'`], env);
    expect(copied).toMatchObject({
      code: 2,
      out: '',
      err: 'Please send one SELECT statement: nothing else is run here\n',
    });
    expect((await run(['sql', 'select * from nothing'], env)).err).toMatch(
      /^This statement could not be run: .*nothing/,
    );
    expect((await run(['sql', 'select 1', '--as-of', '999999999999'], env)).err).toContain('do not go as far');
  });

  test('has the columns made anew', async () => {
    expect(await run(['sql', '--rebuild'], env)).toMatchObject({ code: 0 });
    expect(readdirSync(join(folder, 'columns-of', 'blobs-columns'))).toContain('rebuild');
  });
});

describe('the command', () => {
  test('tells what it can do', async () => {
    const { code, out } = await run(['--help']);
    expect(code).toBe(0);
    for (const word of ['tail', 'count', 'export', '--by', 'EVENT_STORE_URL', 'DATA_DIR']) expect(out).toContain(word);
  });

  test.each([
    [[], 'tail, count, export or sql?'],
    [['cut'], 'cut is none'],
    [['count', 'all'], 'all is too much'],
    [['count', '--by', 'colour'], '--by'],
    [['count', '--from', 'yesterday'], '--from'],
    [['count', '--member', 'me'], '--member'],
    [['tail', '--out', 'file'], 'tail has no --out'],
    [['export', '--format', 'xml'], '--format'],
    [['--colour'], '--colour'],
    [['sql'], 'sql "select …"'],
    [['sql', 'select 1', '--rebuild'], 'takes no statement'],
    [['sql', 'select 1', '--type', 'Purged'], 'sql has no --type'],
    [['sql', 'select 1', '--format', 'ndjson'], '--format: table, csv, json, parquet'],
    [['sql', 'select 1', '--as-of', 'yesterday'], '--as-of'],
    [['count', '--as-of', '1'], 'count has no --as-of'],
    [['sql', 'select 1'], 'being made from the log'],
  ])('refuses %j', async (args, why) => {
    const { code, out, err } = await run(args);
    expect([code, out]).toEqual([2, '']);
    expect(err).toContain(why);
  });

  test('finds the installation that runs here', async () => {
    const dataDir = join(folder, 'data');
    expect(await run(['count'], { DATA_DIR: dataDir })).toMatchObject({ code: 2, out: '' });
    expect((await run(['count'], { EVENT_STORE_URL: 'http://nowhere' })).err).toContain('EVENT_STORE_URL');
    mkdirSync(dataDir);
    const address = 'http://127.0.0.1:1';
    writeEndpoints(dataDir, { databaseUrl: database.url, eventStoreUrl: store.connectionString, address });
    expect(await run(['count', '--type', 'Nothing'], { DATA_DIR: dataDir })).toMatchObject({ code: 0, out: '0\n' });
  });
});
