import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { ledgerHttp, type LedgerEntry } from '@easel/contracts/ledger/http';
import type { Recorded } from '@easel/contracts/kernel/event';
import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { AccountStory } from '../testing/accounts.ts';
import { GenerationStory } from '../testing/generations.ts';
import { creditNoteIssued, invoiceIssued } from '../testing/invoices.ts';
import { type QueryServer, startQueries, type TestCaller } from '../testing/query-server.ts';
import { Recorder } from '../testing/recorded.ts';

let queries: QueryServer;
let ada: TestCaller;
let ben: TestCaller;
const recorder = new Recorder();
const generationId = randomUUID();
const operator = randomUUID();
let facts: Recorded[];
/** When the log recorded each. */
let times: string[];

beforeAll(async () => {
  queries = await startQueries();
  [ada, ben] = [await queries.member(), await queries.member()];
  const one = new AccountStory(recorder, ada.id);
  const other = new AccountStory(recorder, ben.id);
  facts = [
    one.allowance(500),
    one.adjusted(25, '=1+1', { metadata: { actor: { kind: 'operator', id: operator } } }),
    one.held(generationId, 100),
    one.captured(generationId, 100),
    one.toppedUp(2500),
    one.bought({ method: 'dollars', tenths: 0, allowanceTenths: 0, cents: 75 }),
    one.bought({ tenths: 50, allowanceTenths: 50 }),
    one.fact('EarningsSettled', { day: '2026-11-20', tenths: 40, cents: 75, sales: 2 }),
  ];
  for (const fact of facts) await queries.append(fact);
  await queries.append(other.allowance(500), other.toppedUp(100_000, 'pi_2'));
  times = (await all(ada)).map(({ at }) => at).toReversed();
});
afterAll(() => queries.close());

const path = (query: Record<string, string> = {}): string =>
  `/api/account/statement?${new URLSearchParams(query).toString()}`;
const statement = async (caller: TestCaller, query: Record<string, string> = {}) => {
  const { body } = await caller.get(path(query)).expect(200);
  expect(ledgerHttp.statement.reply.parse(body)).toEqual(body);
  return ledgerHttp.statement.reply.parse(body);
};
const all = async (caller: TestCaller, query: Record<string, string> = {}): Promise<LedgerEntry[]> =>
  (await statement(caller, { limit: '100', ...query })).entries ?? [];
const idsOf = (...places: number[]) => places.map((place) => facts[place]?.id);
const CLOSING = { credits: 41.5, held: 0, dollars: 25, frozen: 0 };

test('a member sees every movement, the newest first, and what is there now', async () => {
  const { entries = [], next, balance } = await statement(ada);
  expect(next).toBeNull();
  expect(balance).toEqual(CLOSING);
  expect(entries.map(({ eventId }) => eventId)).toEqual(idsOf(7, 6, 5, 4, 3, 2, 1, 0));
  expect(entries[0]).toMatchObject({ reason: 'earning', credits: 4, dollars: 0.75, balance: CLOSING });
  expect(entries[5]).toEqual({
    eventId: facts[2]?.id,
    at: expect.stringMatching(/^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/) as string,
    reason: 'generation-hold',
    note: null,
    credits: -10,
    held: 10,
    dollars: 0,
    frozen: 0,
    card: 0,
    balance: { credits: 42.5, held: 10, dollars: 0, frozen: 0 },
    actor: { kind: 'system', id: 'test' },
    stream: `account-${ada.id}`,
    revision: 2,
    position: expect.stringMatching(/^\d+$/) as string,
    correlationId: 'c0ffee00',
    causationId: 'c0ffee00',
    generationId,
    purchaseId: null,
    paymentId: null,
  });
});

test('of an operator it only says that it was one', async () => {
  const [adjusted] = await all(ada, { reason: 'adjustment' });
  expect(adjusted).toMatchObject({ note: '=1+1', actor: { kind: 'operator', id: null } });
});

test('who has nothing has nothing', async () => {
  const balance = { credits: 0, held: 0, dollars: 0, frozen: 0 };
  const empty = { success: true, entries: [], titles: {}, invoices: {}, next: null, balance };
  expect(await statement(await queries.member())).toEqual(empty);
});

test('names the pictures that its entries are about', async () => {
  const member = await queries.member();
  const picture = new GenerationStory(recorder, member.id);
  await queries.append(
    ...picture.whole({ prompt: 'A heron at dawn' }),
    new AccountStory(recorder, member.id).held(picture.generationId, 10),
  );
  expect((await statement(member)).titles).toEqual({ [picture.generationId]: 'A heron at dawn' });
});

test('names the invoices and credit notes of its own entries', async () => {
  const [member, other] = [await queries.member(), await queries.member()];
  const account = new AccountStory(recorder, member.id);
  const [paid, refunded, notYet] = [
    account.toppedUp(2500, 'pi_1'),
    account.fact('WalletRefunded', {
      refundId: 're_1',
      paymentId: 'pi_1',
      cents: 1000,
      debitedCents: 1000,
      outcome: 'made',
      reason: null,
    }),
    account.toppedUp(1000, 'pi_2'),
  ];
  const [memberId, invoice, note] = [member.id, 'INV-2026-000001', 'INV-2026-000002'];
  await queries.append(
    paid,
    refunded,
    notYet,
    invoiceIssued(recorder, { memberId, number: invoice }, paid),
    creditNoteIssued(recorder, { memberId, number: note }, refunded),
    invoiceIssued(recorder, { memberId: other.id, number: 'INV-2026-000003' }, notYet),
  );
  expect((await statement(member)).invoices).toEqual({ [paid.id]: invoice, [refunded.id]: note });
  expect((await statement(member, { lines: 'picture', reason: 'refund' })).invoices).toEqual({ [refunded.id]: note });
});

test('books an order of products and a picture, what went back of it, and its dispute; the card’s column adds up', async () => {
  const member = await queries.member();
  const account = new AccountStory(recorder, member.id);
  const card = { paymentId: 'pi_order' };
  const refund = { refundId: 're_1', ...card, cents: 1000, debitedCents: 0, reason: 'requested' } as const;
  const dispute = { disputeId: 'dp_1', ...card, cents: 0, cardCents: 3549, reason: 'fraudulent' } as const;
  const orderId = randomUUID();
  const prints = account.prints(4399, card.paymentId, orderId);
  const item = { kind: 'order', orderId, reference: 'ORD-1', items: 2 } as const;
  const [invoice, note] = ['INV-2026-000011', 'INV-2026-000012'];
  const refunded = account.fact('WalletRefunded', { ...refund, outcome: 'made' });
  await queries.append(
    account.toppedUp(2500, 'pi_wallet'),
    prints,
    account.bought({ method: 'card', ...card, tenths: 0, allowanceTenths: 0, cents: 150 }),
    refunded,
    account.fact('WalletDisputed', { ...dispute, outcome: 'frozen' }),
    account.fact('WalletDisputed', { ...dispute, outcome: 'released' }),
    account.fact('WalletRefunded', { ...refund, outcome: 'failed' }),
    invoiceIssued(recorder, { memberId: member.id, ...card, number: invoice, cents: 4549, item }),
    creditNoteIssued(recorder, { memberId: member.id, ...card, number: note, cents: 1000 }, refunded),
  );
  const { entries = [], invoices, balance } = await statement(member);
  expect(balance).toEqual({ credits: 0, held: 0, dollars: 25, frozen: 0 });
  expect(entries.toReversed().map(({ reason, card: sum }) => [reason, sum])).toEqual([
    ['top-up', 25],
    ['prints', 43.99],
    ['purchase', 1.5],
    ['refund', -10],
    ['dispute', -35.49],
    ['dispute', 35.49],
    ['refund', 10],
  ]);
  expect(entries.every((entry) => entry.reason === 'top-up' || entry.dollars === 0)).toBe(true);
  // Products have the invoice of their order, though it was issued for another event.
  expect(invoices).toEqual({ [prints.id]: invoice, [refunded.id]: note });
  const { text } = await member.get(path({ format: 'csv', lines: 'picture' })).expect(200);
  const lines = parse<Record<string, string>>(text, { columns: true, bom: true });
  expect(lines.map(({ What }) => What)).toEqual([
    'Wallet top-up',
    'Prints and delivery',
    'Image purchase',
    'Refund',
    'Payment disputed',
    'Payment disputed',
    'Refund',
  ]);
  const paid = lines.reduce((sum, line) => sum + Number(line['Paid by card']), 0);
  expect(paid).toBeCloseTo(25 + 45.49, 2);
  expect(Number(lines.at(-1)?.['Wallet afterwards'])).toBe(25);
});

test('pages are the statement cut into pieces', async () => {
  const seen: (string | undefined)[] = [];
  for (let cursor: string | undefined = ''; cursor !== undefined;) {
    const page = await statement(ada, { limit: '3', ...(cursor && { cursor }) });
    seen.push(...(page.entries ?? []).map(({ eventId }) => eventId));
    cursor = page.next ?? undefined;
  }
  expect(seen).toEqual(idsOf(7, 6, 5, 4, 3, 2, 1, 0));
});

test('a page that is just full is the last one', async () => {
  expect((await statement(ada, { limit: '8' })).next).toBeNull();
  expect((await statement(ada, { limit: '7' })).next).not.toBeNull();
});

test("another's cursor leads through one's own entries alone", async () => {
  const { next } = await statement(ada, { limit: '1' });
  for (const { stream } of await all(ben, { cursor: next ?? '' })) expect(stream).toBe(`account-${ben.id}`);
});

test.each([
  [{ reason: 'purchase' }, [6, 5]],
  [{ reason: 'purchase', unit: 'dollars' }, [5]],
  [{ unit: 'dollars' }, [7, 5, 4]],
  [{ unit: 'credits' }, [7, 6, 3, 2, 1, 0]],
  [{ reason: 'payout' }, []],
] as const)('%o leaves %j', async (query, places) => {
  expect((await all(ada, query)).map(({ eventId }) => eventId)).toEqual(idsOf(...places));
  const cut: string[] = [];
  for (let cursor: string | undefined = ''; cursor !== undefined;) {
    const page = await statement(ada, { ...query, limit: '1', ...(cursor && { cursor }) });
    cut.push(...(page.entries ?? []).map(({ eventId }) => eventId));
    cursor = page.next ?? undefined;
  }
  expect(cut).toEqual(idsOf(...places));
});

test('instants bound it: from is included, to is not', async () => {
  const [from = '', to = ''] = [times[2], times[5]];
  const left = (await all(ada)).filter(({ at }) => at >= from && at < to).map(({ eventId }) => eventId);
  expect(left.length).toBeGreaterThan(0);
  expect((await all(ada, { from, to })).map(({ eventId }) => eventId)).toEqual(left);
  expect(await all(ada, { to: '2020-01-01T00:00:00Z' })).toEqual([]);
  expect(await all(ada, { from: '2099-01-01T00:00:00Z' })).toEqual([]);
  expect(await all(ada, { from: to, to: from })).toEqual([]);
});

test('the balance at an instant is that of the last entry by then', async () => {
  const entries = await all(ada);
  for (const at of times) {
    const last = entries.find((entry) => entry.at <= at);
    expect(await statement(ada, { at })).toEqual({ success: true, balance: last?.balance });
  }
  const before = await statement(ada, { at: '2020-01-01T00:00:00Z' });
  expect(before.balance).toEqual({ credits: 0, held: 0, dollars: 0, frozen: 0 });
  expect((await statement(ada, { at: '2099-01-01T00:00:00Z' })).balance).toEqual(CLOSING);
});

describe('a line a picture', () => {
  test('leaves out what only settles, and says what became of what was set aside', async () => {
    const caller = await queries.member();
    const one = new AccountStory(recorder, caller.id);
    const [made, failed, open] = [randomUUID(), randomUUID(), randomUUID()];
    await queries.append(
      one.allowance(500),
      one.held(made, 100),
      one.held(failed, 50),
      one.captured(made, 100),
      one.fact('CreditsReleased', {
        generationId: failed,
        tenths: 50,
        allowanceTenths: 50,
        permanentTenths: 0,
        reason: 'failed',
      }),
      one.held(open, 20),
    );
    const lines = await all(caller, { lines: 'picture' });
    expect(lines.map(({ reason, generationId: of, settledBy, credits }) => [reason, of, settledBy, credits])).toEqual([
      ['generation-hold', open, null, -2],
      ['generation-release', failed, null, 5],
      ['generation-hold', failed, 'generation-release', -5],
      ['generation-hold', made, 'generation-charge', -10],
      ['allowance', null, null, 50],
    ]);
    const some = await all(caller, { lines: 'picture', unit: 'credits', reason: 'generation-hold' });
    expect(some.map(({ settledBy }) => settledBy)).toEqual([null, 'generation-release', 'generation-charge']);
    expect(await all(caller, { lines: 'picture', reason: 'generation-charge' })).toEqual([]);
    const { text } = await caller
      .get(path({ format: 'csv', lines: 'picture' }))
      .buffer(true)
      .expect(200);
    const rows = parse<Record<string, string>>(text, { bom: true, columns: true });
    expect(rows.map(({ What, Credits }) => [What, Credits])).toEqual([
      ['Monthly allowance', '50.0'],
      ['Image', '-10.0'],
      ['Image', '-5.0'],
      ['Image not made', '5.0'],
      ['Image', '-2.0'],
    ]);
    expect(rows.at(-1)).toMatchObject({ 'Credits afterwards': '38.0', 'Wallet afterwards': '0.00', Note: '' });
    expect(rows[0]?.['Date (UTC)']).toMatch(/^\d{4}-\d{2}-\d{2} \d{2}:\d{2}$/);
  });
});

describe('as a file', () => {
  const file = async (query: Record<string, string> = {}) => {
    const { text, headers } = await ada
      .get(path({ ...query, format: 'csv' }))
      .buffer(true)
      .expect(200);
    return { headers, rows: parse<Record<string, string>>(text, { bom: true, columns: true }) };
  };

  test('it is the oldest first, adds up to what is there, and has no formulas in it', async () => {
    const { headers, rows } = await file();
    expect(headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8; header=present',
      'cache-control': 'private, no-store',
    });
    expect(headers['content-disposition']).toMatch(/^attachment; filename="easel-statement-\d{4}-\d{2}-\d{2}\.csv"$/);
    expect(rows.map((row) => row['event id'])).toEqual(idsOf(0, 1, 2, 3, 4, 5, 6, 7));
    expect(rows[1]).toMatchObject({ note: "'=1+1", actor: 'operator', 'actor id': '' });
    for (const [column, closing] of Object.entries(CLOSING)) {
      const cents = rows.reduce((sum, row) => sum + Math.round(Number(row[column]) * 100), 0);
      expect(cents / 100).toBe(closing);
      expect(Number(rows.at(-1)?.[`${column} balance`])).toBe(closing);
    }
  });

  test('it has what the filters leave', async () => {
    expect((await file({ unit: 'dollars' })).rows.map((row) => row['event id'])).toEqual(idsOf(4, 5, 7));
    expect((await file({ reason: 'payout' })).rows).toEqual([]);
    const left = (await all(ada, { from: times[3] ?? '' })).map(({ eventId }) => eventId).toReversed();
    expect((await file({ from: times[3] ?? '' })).rows.map((row) => row['event id'])).toEqual(left);
  });

  test('of more portions than one it has each entry once', async () => {
    const many = await queries.member();
    const one = new AccountStory(recorder, many.id);
    await queries.append(...Array.from({ length: 600 }, (_, index) => one.adjusted(index + 1, null)));
    const { text } = await many
      .get(path({ format: 'csv', reason: 'adjustment' }))
      .buffer(true)
      .expect(200);
    const revisions = parse<Record<string, string>>(text, { bom: true, columns: true }).map(({ revision }) => revision);
    expect(revisions).toEqual(Array.from({ length: 600 }, (_, index) => String(index)));
    const whole = await many
      .get(path({ format: 'csv' }))
      .buffer(true)
      .expect(200);
    expect(whole.text).toBe(text);

    // Whoever leaves in the middle leaves the server as it was.
    const { port } = queries.server.http.address() as { port: number };
    const call = request({ port, path: path({ format: 'csv' }), headers: { authorization: many.authorization } });
    call.end();
    const [response] = (await once(call, 'response')) as [IncomingMessage];
    await once(response, 'data');
    response.destroy();
    expect((await statement(many, { limit: '1' })).entries).toHaveLength(1);
  });
});

test.each([
  { cursor: 'x' },
  { cursor: "' or 1=1;--" },
  { cursor: '__________8' },
  { reason: 'none' },
  { unit: 'euros' },
  { from: 'yesterday' },
  { to: "2026-11-20' or '1'='1" },
  { at: '2026-13-01T00:00:00Z' },
  { limit: '0' },
  { limit: '101' },
  { format: 'xml' },
])('%o is refused', async (query) => {
  await ada.get(path(query as Record<string, string>)).expect(400);
});

test('it is shut to nobody', async () => {
  await queries.nobody.get('/api/account/statement').expect(401);
  await queries.nobody.get('/api/account/statement?format=csv').expect(401);
});

test('an account whose facts are parked says so', async () => {
  const broken = await queries.member();
  const one = new AccountStory(recorder, broken.id);
  await queries.append(one.allowance(500));
  // A character that no column holds.
  await queries.append(one.adjusted(7, 'a\0b'), one.adjusted(5, null));
  const { headers, body } = await broken.get('/api/account/statement').expect(200);
  expect(headers['x-incomplete']).toBe('true');
  expect(body.entries).toHaveLength(1);
});
