// spec: faults F12, F13, F14, A25
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { paymentsHttp } from '@easel/contracts/payments/http';
import { subscriptionsHttp } from '@easel/contracts/subscriptions/http';
import Stripe from 'stripe';
import { audit } from './harness/audit.ts';
import { CardService } from './harness/card-service.ts';
import { People, type Member } from './harness/people.ts';
import { startProduct, type Product } from './harness/product.ts';
import { expectReplayAgrees } from './harness/programs.ts';
import { Records } from './harness/records.ts';
import { Shop, type Picture } from './harness/shop.ts';
import { tell } from './harness/tell.ts';
import { until } from './harness/until.ts';

let product: Product;
let people: People;
let cards: CardService;
let shop: Shop;
let folder: string;
let picture: Picture;
let another: Picture;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'easel-once-'));
  product = await startProduct();
  people = new People(product);
  cards = new CardService(product);
  shop = new Shop(people, cards);
  const seller = await people.register();
  await people.grant(seller, 100);
  [picture, another] = (await shop.publish(seller, 1)) as [Picture, Picture];
});
afterEach(() => cards.letGo());
afterAll(async () => {
  await product?.remove();
  rmSync(folder, { recursive: true, force: true });
});

const accountOf = (member: Member) =>
  Records.of(product, async (records) => (await records.streams()).get(`account-${member.id}`) ?? []);

const typesOf = async (member: Member): Promise<string[]> =>
  (await accountOf(member)).map(({ type }) => type).filter((type) => type !== 'CreditsGranted');

test('12: a webhook ten times at once is answered 2xx each time and has one effect', async () => {
  const member = await people.register();
  await cards.hold(10);
  await cards.pay(await shop.openTopUp(member, 25));
  const delivered = await cards.release({ together: true });
  expect(delivered.length).toBeGreaterThanOrEqual(10);
  expect(delivered.filter(({ status }) => status !== 200)).toEqual([]);
  expect((await shop.balance(member)).dollars).toBe(25);
  expect(await typesOf(member)).toEqual(['WalletToppedUp']);
  tell('one payment told', { copies: delivered.length });
});

test('13: a refund that comes before its payment leaves what was not refunded', async () => {
  const member = await people.register();
  await cards.hold();
  const { payment_intent: payment } = await cards.pay(await shop.openTopUp(member, 40));
  await cards.refund(payment ?? '', 1500);
  const first = await cards.release({ order: ['refund.created', 'charge.refunded', 'refund.updated'] });
  expect(first.length).toBeGreaterThan(0);
  expect((await shop.balance(member)).dollars).toBe(0);
  await cards.release();
  expect((await shop.balance(member)).dollars).toBe(25);
  expect(await typesOf(member)).toEqual(['WalletRefunded', 'WalletToppedUp']);
});

describe('14: the process dies while a webhook is taken in', () => {
  test.each(['webhook.before-append', 'webhook.after-append'])(
    'at %s: delivered again, it counts once',
    async (point) => {
      const onceFile = join(folder, point);
      await product.stop();
      await product.start({ faultPoint: point, onceFile, restarts: true });
      const member = await people.register();
      await cards.hold(5);
      await cards.pay(await shop.openTopUp(member, 30));
      const cut = await cards.release({ together: true });
      expect(cut.some(({ status }) => status !== 200)).toBe(true);
      await until(() => existsSync(onceFile), { why: () => `(the death at ${point})` });
      await product.ready();
      await until(
        async () => {
          await cards.release({ shuffle: 7 });
          return (await shop.balance(member)).dollars === 30;
        },
        { everyMs: 200 },
      );
      expect(await typesOf(member)).toEqual(['WalletToppedUp']);
      await product.stop();
      await product.start();
    },
  );
});

describe('the process dies while a better plan takes another’s place', () => {
  test.each(['plans.after-append', 'plans.after-rest'])('at %s: it is given back once, and ended', async (point) => {
    const onceFile = join(folder, point);
    const member = await people.register();
    await shop.subscribe(member, 'starter');
    const session = await shop.openPlan(member, 'agency');
    await product.stop();
    await product.start({ faultPoint: point, onceFile, restarts: true });
    await cards.pay(session);
    await until(() => existsSync(onceFile), { why: () => `(the death at ${point})` });
    await product.ready();
    await until(async () => (await typesOf(member)).includes('PlanRefunded'), { everyMs: 200 });
    expect((await shop.balance(member)).credits).toBe(1200);
    const counts = Object.groupBy(await typesOf(member), (type) => type);
    expect([counts['PlanPaid']?.length, counts['PlanRefunded']?.length]).toEqual([2, 1]);
    await product.stop();
    await product.start();
  });

  test('at plans.after-next: what was to come at the end comes, asked for again', async () => {
    const onceFile = join(folder, 'plans.after-next');
    const member = await people.register();
    await shop.subscribe(member, 'starter');
    await product.stop();
    await product.start({ faultPoint: 'plans.after-next', onceFile, restarts: true });
    const leave = { token: member.token, body: { tier: 'free', period: 'monthly' }, key: 'leave-once' };
    const left = people.http.call('POST', subscriptionsHttp.upgrade.path, leave);
    await until(() => existsSync(onceFile), { why: () => '(the death at plans.after-next)' });
    await product.ready();
    expect((await left).status).toBe(200);
    const { body } = await people.http.call('GET', subscriptionsHttp.plan.path, { token: member.token });
    const { plan } = subscriptionsHttp.plan.reply.parse(body);
    expect([plan.tier, plan.subscription.status]).toEqual(['starter', 'cancelled']);
    await product.stop();
    await product.start();
  });
});

test('every webhook five times, out of order, in two rounds: one effect each', async () => {
  const [payer, subscriber, returner] = [await people.register(), await people.register(), await people.register()];
  await cards.hold(5);
  const paid = await Promise.all([10, 20, 30].map((dollars) => shop.openTopUp(payer, dollars)));
  for (const session of paid) await cards.pay(session);
  const { payment_intent: returned } = await cards.pay(await shop.openTopUp(returner, 50));
  await cards.refund(returned ?? '', 2000);
  const disputed = await cards.dispute((await cards.pay(await shop.openTopUp(returner, 10))).payment_intent ?? '');
  await cards.closeDispute(disputed, 'lost');
  const subscribed = shop.subscribe(subscriber, 'studio');
  await until(async () => (await cards.release({ shuffle: 11 })).length === 0 || undefined, { everyMs: 100 });
  let isSubscribed = false;
  void subscribed.then(() => (isSubscribed = true));
  await until(async () => {
    await cards.release({ shuffle: 13 });
    return isSubscribed;
  });
  const again = await cards.replayAll({ times: 5, shuffle: 17 });
  tell('all of them again', { deliveries: again.length });
  expect(again.filter(({ status }) => status !== 200)).toEqual([]);

  expect((await shop.balance(payer)).dollars).toBe(60);
  expect((await shop.balance(returner)).dollars).toBe(30);
  expect((await shop.balance(subscriber)).credits).toBe(600);
  const counted = async (member: Member) =>
    (await typesOf(member)).reduce<Record<string, number>>(
      (sum, type) => ({ ...sum, [type]: (sum[type] ?? 0) + 1 }),
      {},
    );
  expect(await counted(payer)).toEqual({ WalletToppedUp: 3 });
  expect(await counted(returner)).toEqual({ WalletToppedUp: 2, WalletRefunded: 1, WalletDisputed: 2 });
  expect(await counted(subscriber)).toEqual({ PlanPaid: 1, SubscriptionChanged: 1 });
});

test('money that a bank takes back after it was spent leaves a debt, and spending stops until it is paid', async () => {
  const member = await people.register();
  const payment = await shop.topUp(member, 10);
  await shop.subscribe(member, 'studio');
  const bought = await shop.buy(member, picture, { size: '2K', method: 'dollars', amount: 1.5 });
  expect(bought.status).toBe(200);
  await cards.refund(payment);
  await shop.until(member, ({ dollars }) => dollars === -1.5);
  const refused = await shop.buy(member, another, { size: '1K', method: 'dollars' });
  expect([refused.status, refused.body]).toMatchObject([403, { code: 'account.owing' }]);
  await shop.topUp(member, 20);
  expect((await shop.balance(member)).dollars).toBe(18.5);
  expect((await shop.buy(member, another, { size: '1K', method: 'dollars' })).status).toBe(200);
  expect((await shop.balance(member)).dollars).toBe(17.75);
});

test('25: an unsigned, stale, altered or foreign webhook is 400 and leaves no event', async () => {
  const member = await people.register();
  const secret = product.secret('stripeWebhookSecret');
  const payload = JSON.stringify({
    id: 'evt_forged',
    object: 'event',
    type: 'checkout.session.completed',
    created: Math.floor(Date.now() / 1000),
    data: {
      object: {
        id: 'cs_test_forged',
        object: 'checkout.session',
        mode: 'payment',
        payment_status: 'paid',
        livemode: false,
        payment_intent: 'pi_forged',
        amount_total: 100_000,
        currency: 'usd',
        client_reference_id: member.id,
        metadata: { memberId: member.id, kind: 'wallet' },
      },
    },
  });
  const sign = (body: string, options: { secret?: string; timestamp?: number } = {}): string =>
    Stripe.webhooks.generateTestHeaderString({ payload: body, secret, ...options });
  const attempts: [string, string | undefined, string][] = [
    ['unsigned', undefined, payload],
    ['empty', '', payload],
    ['another secret', sign(payload, { secret: 'whsec_another' }), payload],
    ['stale', sign(payload, { timestamp: Math.floor(Date.now() / 1000) - 301 }), payload],
    ['altered', sign(payload), payload.replace('100000', '900000')],
    ['no scheme', sign(payload).replace(/v1=/g, 'v0='), payload],
  ];
  for (const [what, signature, body] of attempts) {
    const reply = await fetch(product.address + paymentsHttp.webhook.path, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...(signature !== undefined && { 'stripe-signature': signature }),
      },
      body,
    });
    expect([what, reply.status]).toEqual([what, 400]);
  }
  expect(await typesOf(member)).toEqual([]);
});

test('after all of that every ledger sums up, and a replay gives the rows that are there', async () => {
  await audit(product, people);
  for (const member of people.members) {
    const [{ entries, balance }, account] = [await shop.statement(member), await shop.balance(member)];
    const sum = (of: 'credits' | 'dollars'): number =>
      Math.round(entries.reduce((total, entry) => total + entry[of] * 100, 0)) / 100;
    expect([sum('credits'), sum('dollars')]).toEqual([account.credits, account.dollars]);
    expect([balance.credits, balance.dollars]).toEqual([account.credits, account.dollars]);
  }
  await expectReplayAgrees(product);
});
