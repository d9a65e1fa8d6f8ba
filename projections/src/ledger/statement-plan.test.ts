import { randomUUID } from 'node:crypto';
import { ledgerReasons } from '@easel/contracts/ledger/policy';
import { createPool } from '@easel/kernel/database/database';
import { createTestDatabase, type TestDatabase } from '@easel/kernel/testing/database';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { BatchWriter } from '../kernel/batch-writer.ts';
import { connectTo, createIndexes, establish, NOWHERE } from '../kernel/projection-state.ts';
import { singleConnection } from '../kernel/projector-runner.ts';
import { AccountStory } from '../testing/accounts.ts';
import { Recorder } from '../testing/recorded.ts';
import { ledgerModel, statements } from './ledger.queries.ts';
import { MARK_EVERY } from './ledger.tables.ts';
import { planOf, touchedBy, type Value } from './testing/plans.ts';

const ENTRIES = 20_000;
const LIMIT = 26;
/** A top-up among so many grants. */
const RARE = 2_000;
const memberId = randomUUID();
const begin = Date.UTC(2026, 0, 1);
const instant = (place: number) => new Date(begin + place * 60_000).toISOString();

let database: TestDatabase;
let sql: Client;
/** Of every entry, the oldest first. */
let positions: bigint[];
beforeAll(async () => {
  database = await createTestDatabase();
  const pool = createPool(database.url, { max: 1, name: 'test' });
  const writing = await connectTo(singleConnection(pool, 'test'), ledgerModel.schema);
  const checkpoint = await establish(writing, ledgerModel, ledgerModel.schema, { fresh: true });
  const recorder = new Recorder();
  const one = new AccountStory(recorder, memberId);
  const other = new AccountStory(recorder);
  const facts = Array.from({ length: ENTRIES }, (_, place) => {
    const recording = { recordedAt: new Date(begin + place * 60_000) };
    const fact = place % RARE === 0 ? one.toppedUp(1_000, `pi_${place}`, recording) : one.adjusted(10, null, recording);
    return [fact, other.adjusted(10, null, recording)] as const;
  });
  positions = facts.map(([{ position }]) => position);
  const writer = new BatchWriter(writing, ledgerModel, ledgerModel.schema, checkpoint);
  for (let from = 0; from < ENTRIES; from += 2_500) {
    writer.gather(facts.slice(from, from + 2_500).flat());
    await writer.flush(NOWHERE);
  }
  await writer.settled();
  await createIndexes(writing, ledgerModel);
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

/** Rows that a statement looks at. */
async function touched(statement: { text: string }, ...values: Value[]): Promise<number> {
  // The balance is one row of one account, and two accounts are soonest found by looking at both.
  const { rows, scans } = touchedBy(await planOf(sql, statement, values), { but: 'balance' });
  expect(scans).toEqual([]);
  return rows;
}

const after = (place: number): string => String(positions[place]);
/** What two instants and the balance cost besides. */
const BESIDES = 2 * MARK_EVERY + 8;

test.each([
  ['the first page', null, null, null],
  ['a page in the middle', ENTRIES / 2, null, null],
  ['the last page but one', 100, null, null],
  ['a page up to an instant long ago', null, null, instant(500)],
  ['a page between two instants', 15_000, instant(9_000), instant(19_000)],
])('%s is a walk along the key', async (_what, place, from, to) => {
  const rows = await touched(statements.page, memberId, LIMIT, place === null ? null : after(place), from, to);
  expect(rows).toBeGreaterThanOrEqual(LIMIT);
  expect(rows).toBeLessThanOrEqual(LIMIT + BESIDES);
});

const all = ['credits', 'dollars', 'both', 'none'];

test.each([
  ['what is rare', ['top-up'], all],
  ['a currency that is rare', [...ledgerReasons], ['dollars', 'both']],
  ['what there is none of', ['payout'], all],
  ['what there is most of', ['adjustment'], ['credits', 'both']],
])('%s is found by its own index, at any depth', async (_what, reasons, units) => {
  for (const place of [null, ENTRIES / 2, 100]) {
    const cursor = place === null ? null : after(place);
    const rows = await touched(statements.pageOfSome, memberId, LIMIT, cursor, null, null, reasons, units);
    expect(rows).toBeLessThanOrEqual(LIMIT + BESIDES);
  }
});

test('a portion of the file is a walk along the key', async () => {
  for (const place of [0, ENTRIES / 2, ENTRIES - 600]) {
    const values = [memberId, 500, after(place), '9223372036854775807'];
    expect(await touched(statements.file, ...values)).toBeLessThanOrEqual(500);
    const some = await touched(statements.fileOfSome, ...values, ['top-up', 'adjustment'], all);
    expect(some).toBeLessThanOrEqual(500 + ENTRIES / RARE);
  }
});

test('the balance at an instant is one entry', async () => {
  for (const place of [0, ENTRIES / 2, ENTRIES * 2]) {
    expect(await touched(statements.balanceAt, memberId, instant(place))).toBeLessThanOrEqual(MARK_EVERY + 4);
  }
});
