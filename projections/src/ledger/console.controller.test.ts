import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { MORE_HEADER } from '@easel/contracts/kernel/console';
import type { OperatorRole } from '@easel/contracts/kernel/http';
import type { Recorded } from '@easel/contracts/kernel/event';
import { ledgerConsoleHttp, type LedgerRecord } from '@easel/contracts/ledger/console.http';
import { hashOfText } from '@easel/kernel/proof/hash-chain';
import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { AccountStory } from '../testing/accounts.ts';
import { exportsOf } from '../testing/exports.ts';
import { operator } from '../testing/operators.ts';
import { type QueryServer, startQueries } from '../testing/query-server.ts';
import { Recorder } from '../testing/recorded.ts';
import { EXPORT_SIGNATURE, type ExportEnd, type ExportHead, type ExportLine, signedText } from './chained-export.ts';

let queries: QueryServer;
let authorization: string;
let auditorId: string;
const recorder = new Recorder();
const [ada, ben] = [new AccountStory(recorder), new AccountStory(recorder)];
const generationId = randomUUID();
const operatorId = randomUUID();
const FORMULA = '=HYPERLINK("https://example.org","<script>")';
const HOSTILE = `'; drop table entry; --`;
const facts: Recorded[] = [
  ada.allowance(500),
  ada.adjusted(25, FORMULA, { metadata: { actor: { kind: 'operator', id: operatorId, role: 'admin' } } }),
  ben.toppedUp(2_500, 'pi_ben', { metadata: { $correlationId: 'call-1', $causationId: 'evt_1' } }),
  ada.held(generationId, 100),
  ada.captured(generationId, 100),
  ben.bought({ method: 'dollars', tenths: 0, allowanceTenths: 0, cents: 75 }),
  ada.bought({ tenths: 50, allowanceTenths: 50 }),
  ada.fact('EarningsSettled', { day: '2026-11-20', tenths: 40, cents: 75, sales: 2 }),
  ben.fact('WalletRefunded', {
    refundId: 're_1',
    paymentId: 'pi_x',
    cents: 10,
    debitedCents: 0,
    outcome: 'made',
    reason: '\u2028',
  }),
];
/** As they are told, the oldest first. */
let told: LedgerRecord[];

beforeAll(async () => {
  queries = await startQueries();
  ({ authorization, id: auditorId } = await operator(queries, 'auditor'));
  for (const fact of facts) await queries.append(fact);
  told = (await list()).toReversed();
});
afterAll(() => queries.close());

const get = (path: string, as = authorization) => queries.nobody.get(path).set('authorization', as);
const pathOf = (filter: object = {}, range?: [number, number]): string =>
  `/api/admin/ledger?${new URLSearchParams({
    filter: JSON.stringify(filter),
    ...(range && { range: JSON.stringify(range) }),
  }).toString()}`;

async function page(filter: object = {}, range?: [number, number]) {
  const { body, headers } = await get(pathOf(filter, range)).expect(200);
  const records = ledgerConsoleHttp.list.reply.parse(body);
  expect(records).toEqual(body);
  return { records, more: headers[MORE_HEADER] === 'true', range: headers['content-range'] as string };
}
const list = async (filter: object = {}): Promise<LedgerRecord[]> => (await page(filter, [0, 99])).records;
/** Page by page of a single entry. */
async function walkedOneByOne(filter: object): Promise<LedgerRecord[]> {
  const seen: LedgerRecord[] = [];
  for (let place = {}; ;) {
    const { records, more } = await page({ ...filter, ...place }, [0, 0]);
    seen.push(...records);
    if (!more) return seen;
    place = { before: records.at(-1)?.position };
  }
}

const placesOf = (records: readonly LedgerRecord[]) =>
  records.map(({ id }) => facts.findIndex((fact) => fact.id === id));

test('every movement of every account, the newest first', async () => {
  const { records, more, range } = await page();
  expect(placesOf(records)).toEqual([8, 7, 6, 5, 4, 3, 2, 1, 0]);
  expect([more, range]).toEqual([false, 'ledger 0-8/*']);
  expect(records[7]).toEqual({
    id: facts[1]?.id,
    member_id: ada.memberId,
    at: expect.stringMatching(/^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/) as string,
    reason: 'adjustment',
    unit: 'credits',
    note: FORMULA,
    credits: 2.5,
    held: 0,
    dollars: 0,
    frozen: 0,
    card: 0,
    balance: { credits: 52.5, held: 0, dollars: 0, frozen: 0 },
    actor: { kind: 'operator', id: operatorId, role: 'admin' },
    stream: `account-${ada.memberId}`,
    revision: 1,
    position: expect.stringMatching(/^\d+$/) as string,
    correlation_id: 'c0ffee00',
    causation_id: null,
    generation_id: null,
    purchase_id: null,
    payment_id: null,
  });
});

test('it is walked both ways', async () => {
  const first = await page({}, [0, 3]);
  expect([placesOf(first.records), first.more]).toEqual([[8, 7, 6, 5], true]);
  const older = await page({ before: first.records.at(-1)?.position }, [0, 3]);
  expect([placesOf(older.records), older.more]).toEqual([[4, 3, 2, 1], true]);
  const oldest = await page({ before: older.records.at(-1)?.position }, [0, 3]);
  expect([placesOf(oldest.records), oldest.more]).toEqual([[0], false]);
  const newer = await page({ after: oldest.records[0]?.position }, [0, 3]);
  expect([placesOf(newer.records), newer.more]).toEqual([[4, 3, 2, 1], true]);
  const newest = await page({ after: newer.records[0]?.position }, [0, 3]);
  expect([placesOf(newest.records), newest.more]).toEqual([[8, 7, 6, 5], false]);
  expect(await page({ after: newest.records[0]?.position })).toMatchObject({
    records: [],
    more: false,
    range: 'ledger */*',
  });
});

describe('it is narrowed', () => {
  test.each<[string, () => object, number[]]>([
    ['an account', () => ({ member: ben.memberId }), [8, 5, 2]],
    ['a reason', () => ({ reason: 'purchase' }), [6, 5]],
    ['reasons', () => ({ reason: ['top-up', 'refund', 'top-up'] }), [8, 2]],
    ['an account and a reason', () => ({ member: ada.memberId, reason: 'purchase' }), [6]],
    ['credits', () => ({ unit: 'credits' }), [7, 6, 4, 3, 1, 0]],
    ['dollars', () => ({ unit: 'dollars' }), [7, 5, 2]],
    ['both at once', () => ({ unit: 'both' }), [7]],
    ['neither', () => ({ unit: 'none' }), [8]],
    ['at least so much', () => ({ unit: 'credits', min: 10 }), [4, 3, 0]],
    ['at most so much', () => ({ unit: 'credits', max: 4 }), [7, 1]],
    ['exactly so much', () => ({ unit: 'dollars', min: 0.75, max: 0.75 }), [7, 5]],
    ['an amount of a reason', () => ({ unit: 'dollars', min: 0.5, reason: 'earning' }), [7]],
    ['a generation', () => ({ generation: generationId }), [4, 3]],
    ['a payment', () => ({ payment: 'pi_ben' }), [2]],
    ['a purchase', () => ({ purchase: told[5]?.purchase_id }), [5]],
    ['a correlation', () => ({ correlation: 'call-1' }), [2]],
    ['a common correlation', () => ({ correlation: 'c0ffee00', member: ben.memberId }), [8, 5]],
    ['ids', () => ({ id: [facts[3]?.id, facts[8]?.id] }), [8, 3]],
    ['a time', () => ({ from: told[2]?.at, to: told[5]?.at }), [4, 3, 2]],
    ['a time of an account', () => ({ member: ada.memberId, from: told[4]?.at }), [7, 6, 4]],
    ['what there is none of', () => ({ reason: 'payout' }), []],
    ['an account that there is not', () => ({ member: randomUUID() }), []],
  ])('%s', async (_what, filter, places) => {
    expect(placesOf(await list(filter()))).toEqual(places);
    expect(placesOf(await walkedOneByOne(filter()))).toEqual(places);
  });
});

test('one entry by its event, and no other', async () => {
  const { body } = await get(`/api/admin/ledger/${facts[2]?.id}`).expect(200);
  expect(ledgerConsoleHttp.one.reply.parse(body)).toEqual(told[2]);
  expect(told[2]).toMatchObject({ correlation_id: 'call-1', causation_id: 'evt_1' });
  await get(`/api/admin/ledger/${randomUUID()}`).expect(404);
});

describe('an account', () => {
  const account = async (query = '') => {
    const { body } = await get(`/api/admin/ledger/accounts/${ada.memberId}${query}`).expect(200);
    expect(ledgerConsoleHttp.account.reply.parse(body)).toEqual(body);
    return ledgerConsoleHttp.account.reply.parse(body);
  };

  test('as it is now', async () => {
    const own = told.filter(({ member_id }) => member_id === ada.memberId);
    expect(await account()).toEqual({
      success: true,
      member_id: ada.memberId,
      at: null,
      balance: own.at(-1)?.balance,
      entries: own.length,
      first_at: own[0]?.at,
      last_at: own.at(-1)?.at,
    });
  });

  test('as it was at any instant', async () => {
    const own = told.filter(({ member_id }) => member_id === ada.memberId);
    for (const { at } of own) {
      const until = own.filter((entry) => entry.at <= at);
      const { balance, entries, last_at } = await account(`?at=${at}`);
      expect([balance, entries, last_at]).toEqual([until.at(-1)?.balance, until.length, at]);
    }
    expect(await account('?at=2020-01-01T00:00:00Z')).toMatchObject({
      balance: { credits: 0, held: 0, dollars: 0, frozen: 0 },
      entries: 0,
      first_at: null,
      last_at: null,
    });
  });

  test('of nobody', async () => {
    await get(`/api/admin/ledger/accounts/${randomUUID()}`).expect(404);
    await get(`/api/admin/ledger/accounts/${randomUUID()}?at=2020-01-01T00:00:00Z`).expect(404);
  });
});

describe('as a file', () => {
  const file = async (format: string, filter: object = {}) => {
    const query = new URLSearchParams({ format, filter: JSON.stringify(filter) }).toString();
    const { text, headers } = await get(`/api/admin/ledger/export?${query}`)
      .buffer(true)
      .parse((response, done) => {
        let said = '';
        response.setEncoding('utf8');
        response.on('data', (chunk: string) => (said += chunk));
        response.on('end', () => {
          response.text = said;
          done(null, said);
        });
      })
      .expect(200);
    return { text, headers };
  };

  test('for spreadsheets: each entry once, formulas inert', async () => {
    const { text, headers } = await file('csv');
    expect(headers['content-disposition']).toMatch(/^attachment; filename="\S+-ledger-\d{4}-\d{2}-\d{2}\.csv"$/);
    const rows = parse(text, { bom: true, columns: true }) as Record<string, string>[];
    expect(rows.map((row) => row['event id'])).toEqual(facts.map(({ id }) => id));
    expect(rows[1]).toMatchObject({
      'member id': ada.memberId,
      note: `'${FORMULA}`,
      'actor id': operatorId,
      'actor role': 'admin',
    });
    expect(rows[3]).toMatchObject({ credits: '-10.0', held: '10.0', unit: 'credits', 'generation id': generationId });
  });

  test('narrowed as the list is', async () => {
    for (const filter of [
      { member: ben.memberId },
      { reason: ['purchase'], unit: 'dollars' },
      { unit: 'credits', min: 10 },
    ]) {
      const rows = parse((await file('csv', filter)).text, { bom: true, columns: true }) as Record<string, string>[];
      expect(rows.map((row) => row['event id'])).toEqual((await list(filter)).map(({ id }) => id).toReversed());
    }
  });

  test('as a chain: each line holds the hash of the one before, the last is signed', async () => {
    const { text, headers } = await file('ndjson', { member: ada.memberId });
    expect(headers['content-type']).toBe('application/x-ndjson; charset=utf-8');
    const lines = text.trimEnd().split('\n');
    const [head, ...rest] = lines.map((line) => JSON.parse(line) as ExportHead | ExportLine | ExportEnd);
    const end = rest.pop() as ExportEnd;
    expect(head).toMatchObject({
      kind: 'ledger',
      version: 1,
      filter: { member: ada.memberId },
      position: told.at(-1)?.position,
    });
    const own = told.filter(({ member_id }) => member_id === ada.memberId);
    expect(rest).toEqual(
      own.map((entry, index) => ({
        kind: 'entry',
        number: index + 1,
        previous: hashOfText(lines[index] ?? ''),
        entry,
      })),
    );
    const signature = queries.server.foundation.sealer.digest(EXPORT_SIGNATURE, signedText(end));
    expect(end).toEqual({ kind: 'end', entries: own.length, previous: hashOfText(lines.at(-2) ?? ''), signature });
  });

  test('is a fact before it begins, with its filter, and another at its end, with its rows', async () => {
    await file('csv', { member: ada.memberId });
    const [begun, ended] = (await exportsOf(queries.server)).slice(-2);
    expect(begun).toMatchObject({
      metadata: { actor: { kind: 'operator', id: auditorId, role: 'auditor' } },
      data: {
        operatorId: auditorId,
        what: 'ledger',
        format: 'csv',
        filter: { member: ada.memberId },
        words: '',
      },
    });
    const own = told.filter(({ member_id }) => member_id === ada.memberId);
    expect(ended).toMatchObject({ stream: begun?.stream, data: { rows: own.length, outcome: 'complete' } });
  });

  test('who goes away ends the reading of it', async () => {
    const url = new URL('/api/admin/ledger/export', await queries.server.app.getUrl());
    const asked = request(url, { headers: { authorization } });
    asked.end();
    const [reply] = (await once(asked, 'response')) as [IncomingMessage];
    reply.destroy();
    await once(reply, 'close');
    await vi.waitFor(async () => {
      const [begun, ended] = (await exportsOf(queries.server)).slice(-2);
      expect([begun?.type, ended?.type, ended?.stream]).toEqual(['ExportBegun', 'ExportEnded', begun?.stream]);
    });
    expect(placesOf(await list({ member: ben.memberId }))).toEqual([8, 5, 2]);
  });
});

describe('attacks', () => {
  const fields = [
    'id',
    'member',
    'reason',
    'unit',
    'from',
    'to',
    'min',
    'max',
    'generation',
    'purchase',
    'before',
    'after',
  ];
  test.each(fields)('SQL in the filter %s is 400', async (field) => {
    for (const value of [HOSTILE, [HOSTILE], { $gt: '' }, null, '1 or 1=1', '\u0000']) {
      const filter = JSON.stringify({ unit: 'credits', [field]: value });
      for (const path of ['/api/admin/ledger', '/api/admin/ledger/export']) {
        await get(`${path}?${new URLSearchParams({ filter }).toString()}`).expect(400);
      }
    }
  });

  test.each(['correlation', 'payment'])('SQL in the filter %s is a text that nothing has', async (field) => {
    expect(await list({ [field]: HOSTILE })).toEqual([]);
    await get(pathOf({ [field]: '\0' })).expect(400);
    await get(pathOf({ [field]: '\ud83d' })).expect(400);
    await get(pathOf({ [field]: 'x'.repeat(400) })).expect(400);
  });

  test('what makes no sense is 400', async () => {
    for (const filter of [
      { min: 1 },
      { unit: 'both', min: 1 },
      { unit: 'credits', min: -1 },
      { unit: 'credits', max: 1e300 },
      { from: '0000-01-01T00:00:00Z' },
      { to: '99999-01-01' },
      { before: '99999999999999999999' },
      { before: '9223372036854775808' },
      { [HOSTILE]: 1 },
      [],
    ]) {
      await get(pathOf(filter)).expect(400);
    }
    for (const query of [
      'sort=["position; drop table entry","ASC"]',
      'sort=["at","ASC"]',
      'range=[0,"1; drop table entry"]',
      'range=[5,0]',
      'range=[0,1000000]',
      'filter={',
    ]) {
      await get(encodeURI(`/api/admin/ledger?${query}`)).expect(400);
    }
    for (const path of [
      `accounts/${HOSTILE}`,
      `accounts/${ada.memberId}?at=${HOSTILE}`,
      `accounts/${ada.memberId}?at=0000-01-01T00:00:00Z`,
      HOSTILE,
      'export?format=xml',
    ]) {
      await get(encodeURI(`/api/admin/ledger/${path}`)).expect(400);
    }
    expect(placesOf(await list({ before: '9223372036854775807', reason: 'top-up' }))).toEqual([2]);
  });

  test('nobody, members and other roles are kept out', async () => {
    const paths = [
      '/api/admin/ledger',
      '/api/admin/ledger/export',
      `/api/admin/ledger/accounts/${ada.memberId}`,
      `/api/admin/ledger/${facts[0]?.id}`,
    ];
    const member = await queries.member();
    const roles: Record<OperatorRole, boolean> = { admin: true, auditor: true, support: false, analyst: false };
    for (const path of paths) {
      await queries.nobody.get(path).expect(401);
      await member.get(path).expect(403);
      for (const [role, mayDo] of Object.entries(roles)) {
        const as = await operator(queries, role as OperatorRole);
        await get(path, as.authorization).expect(mayDo ? 200 : 403);
      }
    }
  });
});
