import { randomUUID } from 'node:crypto';
import type { AccountFact } from '@easel/contracts/account/events';
import type { EarningsFact } from '@easel/contracts/earnings/events';
import { settlesAt } from '@easel/contracts/earnings/policy';
import type { TestServer } from '@easel/kernel/testing/server';
import { CommandBus } from '@nestjs/cqrs';
import supertest from 'supertest';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { bankAccount, imageTerms } from '../account/testing/account-facts.ts';
import { commandAs, subscribeAs, topUpAs } from '../testing/accounts.ts';
import { registerMember, signInOperator, startApi, type TestMember } from '../testing/api-server.ts';
import { joinOperator } from '../testing/operators.ts';
import { mailsTo } from '../testing/mailbox.ts';
import { AccrueSale, type Sold } from './accrue-sale.ts';

/** Processes can be slow on a busy machine. */
const until = (check: () => Promise<void>): Promise<void> => vi.waitFor(check, { timeout: 20_000 });

let server: TestServer;
let operator: [string, string];
beforeAll(async () => {
  server = await startApi({ payouts: { PAYOUT_REST_DAYS: 0 } });
  operator = await signInOperator(server);
});
afterAll(() => server.close());

const DAY_MS = 86_400_000;
const statusesOf = (replies: readonly { status: number }[]) =>
  replies.map(({ status }) => status).toSorted((one, other) => one - other);
const daysAgo = (days: number): Date => new Date(Date.now() - days * DAY_MS);
const some = (bearer: [string, string]) => ({
  get: (path: string) =>
    supertest(server.http)
      .get(path)
      .set(...bearer),
  post: (path: string, body: object, key: string = randomUUID()) =>
    supertest(server.http)
      .post(path)
      .set(...bearer)
      .set('idempotency-key', key)
      .send(body),
});
const earningsOf = async (member: TestMember) => (await some(member.bearer).get('/api/earnings').expect(200)).body;
const earningsFacts = ({ id }: TestMember) =>
  Array.fromAsync(server.foundation.log.read<EarningsFact>(`earnings-${id}`));
const settledOf = async ({ id }: TestMember) =>
  (await Array.fromAsync(server.foundation.log.read<AccountFact>(`account-${id}`))).flatMap(({ type, data }) =>
    type === 'EarningsSettled' ? [data] : [],
  );

/** Accrues a past sale, as the process does. */
function accrue(seller: TestMember, sale: Partial<Sold> = {}): Promise<void> {
  const key = sale.key ?? randomUUID();
  const ids = { buyerId: randomUUID(), purchaseId: randomUUID(), generationId: randomUUID(), variantId: randomUUID() };
  const sold: Sold = {
    sellerId: seller.id,
    ...ids,
    size: '2K',
    method: 'dollars',
    tenths: 0,
    earningTenths: 0,
    cents: 150,
    curator: false,
    at: daysAgo(3).toISOString(),
    ...sale,
    key,
  };
  const context = { key: `accrue ${key}`, actor: { kind: 'system', id: 'test' }, correlationId: key } as const;
  return server.app.get(CommandBus, { strict: false }).execute(new AccrueSale(sold, context));
}

/** Registers a seller with this many settled sales at the rate of the Studio plan, 1.5 credits each. */
async function sellerOf(sales: number): Promise<TestMember> {
  const seller = await registerMember(server);
  await subscribeAs(server, seller.id, 'studio');
  const at = daysAgo(3).toISOString();
  const buyer = await registerMember(server);
  await topUpAs(server, buyer.id, 10_000);
  await Promise.all(Array.from({ length: sales }, () => accrue(seller, { at, buyerId: buyer.id })));
  await until(async () => {
    expect((await settledOf(seller)).reduce((sum, { sales: some }) => sum + some, 0)).toBe(sales);
  });
  return seller;
}

describe('a sale', () => {
  test('accrues to its seller, at the rate of the seller’s plan', async () => {
    const [seller, buyer] = await Promise.all([registerMember(server), registerMember(server)]);
    await subscribeAs(server, seller.id, 'enterprise');
    await topUpAs(server, buyer.id, 1_000);
    const terms = imageTerms({ sellerId: seller.id, method: 'dollars', cents: 75, variantId: randomUUID() });
    const at = new Date();
    await commandAs(server, { type: 'PurchaseImage', memberId: buyer.id, ...terms, at });
    await commandAs(server, { type: 'PurchaseImage', memberId: buyer.id, ...terms, at });
    await until(async () => expect(await earningsFacts(seller)).toHaveLength(1));
    const [accrued] = await earningsFacts(seller);
    if (accrued?.type !== 'EarningsAccrued') throw new Error('nothing accrued');
    expect(accrued.data).toMatchObject({ buyerId: buyer.id, tier: 'enterprise', tenths: 30, cents: 11 });
    expect(await earningsOf(seller)).toEqual({
      success: true,
      resting: { credits: 3, dollars: 0.11, sales: 1, settlesAt: settlesAt(accrued.data.accruedAt).toISOString() },
      waiting: [],
      payable: { credits: 0, dollars: 0 },
      restDays: 0,
      payouts: [],
    });
  });

  test('earns nothing if it was paid with free credits', async () => {
    const [seller, buyer] = await Promise.all([registerMember(server), registerMember(server)]);
    const free = imageTerms({ sellerId: seller.id, variantId: randomUUID() });
    const paid = imageTerms({ sellerId: seller.id, method: 'dollars', cents: 75, variantId: randomUUID() });
    await topUpAs(server, buyer.id, 1_000);
    for (const terms of [free, paid]) {
      await commandAs(server, { type: 'PurchaseImage', memberId: buyer.id, ...terms, at: new Date() });
    }
    await until(async () => expect(await earningsFacts(seller)).toHaveLength(1));
    expect(await earningsFacts(seller)).toMatchObject([{ data: { variantId: paid.variantId, tenths: 5 } }]);
  });

  test('earns a curator half of net', async () => {
    const seller = await registerMember(server);
    await accrue(seller, { curator: true, cents: 300 });
    await accrue(seller, { curator: true, cents: 300, method: 'card' });
    const accrued = (await earningsFacts(seller)).filter(({ type }) => type === 'EarningsAccrued');
    expect(accrued.map(({ data }) => [data.tenths, data.cents])).toEqual([
      [0, 145],
      [0, 130],
    ]);
  });

  test('is accrued and settled once, however often it is repeated', async () => {
    const seller = await registerMember(server);
    const key = randomUUID();
    await Promise.all(Array.from({ length: 20 }, () => accrue(seller, { key })));
    await until(async () => expect(await settledOf(seller)).toMatchObject([{ tenths: 5, sales: 1 }]));
    await accrue(seller, { key });
    expect((await earningsFacts(seller)).map(({ type }) => type)).toEqual(['EarningsAccrued', 'EarningsMatured']);
    expect(await settledOf(seller)).toHaveLength(1);
  });

  test('is settled a day later if it accrues after its day was settled', async () => {
    const seller = await registerMember(server);
    await accrue(seller, { at: daysAgo(4).toISOString() });
    await until(async () => expect(await settledOf(seller)).toHaveLength(1));
    await accrue(seller, { at: daysAgo(6).toISOString() });
    await until(async () => expect(await settledOf(seller)).toHaveLength(2));
    const [first, second] = await settledOf(seller);
    expect(Date.parse(second?.day ?? '')).toBe(Date.parse(first?.day ?? '') + DAY_MS);
    expect(await earningsOf(seller)).toMatchObject({ resting: { sales: 0 }, payable: { credits: 1, dollars: 0 } });
  });
});

describe('a reversed payment', () => {
  test('reverses the sale and blocks its files, until it is paid again', async () => {
    const [seller, buyer] = await Promise.all([registerMember(server), registerMember(server)]);
    const paymentId = `pi_${randomUUID()}`;
    const at = new Date();
    const paid = { memberId: buyer.id, paymentId, sessionId: null, cents: 1000, at };
    await commandAs(server, { type: 'TopUpWallet', ...paid });
    const terms = imageTerms({ purchaseId: randomUUID(), sellerId: seller.id, method: 'dollars', cents: 1000 });
    await commandAs(server, { type: 'PurchaseImage', memberId: buyer.id, ...terms, at });
    const disputed = { memberId: buyer.id, disputeId: `dp_${randomUUID()}`, paymentId, cents: 1000, reason: null, at };
    await commandAs(server, { type: 'DisputeWallet', ...disputed, outcome: 'lost' });
    await until(async () =>
      expect((await earningsFacts(seller)).map(({ type }) => type)).toEqual(['EarningsAccrued', 'EarningsReversed']),
    );
    expect(await earningsOf(seller)).toMatchObject({ resting: { credits: 0, sales: 0 } });
    const file = `/api/purchases/${terms.purchaseId}/file`;
    const { body } = await some(buyer.bearer).get(file).expect(403);
    expect(body).toMatchObject({ code: 'account.owing', message: expect.stringContaining('You owe $10.00') as string });

    await topUpAs(server, buyer.id, 1000);
    await until(async () => expect((await earningsFacts(seller)).at(-1)?.type).toBe('EarningsReinstated'));
    expect(await earningsOf(seller)).toMatchObject({ resting: { credits: 0.5, sales: 1 } });
  });

  test('blocks payouts in its group if it comes after one', async () => {
    const [seller, other, buyer] = await Promise.all([1, 2, 3].map(() => registerMember(server)));
    if (!seller || !other || !buyer) throw new Error('no members');
    const paymentId = `pi_${randomUUID()}`;
    const at = new Date();
    await commandAs(server, { type: 'TopUpWallet', memberId: buyer.id, paymentId, sessionId: null, cents: 1000, at });
    for (const one of [seller, other]) {
      await accrue(one, { buyerId: buyer.id, curator: true, cents: 400 });
      await until(async () => expect(await settledOf(one)).toMatchObject([{ cents: 194 }]));
    }
    const { body } = await some(seller.bearer)
      .post('/api/earnings/payouts', { dollars: 1.94, ...bankAccount })
      .expect(200);
    const refund = { refundId: `re_${randomUUID()}`, paymentId, cents: 900, failed: false, reason: null };
    await commandAs(server, { type: 'RefundWallet', memberId: buyer.id, ...refund, at });
    const late = await some(other.bearer)
      .post('/api/earnings/payouts', { dollars: 1.94, ...bankAccount })
      .expect(409);
    expect(late.body).toMatchObject({ code: 'earnings.uncovered' });
    const path = `/api/admin/members/${seller.id}/payouts/${(body as { payoutId: string }).payoutId}`;
    await some(operator).post(path, { outcome: 'paid', reason: 'sent' }).expect(409);
    await some(operator).post(path, { outcome: 'returned', reason: 'not covered' }).expect(200);
  });
});

describe('POST /api/earnings/payouts', () => {
  test('pays out from ten credits, once per key', async () => {
    const seller = await sellerOf(8);
    const { get, post } = some(seller.bearer);
    const small = await post('/api/earnings/payouts', { credits: 9.9, ...bankAccount }).expect(422);
    expect(small.body).toMatchObject({ code: 'earnings.payout_too_small' });
    const much = await post('/api/earnings/payouts', { credits: 12.1, ...bankAccount }).expect(422);
    expect(much.body).toMatchObject({ code: 'earnings.not_earned', credits: 12, dollars: 0 });
    const key = randomUUID();
    const replies = await Promise.all(
      Array.from({ length: 10 }, () => post('/api/earnings/payouts', { credits: 10, ...bankAccount }, key)),
    );
    const payoutIds = new Set(replies.map((reply) => (reply.body as { payoutId: string }).payoutId));
    expect(payoutIds.size).toBe(1);
    const [payoutId] = payoutIds;
    for (const reply of replies) expect(reply.body).toEqual({ success: true, payoutId, amount: 0.5 });
    const { body } = await get('/api/earnings').expect(200);
    expect(body).toMatchObject({
      payable: { credits: 2, dollars: 0 },
      payouts: [{ id: payoutId, credits: 10, dollars: 0 }],
    });
  });

  test('refuses an invalid IBAN with 400 and a sentence', async () => {
    const seller = await registerMember(server);
    const wanted = { credits: 10, ...bankAccount };
    const { body } = await some(seller.bearer)
      .post('/api/earnings/payouts', { ...wanted, iban: 'DE88 3704 0044 0532 0130 00' })
      .expect(400);
    expect(body).toMatchObject({
      message: 'This is not a valid IBAN. Please compare it with the one your bank gave you',
      errors: [{ path: 'iban' }],
    });
    const none = await some(seller.bearer)
      .post('/api/earnings/payouts', { ...wanted, accountHolder: ' ' })
      .expect(400);
    expect(none.body).toMatchObject({ errors: [{ path: 'accountHolder' }] });
  });

  test('seals the bank account with the member’s key: neither the stored event nor a reply shows it', async () => {
    const seller = await sellerOf(8);
    const { get, post } = some(seller.bearer);
    const wanted = { credits: 10, iban: 'de89 3704 0044 0532 0130 00', accountHolder: 'Zoë Ünique' };
    const { body } = await post('/api/earnings/payouts', wanted).expect(200);
    const { log } = server.foundation;
    const read = await Array.fromAsync(log.read<AccountFact>(`account-${seller.id}`));
    const asked = read.find(({ type }) => type === 'PayoutRequested');
    expect(asked?.data).toMatchObject({ iban: 'DE89370400440532013000', accountHolder: 'Zoë Ünique' });
    const stored = JSON.stringify((await log.firstStored(`account-${seller.id}`, asked?.revision ?? 0))?.data);
    const shown = JSON.stringify([body, (await get('/api/earnings').expect(200)).body]);
    for (const text of [stored, shown]) expect(text).not.toMatch(/DE8937|Ünique/);
  });

  test.each([
    [{ credits: -10 }, 'Please enter an amount of 0 or more'],
    [{ credits: 10.05 }, 'At most one decimal'],
    [{ dollars: 1.505 }, 'At most two decimals'],
    [{ dollars: 1e-9 }, 'At most two decimals'],
    [{ dollars: 0.1 + 0.2 }, 'At most two decimals'],
    [{ credits: '10' }, 'Please enter an amount'],
    [{ credits: 1e300 }, 'Please enter at most 1,000,000'],
  ])('refuses %o as a sum, with a sentence', async (body, message) => {
    const seller = await registerMember(server);
    const refused = await some(seller.bearer)
      .post('/api/earnings/payouts', { ...bankAccount, ...body })
      .expect(400);
    expect(refused.body).toMatchObject({ message });
  });

  test('pays everything out once if it is requested several times at once, and settles it one way', async () => {
    const seller = await sellerOf(8);
    const requests = await Promise.all(
      [0, 1, 2].map(() => some(seller.bearer).post('/api/earnings/payouts', { credits: 12, ...bankAccount })),
    );
    expect(statusesOf(requests)).toEqual([200, 422, 422]);
    const made = requests.find(({ status }) => status === 200);
    const { payoutId } = (made?.body ?? {}) as { payoutId: string };
    const path = `/api/admin/members/${seller.id}/payouts/${payoutId}`;
    const ends = await Promise.all(
      ['paid', 'returned', 'paid', 'returned'].map((outcome) => some(operator).post(path, { outcome, reason: 'x' })),
    );
    expect(statusesOf(ends)).toEqual([200, 200, 409, 409]);
    const facts = await Array.fromAsync(server.foundation.log.read(`account-${seller.id}`));
    expect(facts.filter(({ type }) => type === 'PayoutSettled')).toHaveLength(1);
  });

  test('answers visitors with 401', async () => {
    await supertest(server.http).post('/api/earnings/payouts').send({ credits: 10 }).expect(401);
    await supertest(server.http).get('/api/earnings').expect(401);
  });
});

describe('POST /api/admin/members/:id/payouts/:payoutId', () => {
  test('requires two admins for a payout above $1,000', async () => {
    const seller = await registerMember(server);
    const buyer = await registerMember(server);
    await topUpAs(server, buyer.id, 500_000);
    await accrue(seller, { buyerId: buyer.id, curator: true, cents: 250_000 });
    await until(async () => expect(await settledOf(seller)).toHaveLength(1));
    const wanted = { dollars: 1213.75, ...bankAccount };
    const { body } = await some(seller.bearer).post('/api/earnings/payouts', wanted).expect(200);
    const path = `/api/admin/members/${seller.id}/payouts/${(body as { payoutId: string }).payoutId}`;
    const { token } = await joinOperator(server, 'admin');
    const [first, second] = [some(operator), some(['authorization', `Bearer ${token}`])];
    const paid = { outcome: 'paid', reason: 'checked' };
    const once = await first.post(path, paid).expect(200);
    expect(once.body).toEqual({ success: true, settled: false });
    const again = await first.post(path, paid).expect(409);
    expect(again.body).toMatchObject({ code: 'earnings.needs_another_admin' });
    const twice = await second.post(path, paid).expect(200);
    expect(twice.body).toEqual({ success: true, settled: true });
  });

  test('settles a payout once, with a reason, and returns what could not be paid', async () => {
    const seller = await sellerOf(8);
    const { body } = await some(seller.bearer)
      .post('/api/earnings/payouts', { credits: 12, ...bankAccount })
      .expect(200);
    const path = `/api/admin/members/${seller.id}/payouts/${(body as { payoutId: string }).payoutId}`;
    const admin = some(operator);
    await some(seller.bearer).post(path, { outcome: 'returned', reason: 'x' }).expect(403);
    await admin.post(path, { outcome: 'returned', reason: ' ' }).expect(400);
    await admin.post(path, { outcome: 'lost', reason: 'x' }).expect(400);
    const elsewhere = `/api/admin/members/${seller.id}/payouts/${randomUUID()}`;
    await admin.post(elsewhere, { outcome: 'paid', reason: 'x' }).expect(404);
    const key = randomUUID();
    const { body: ended } = await admin
      .post(path, { outcome: 'returned', reason: 'no such bank account' }, key)
      .expect(200);
    expect(ended).toEqual({ success: true, settled: true });
    await admin.post(path, { outcome: 'returned', reason: 'no such bank account' }, key).expect(200);
    const { body: refused } = await admin.post(path, { outcome: 'paid', reason: 'x' }).expect(409);
    expect(refused).toMatchObject({ code: 'earnings.payout_settled' });
    expect(await earningsOf(seller)).toMatchObject({ payable: { credits: 12 }, payouts: [] });
    await until(async () => {
      const mails = (await mailsTo(server, seller.email)).filter(({ subject }) => subject.includes('payout'));
      expect(mails).toMatchObject([{ subject: 'Your Easel payout of $0.60 could not be made' }]);
      expect(mails[0]?.text).toContain('The reason is: no such bank account');
      expect(mails[0]?.text).toContain(`your bank account DE … ${bankAccount.iban.slice(-4)}.`);
    });
    await until(async () => {
      const mails = (await mailsTo(server, seller.email)).filter(({ subject }) => subject.startsWith('You sold'));
      expect(mails).toHaveLength(1);
    });
    const facts = await Array.fromAsync(server.foundation.log.read(`account-${seller.id}`));
    expect(facts.filter(({ type }) => type === 'PayoutSettled')).toMatchObject([
      {
        data: { tenths: 120, outcome: 'returned', reason: 'no such bank account' },
        metadata: { actor: { kind: 'operator', role: 'admin' } },
      },
    ]);
  });
});
