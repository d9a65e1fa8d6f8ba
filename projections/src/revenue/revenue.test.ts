import { randomUUID } from 'node:crypto';
import { revenueHttp } from '@easel/contracts/revenue/http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { AccountStory } from '../testing/accounts.ts';
import { givenFor } from '../testing/given.ts';
import { OrderStory } from '../testing/orders.ts';
import { operator } from '../testing/operators.ts';
import { type QueryServer, startQueries } from '../testing/query-server.ts';
import { Recorder } from '../testing/recorded.ts';
import { revenue } from './revenue.projector.ts';

const given = givenFor(revenue);
let queries: QueryServer;
beforeAll(async () => {
  queries = await startQueries();
});
afterAll(() => queries.close());

/** A top-up as it is recorded with a live key. */
const toppedUpLive = (account: AccountStory, cents: number, paymentId: string, livemode: boolean) =>
  account.fact('WalletToppedUp', { paymentId, sessionId: null, cents, creditedCents: cents, livemode });
const planPaid = (account: AccountStory, cents: number, paymentId: string) =>
  account.fact('PlanPaid', {
    paymentId,
    source: 'sub_1',
    tier: 'studio',
    period: 'monthly',
    cents,
    month: null,
    from: '2026-11-20T10:00:00.000Z',
    until: '2026-12-20T10:00:00.000Z',
    paidAt: '2026-11-20T10:00:00.000Z',
  });
const refunded = (account: AccountStory, cents: number, paymentId: string, outcome: 'made' | 'failed' = 'made') =>
  account.fact('WalletRefunded', { refundId: 're_1', paymentId, cents, debitedCents: cents, outcome, reason: null });
const disputed = (account: AccountStory, paymentId: string, outcome: 'frozen' | 'released' | 'lost') =>
  account.fact('PlanDisputed', { disputeId: `dp_${paymentId}`, paymentId, cents: 3000, outcome, reason: null });
/** Of what a card paid for pictures, which never was in the wallet. */
const cardDisputed = (account: AccountStory, paymentId: string, outcome: 'frozen' | 'released' | 'lost') =>
  account.fact('WalletDisputed', { disputeId: `dp_${paymentId}`, paymentId, cents: 0, outcome, reason: null });
const cardCents = (account: AccountStory, paymentId: string, cents: number, outcome: 'frozen' | 'released') =>
  account.fact('WalletDisputed', {
    disputeId: `dp_${paymentId}`,
    paymentId,
    cents: 0,
    cardCents: cents,
    outcome,
    reason: null,
  });
const covered = (account: AccountStory, purchaseId: string, is: boolean, turn: number) =>
  account.fact('PurchaseCoverChanged', { purchaseId, sellerId: randomUUID(), covered: is, turn });

const look = async (query = '') => {
  const { authorization } = await operator(queries, 'analyst');
  const { body } = await queries.nobody.get(`/api/admin/revenue${query}`).set({ authorization }).expect(200);
  return revenueHttp.days.reply.parse(body);
};

test('each payment is a row by its day; what is paid from the account is none', async () => {
  const account = new AccountStory(new Recorder());
  const purchaseId = randomUUID();
  await given(
    account.toppedUp(1000, 'pi_1'),
    planPaid(account, 3000, 'pi_2'),
    account.bought({ method: 'card', cents: 500, purchaseId }),
    account.bought({ method: 'dollars', cents: 500 }),
    account.bought({ method: 'card', cents: 250, paymentId: 'pi_3' }),
    cardDisputed(account, 'pi_3', 'frozen'),
    covered(account, purchaseId, false, 1),
  ).thenRows(
    'move',
    { kind: 'top_ups', payment: 'pi_1', cents: '1000' },
    { kind: 'plans', payment: 'pi_2', cents: '3000' },
    { kind: 'purchases', payment: purchaseId, cents: '500' },
    { kind: 'purchases', payment: 'pi_3', cents: '250' },
    { kind: 'returned', payment: 'pi_3', cents: null, whole: 1 },
  );
});

test('a day tells what came in, what went back, and what was only tested', async () => {
  const account = new AccountStory(new Recorder());
  const ordered = ['pi_order', 'pi_disputed', 'pi_won'] as const;
  const lost = ['pi_froze', 'pi_released', 'pi_lost_at_once'] as const;
  await queries.append(
    account.toppedUp(1000, 'pi_top'),
    refunded(account, 400, 'pi_top'),
    refunded(account, 100, 'pi_top', 'failed'),
    ...lost.map((id) => planPaid(account, 3000, id)),
    disputed(account, 'pi_froze', 'frozen'),
    disputed(account, 'pi_froze', 'lost'),
    disputed(account, 'pi_released', 'frozen'),
    disputed(account, 'pi_released', 'released'),
    disputed(account, 'pi_lost_at_once', 'lost'),
    // Each order pays for two pictures.
    ...[...ordered, ...ordered].map((paymentId) => account.bought({ method: 'card', cents: 250, paymentId })),
    refunded(account, 100, 'pi_order'),
    covered(account, randomUUID(), false, 1),
    cardDisputed(account, 'pi_disputed', 'frozen'),
    cardDisputed(account, 'pi_disputed', 'lost'),
    cardDisputed(account, 'pi_won', 'frozen'),
    cardDisputed(account, 'pi_won', 'released'),
    account.bought({ method: 'dollars', cents: 700 }),
    toppedUpLive(account, 9000, 'pi_test', false),
    toppedUpLive(account, 100, 'pi_live', true),
    refunded(account, 2000, 'pi_test'),
  );
  const { days, to } = await look('?days=2');
  const none = { plans: 0, top_ups: 0, purchases: 0, prints: 0, returned: 0, test: 0, print_costs: 0 };
  expect(days).toMatchObject([none, { day: to }]);
  expect(days[1]).toEqual({
    day: to,
    plans: 9000,
    top_ups: 1100,
    purchases: 1500,
    prints: 0,
    returned: 400 - 100 + 3000 + 3000 + 100 + 500,
    test: 9000 - 2000,
    print_costs: 0,
  });
});

test('printed products are a kind of their own, with what went back of them and what they cost to make', async () => {
  const { days: before } = await look();
  const recorder = new Recorder();
  const account = new AccountStory(recorder);
  const order = new OrderStory(recorder, { memberId: account.memberId });
  const { paymentId, orderId } = order;
  const tested = new OrderStory(recorder, { memberId: account.memberId });
  await queries.append(
    order.paid(4649),
    account.prints(4399, paymentId, orderId),
    account.bought({ method: 'card', cents: 250, paymentId }),
    refunded(account, 1000, paymentId),
    cardCents(account, paymentId, 3649, 'frozen'),
    cardCents(account, paymentId, 3649, 'released'),
    // The last charge of an attempt holds; a reprint is charged as well.
    order.charged(1800),
    order.charged(1810),
    order.charged(500, 2),
    // With a live key, a payment that moved no money.
    tested.paid(2650, { livemode: false }),
    account.prints(2400, tested.paymentId, tested.orderId),
    account.bought({ method: 'card', cents: 250, paymentId: tested.paymentId }),
    account.fact('WalletRefunded', {
      refundId: 're_test',
      paymentId: tested.paymentId,
      cents: 100,
      debitedCents: 0,
      outcome: 'made',
      reason: null,
      livemode: false,
    }),
  );
  const { days } = await look();
  const added = (kind: 'purchases' | 'prints' | 'returned' | 'test' | 'print_costs'): number =>
    (days.at(-1)?.[kind] ?? 0) - (before.at(-1)?.[kind] ?? 0);
  expect({
    purchases: added('purchases'),
    prints: added('prints'),
    returned: added('returned'),
    test: added('test'),
    costs: added('print_costs'),
  }).toEqual({ purchases: 250, prints: 4399, returned: 1000, test: 2650 - 100, costs: 1810 + 500 });
});

test('is told to those who may read the facts', async () => {
  await queries.nobody.get('/api/admin/revenue').expect(401);
  await (await queries.member()).get('/api/admin/revenue').expect(403);
  const { authorization } = await operator(queries, 'support');
  await queries.nobody.get('/api/admin/revenue').set({ authorization }).expect(403);
});
