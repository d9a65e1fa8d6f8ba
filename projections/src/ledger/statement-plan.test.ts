import { randomUUID } from 'node:crypto';
import { ledgerReasons } from '@easel/contracts/ledger/policy';
import { createPool } from '@easel/kernel/database';
import { createTestDatabase, type TestDatabase } from '@easel/kernel/testing/database';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { BatchWriter } from '../kernel/batch-writer.ts';
import { connectTo, establish, NOWHERE } from '../kernel/projection-state.ts';
import { singleConnection } from '../kernel/projector-runner.ts';
import { AccountStory } from '../testing/accounts.ts';
import { Recorder } from '../testing/recorded.ts';
import { ledgerModel, statements } from './ledger.queries.ts';
import { MARK_EVERY } from './ledger.tables.ts';

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

interface Node {
  'Node Type': string;
  'Relation Name'?: string;
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  'Rows Removed by Index Recheck'?: number;
  Plans?: Node[];
}

/** How the server went about it. */
async function nodesOf(
  { text }: { text: string },
  ...values: (string | number | null | readonly string[])[]
): Promise<Node[]> {
  const literals = values.map((value) => {
    if (value === null || typeof value === 'number') return String(value);
    return typeof value === 'string' ? `'${value}'` : `'{${value.join(',')}}'`;
  });
  await sql.query(`deallocate all; prepare asked as ${text}`);
  const { rows } = await sql.query<{ 'QUERY PLAN': [{ Plan: Node }] }>(
    `explain (analyze, format json) execute asked (${literals.join(', ')})`,
  );
  const flat = (node: Node): Node[] => [node, ...(node.Plans ?? []).flatMap(flat)];
  return rows.flatMap((row) => flat(row['QUERY PLAN'][0].Plan));
}

/** Rows that were looked at, whatever became of them, in tables and not in what was found already. */
function touched(nodes: readonly Node[]): number {
  const scans = nodes.filter((node) => node['Relation Name'] !== undefined);
  // The balance is one row of one account, and two accounts are soonest found by looking at both.
  const walks = scans.filter((node) => node['Relation Name'] !== 'balance').map((node) => node['Node Type']);
  expect(walks.filter((type) => !['Index Scan', 'Index Only Scan'].includes(type))).toEqual([]);
  return scans.reduce(
    (sum, node) =>
      sum +
      node['Actual Loops'] *
        (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Index Recheck'] ?? 0)),
    0,
  );
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
  const nodes = await nodesOf(statements.page, memberId, LIMIT, place === null ? null : after(place), from, to);
  expect(touched(nodes)).toBeGreaterThanOrEqual(LIMIT);
  expect(touched(nodes)).toBeLessThanOrEqual(LIMIT + BESIDES);
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
    const nodes = await nodesOf(statements.pageOfSome, memberId, LIMIT, cursor, null, null, reasons, units);
    expect(touched(nodes)).toBeLessThanOrEqual(LIMIT + BESIDES);
  }
});

test('a portion of the file is a walk along the key', async () => {
  for (const place of [0, ENTRIES / 2, ENTRIES - 600]) {
    const values = [memberId, 500, after(place), '9223372036854775807'];
    expect(touched(await nodesOf(statements.file, ...values))).toBeLessThanOrEqual(500);
    const some = await nodesOf(statements.fileOfSome, ...values, ['top-up', 'adjustment'], all);
    expect(touched(some)).toBeLessThanOrEqual(500 + ENTRIES / RARE);
  }
});

test('the balance at an instant is one entry', async () => {
  for (const place of [0, ENTRIES / 2, ENTRIES * 2]) {
    expect(touched(await nodesOf(statements.balanceAt, memberId, instant(place)))).toBeLessThanOrEqual(MARK_EVERY + 4);
  }
});
