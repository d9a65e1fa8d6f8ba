import { randomUUID } from 'node:crypto';
import { profitsHttp } from '@easel/contracts/earnings/profits.http';
import { payoutsConsoleHttp } from '@easel/contracts/earnings/console.http';
import { MORE_HEADER } from '@easel/contracts/kernel/console';
import type { OperatorRole } from '@easel/contracts/kernel/http';
import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { AccountStory } from '../testing/accounts.ts';
import { exportsOf } from '../testing/exports.ts';
import { GenerationStory } from '../testing/generations.ts';
import { operator } from '../testing/operators.ts';
import { type QueryServer, startQueries, type TestCaller } from '../testing/query-server.ts';
import { Recorder } from '../testing/recorded.ts';
import { EarningsStory } from './testing/earnings-story.ts';

let queries: QueryServer;
beforeAll(async () => {
  queries = await startQueries();
});
afterAll(() => queries.close());

const recorder = new Recorder();
const NOTHING = { credits: 0, dollars: 0, worth: 0 };
const IBAN = 'DE89370400440532013000';
const summary = async (caller: TestCaller) =>
  profitsHttp.summary.reply.parse((await caller.get('/api/earnings/summary').expect(200)).body);
const share = (account: AccountStory, cents: number, generationId: string) =>
  account.fact('ChallengeShareGranted', {
    competitionId: randomUUID(),
    kind: 'tshirt',
    month: '2026-10',
    day: '2026-11-15',
    cents,
    shareCents: cents - 100,
    prizeCents: 100,
    entries: [{ entryId: randomUUID(), generationId, cents: cents - 100 }],
  });
const requested = (account: AccountStory, payoutId: string, accountHolder = 'Ada Seller') =>
  account.fact('PayoutRequested', { payoutId, tenths: 100, cents: 20, payoutCents: 70, iban: IBAN, accountHolder });
const settled = (account: AccountStory, payoutId: string, outcome: 'paid' | 'returned', reason: string) =>
  account.fact('PayoutSettled', { payoutId, tenths: 100, cents: 20, outcome, reason });

describe('GET /api/earnings/summary', () => {
  test('shows earnings by source and month, without reversed sales', async () => {
    const member = await queries.member();
    const sold = new EarningsStory(recorder, member.id);
    const account = new AccountStory(recorder, member.id);
    const gone = randomUUID();
    const october = '2026-10-31T23:59:59.999Z';
    await queries.append(
      sold.sale({ tier: 'free', tenths: 5, accruedAt: october }),
      sold.sale({ purchaseId: gone }),
      sold.matured('2026-11-22', 2),
      sold.sale(),
      sold.sale({ curator: true, tier: 'curator_partner', tenths: 0, cents: 145 }),
      sold.turned(gone, 1),
      share(account, 300, randomUUID()),
      requested(account, randomUUID()),
    );
    const counted = (sales: number, credits: number, dollars: number, worth: number) => ({
      sales,
      credits,
      dollars,
      worth,
    });
    const none = counted(0, 0, 0, 0);
    expect(await summary(member)).toMatchObject({
      total: { credits: 2, dollars: 4.45, worth: 4.55 },
      sources: [
        { source: 'downloads', tier: 'studio', ...counted(1, 1.5, 0, 0.07) },
        { source: 'downloads', tier: 'free', ...counted(1, 0.5, 0, 0.02) },
        { source: 'curator', tier: null, ...counted(1, 0, 1.45, 1.45) },
        { source: 'challenges', tier: null, ...counted(1, 0, 3, 3) },
      ],
      months: [
        {
          month: '2026-11',
          downloads: counted(1, 1.5, 0, 0.07),
          curator: counted(1, 0, 1.45, 1.45),
          challenges: counted(1, 0, 3, 3),
        },
        { month: '2026-10', downloads: counted(1, 0.5, 0, 0.02), curator: none, challenges: none },
      ],
      pending: counted(2, 1.5, 1.45, 1.52),
      takenBack: counted(1, 1.5, 0, 0.07),
      requested: { credits: 10, dollars: 0.2, worth: 0.7 },
      paid: NOTHING,
    });
  });

  test('counts every sale as pending until the first is settled', async () => {
    const member = await queries.member();
    const sold = new EarningsStory(recorder, member.id);
    await queries.append(sold.sale(), sold.sale());
    expect((await summary(member)).pending).toMatchObject({ sales: 2, credits: 3 });
  });

  test('is empty for a member who has sold nothing, and 401 for visitors', async () => {
    expect(await summary(await queries.member())).toMatchObject({ total: NOTHING, sources: [], months: [] });
    await queries.nobody.get('/api/earnings/summary').expect(401);
  });
});

describe('GET /api/earnings/pictures', () => {
  test('lists pictures by earnings, in pages, with cards of pictures that exist', async () => {
    const member = await queries.member();
    const sold = new EarningsStory(recorder, member.id);
    const picture = new GenerationStory(recorder, member.id);
    const [gone, entry] = [randomUUID(), randomUUID()];
    await queries.append(
      ...picture.whole({ prompt: 'A heron at dawn' }),
      sold.sale({ generationId: picture.generationId }),
      sold.sale({ generationId: picture.generationId, accruedAt: '2026-11-21T10:00:00.000Z' }),
      sold.sale({ generationId: gone }),
      share(new AccountStory(recorder, member.id), 300, entry),
    );
    const page = async (query: string) =>
      profitsHttp.pictures.reply.parse((await member.get(`/api/earnings/pictures?${query}`).expect(200)).body);
    const { pictures, next } = await page('limit=2');
    expect(pictures).toMatchObject([
      { generationId: entry, dollars: 2, challenges: 2, sales: 0, lastSaleAt: null, generation: null },
      {
        generationId: picture.generationId,
        credits: 3,
        sales: 2,
        challenges: 0,
        lastSaleAt: '2026-11-21T10:00:00.000Z',
        generation: { id: picture.generationId },
      },
    ]);
    expect(await page(`limit=2&cursor=${next}`)).toMatchObject({ pictures: [{ generationId: gone }], next: null });
    await member.get('/api/earnings/pictures?cursor=1').expect(400);
  });
});

describe('GET /api/earnings/payouts', () => {
  test('lists own payouts with their outcome, the newest first', async () => {
    const [member, other] = [await queries.member(), await queries.member()];
    const account = new AccountStory(recorder, member.id);
    const [first, second] = [randomUUID(), randomUUID()];
    await queries.append(
      requested(account, first),
      settled(account, first, 'returned', 'no such account'),
      requested(account, second),
    );
    const page = async (caller: TestCaller, query = '') =>
      profitsHttp.payouts.reply.parse((await caller.get(`/api/earnings/payouts?${query}`).expect(200)).body);
    const all = await page(member);
    expect(all.payouts).toMatchObject([
      { id: second, status: 'requested', settledAt: null, reason: null, worth: 0.7 },
      { id: first, status: 'returned', reason: 'no such account', bank: { country: 'DE', last4: '3000' } },
    ]);
    expect(JSON.stringify(all)).not.toContain(IBAN);
    const { next } = await page(member, 'limit=1');
    expect(await page(member, `limit=1&cursor=${next}`)).toMatchObject({ payouts: [{ id: first }], next: null });
    expect(await page(other)).toMatchObject({ payouts: [] });
  });
});

describe('the payouts of the console', () => {
  const as = async (role: OperatorRole) => {
    const { authorization, id } = await operator(queries, role);
    return { id, get: (path: string) => queries.nobody.get(path).set('authorization', authorization) };
  };

  test('lists open requests from the oldest, then settled ones from the newest', async () => {
    const { get } = await as('auditor');
    const account = new AccountStory(recorder);
    const ids = ['a', 'b', 'c', 'd'].map(() => randomUUID());
    const [paid, returned, older, newer] = ids as [string, string, string, string];
    await queries.append(...ids.map((id) => requested(account, id)));
    await queries.append(settled(account, paid, 'paid', 'sent'), settled(account, returned, 'returned', 'closed'));
    const page = async (filter: object, range = '[0,24]') => {
      const asked = new URLSearchParams({ filter: JSON.stringify({ member: account.memberId, ...filter }), range });
      const { body, headers } = await get(`/api/admin/payouts?${asked.toString()}`).expect(200);
      return { rows: payoutsConsoleHttp.list.reply.parse(body), more: headers[MORE_HEADER] };
    };
    const { rows } = await page({});
    expect(rows.map(({ id }) => id)).toEqual([older, newer, returned, paid]);
    expect(rows[2]).toMatchObject({ status: 'returned', amount: 0.7, reason: 'closed', bank: 'DE3000' });
    const first = await page({}, '[0,0]');
    expect(first).toMatchObject({ rows: [{ id: older }], more: 'true' });
    const second = await page({ before: first.rows[0]?.cursor }, '[0,0]');
    expect(second.rows.map(({ id }) => id)).toEqual([newer]);
    expect((await page({ after: second.rows[0]?.cursor })).rows.map(({ id }) => id)).toEqual([older]);
    expect((await page({ status: ['paid'] })).rows.map(({ id }) => id)).toEqual([paid]);
    const { body } = await get(`/api/admin/payouts/${paid}`).expect(200);
    expect(payoutsConsoleHttp.record.reply.parse(body)).toEqual(rows[3]);
    await get(`/api/admin/payouts/${randomUUID()}`).expect(404);
  });

  test('exports the open requests for admins only, with escaped cells, and records the export', async () => {
    const admin = await as('admin');
    const account = new AccountStory(recorder);
    const [open, paid] = [randomUUID(), randomUUID()];
    await queries.append(
      requested(account, open, '=HYPERLINK("https://example.org")'),
      requested(account, paid),
      settled(account, paid, 'paid', 'sent'),
    );
    const filter = { member: account.memberId };
    const path = `/api/admin/payouts/export?filter=${encodeURIComponent(JSON.stringify(filter))}`;
    await (await as('auditor')).get(path).expect(403);
    const { text, headers } = await admin.get(path).expect(200);
    expect(headers['content-disposition']).toMatch(/payouts-member-[0-9a-f]{8}-[\d-]+\.csv"$/);
    expect(parse(text, { bom: true, columns: true })).toEqual([
      {
        Payout: open,
        'Account holder': `'=HYPERLINK("https://example.org")`,
        IBAN,
        'Amount (USD)': '0.70',
        Reference: `PAYOUT-${open.slice(0, 8).toUpperCase()}`,
      },
    ]);
    expect(await exportsOf(queries.server)).toMatchObject([
      { type: 'ExportBegun', data: { what: 'payouts', format: 'csv', filter: { ...filter, status: ['requested'] } } },
      { type: 'ExportEnded', data: { rows: 1, outcome: 'complete' } },
    ]);
  });
});
