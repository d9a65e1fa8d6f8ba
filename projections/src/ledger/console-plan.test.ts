import { randomUUID } from 'node:crypto';
import { createPool } from '@easel/kernel/database/database';
import { createTestDatabase, type TestDatabase } from '@easel/kernel/testing/database';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { BatchWriter } from '../kernel/batch-writer.ts';
import { connectTo, createIndexes, establish, NOWHERE } from '../kernel/projection-state.ts';
import { singleConnection } from '../kernel/projector-runner.ts';
import { AccountStory } from '../testing/accounts.ts';
import { Recorder } from '../testing/recorded.ts';
import type { LedgerFilter } from './console-filter.ts';
import { valuesOf, walkFor } from './console.queries.ts';
import { consoleStatements } from './console-statements.ts';
import { ledgerModel } from './ledger.queries.ts';
import { planOf, touchedBy } from './testing/plans.ts';

const ACCOUNTS = 1_000;
const ENTRIES = 100_000;
const LIMIT = 26;
/** Entries of one kind among all others. */
const RARE = 10_000;
const MINUTE_MS = 60_000;
const begin = Date.UTC(2026, 0, 1);
const instant = (place: number) => new Date(begin + place * MINUTE_MS).toISOString();
const members = Array.from({ length: ACCOUNTS }, () => randomUUID());
const generations = Array.from({ length: ENTRIES / 4 }, () => randomUUID());
const purchaseId = randomUUID();

let database: TestDatabase;
let sql: Client;
/** Of every entry, the oldest first. */
let facts: { id: string; position: bigint }[];
beforeAll(async () => {
  database = await createTestDatabase();
  const pool = createPool(database.url, { max: 1, name: 'test' });
  const writing = await connectTo(singleConnection(pool, 'test'), ledgerModel.schema);
  const checkpoint = await establish(writing, ledgerModel, ledgerModel.schema, { fresh: true });
  const recorder = new Recorder();
  const accounts = members.map((memberId) => new AccountStory(recorder, memberId));
  const told = Array.from({ length: ENTRIES }, (_, place) => {
    const account = accounts[place % ACCOUNTS] ?? new AccountStory(recorder);
    const { metadata, ...fact } = kindOf(account, place);
    const recordedAt = new Date(begin + place * MINUTE_MS);
    return { ...fact, recordedAt, metadata: { ...metadata, $correlationId: `call-${place >> 1}` } };
  });
  facts = told;
  const writer = new BatchWriter(writing, ledgerModel, ledgerModel.schema, checkpoint);
  for (let from = 0; from < ENTRIES; from += 5_000) {
    writer.gather(told.slice(from, from + 5_000));
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

function kindOf(account: AccountStory, place: number) {
  const turn = place + Math.floor(place / ACCOUNTS);
  if (place % RARE === 77) return account.toppedUp(9_900 + Math.floor(place / RARE), `pi_${place}`);
  if (place === 50_001)
    return account.bought({ purchaseId, method: 'dollars', tenths: 0, allowanceTenths: 0, cents: 75 });
  if (turn % 4 === 0) return account.adjusted(5 + (place % 3), null);
  if (turn % 4 === 1)
    return account.fact('EarningsSettled', { day: '2026-01-01', tenths: 0, cents: 1 + (place % 2_000), sales: 1 });
  const generationId = generations[place % generations.length] ?? '';
  return turn % 4 === 2 ? account.held(generationId, 50) : account.captured(generationId, 50);
}

/** Rows that a page looks at, walked from a place on. */
async function touched(filter: LedgerFilter): Promise<number> {
  const walk = walkFor(filter);
  const statement = consoleStatements.pages[walk][filter.after === undefined ? 'older' : 'newer'];
  const { rows, scans } = touchedBy(await planOf(sql, statement, valuesOf(filter, LIMIT, walk)), { but: 'balance' });
  expect(scans).toEqual([]);
  return rows;
}

/** Walked both ways, from the ends and from in between. */
async function mostTouched(filter: LedgerFilter): Promise<number> {
  let most = 0;
  for (const place of [100, ENTRIES / 2, ENTRIES - 100]) {
    const position = String(facts[place]?.position);
    for (const cursor of [{}, { before: position }, { after: position }]) {
      most = Math.max(most, await touched({ ...filter, ...cursor }));
    }
  }
  return most;
}

/**
 * What bounds by instants and telling whether all is complete cost besides: minutes around an instant are looked
 * through.
 */
const BESIDES = 24;

test.each<[string, LedgerFilter, number]>([
  ['nothing', {}, LIMIT],
  ['an account', { member: members[5] }, LIMIT],
  ['a reason that is common', { reason: ['adjustment'] }, 4 * LIMIT],
  ['a reason that is rare', { reason: ['top-up'] }, 4 * LIMIT],
  ['a reason there is none of', { reason: ['payout'] }, 0],
  ['three reasons', { reason: ['top-up', 'earning', 'purchase'] }, 12 * LIMIT],
  ['a currency', { unit: 'credits' }, 32 * LIMIT],
  ['both at once', { unit: 'both' }, 16 * LIMIT],
  ['a correlation', { correlation: 'call-20000' }, LIMIT],
  ['a generation', { generation: generations[7] }, LIMIT],
  ['a purchase', { purchase: purchaseId }, LIMIT],
  ['a payment', { payment: 'pi_20077' }, LIMIT],
  ['a time', { from: instant(20_000), to: instant(20_500) }, LIMIT],
  ['the time since', { from: instant(99_000) }, LIMIT],
  ['the time until', { to: instant(1_000) }, LIMIT],
  ['a large amount', { unit: 'dollars', min: 99 }, 12 * LIMIT],
  ['a small amount', { unit: 'credits', max: 0.5 }, 6 * LIMIT],
  ['any amount of many', { unit: 'dollars', min: 0.01 }, 4 * LIMIT + 300],
  ['an account and a reason', { member: members[77], reason: ['top-up'] }, 4 * LIMIT],
  ['an account and a currency', { member: members[77], unit: 'dollars' }, 32 * LIMIT],
  ['an account and a time', { member: members[77], from: instant(50_000), to: instant(60_000) }, LIMIT],
  ['a reason and a currency', { reason: ['top-up'], unit: 'dollars' }, 2 * LIMIT],
  ['a reason and a time', { reason: ['top-up'], from: instant(50_000), to: instant(90_000) }, 4 * LIMIT],
  ['a large amount and a time', { unit: 'dollars', min: 99, from: instant(50_000), to: instant(90_000) }, 12 * LIMIT],
  ['everything', { member: members[77], reason: ['top-up'], unit: 'dollars', min: 1, to: instant(90_000) }, 4 * LIMIT],
])('%s is found along an index, both ways and at any depth', async (_what, filter, most) => {
  expect(await mostTouched(filter)).toBeLessThanOrEqual(most + BESIDES);
});

test('by ids, and one by its own', async () => {
  const ids = [3, 50_000, 99_999].map((place) => facts[place]?.id ?? '');
  const found = touchedBy(await planOf(sql, consoleStatements.pages.ids.older, valuesOf({ id: ids }, LIMIT, 'ids')), {
    but: 'balance',
  });
  expect(found.rows).toBeLessThanOrEqual(2 * ids.length);
  const { rows, scans } = touchedBy(await planOf(sql, consoleStatements.one, [ids[0] ?? '']), { but: 'balance' });
  expect([rows <= 3, scans]).toEqual([true, []]);
});

test('a portion of a file is a walk from where the one before ended', async () => {
  const values = valuesOf({ after: String(facts[60_000]?.position) }, 1_000, 'all');
  const { rows, scans } = touchedBy(await planOf(sql, consoleStatements.files.all, values), { but: 'balance' });
  expect([rows <= 1_000 + BESIDES, scans]).toEqual([true, []]);
});

test('an account at an instant is its own entries, counted', async () => {
  const { rows, scans } = touchedBy(
    await planOf(sql, consoleStatements.accountAt, [members[5] ?? '', instant(50_000)]),
    {
      but: 'balance',
    },
  );
  expect(scans).toEqual([]);
  expect(rows).toBeLessThanOrEqual(ENTRIES / ACCOUNTS + 80);
});
