import { randomUUID } from 'node:crypto';
import { accountStream } from '@easel/contracts/account/stream';
import { decide } from '@easel/kernel/deciding/decide';
import { LogUnavailable } from '@easel/kernel/log/event-log.errors';
import { CommandBus } from '@nestjs/cqrs';
import Stripe from 'stripe';
import supertest from 'supertest';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import type { AccountCommand } from '../account/account.decider.ts';
import { registerMember, startApi } from '../testing/api-server.ts';
import { cards, idOf, WEBHOOK_SECRET } from '../testing/card-service.ts';
import { Checkout } from '../testing/checkout.ts';
import { StripeGateway, type PaidSession } from './stripe.gateway.ts';

let cardCheckout: Checkout;
beforeAll(async () => {
  cardCheckout = await Checkout.open();
});
afterEach(() => cardCheckout.service.control('settings', { hold: true, times: 1 }));
afterAll(() => cardCheckout?.close());

test('a payment is in the wallet once the card service has told of it, and no sooner', async () => {
  const member = await cardCheckout.member();
  const session = await cardCheckout.openTopUp(member, 25);
  expect(await cardCheckout.statusOf(member, session)).toBe('open');
  const { payment_intent: paymentId } = await cardCheckout.service.pay(session);
  expect(await cardCheckout.statusOf(member, session)).toBe('processing');
  expect((await cardCheckout.balance(member)).dollars).toBe(0);
  await cardCheckout.service.deliver();
  expect((await cardCheckout.balance(member)).dollars).toBe(25);
  const { body } = await cardCheckout.get(member, `wallet/stripe/checkout-session/${session}`).expect(200);
  expect(body).toEqual({
    success: true,
    checkout: { id: session, kind: 'wallet', status: 'paid', amount: 25, tier: null, period: null },
  });
  const [fact] = await cardCheckout.facts(member);
  expect(fact).toMatchObject({
    type: 'WalletToppedUp',
    data: { paymentId, sessionId: session, cents: 2500, creditedCents: 2500 },
    metadata: { actor: { kind: 'system', id: 'stripe' } },
  });
  const { type } = await cardCheckout.service.stripe.events.retrieve(String(fact?.metadata.$causationId));
  expect(type).toBe('checkout.session.completed');
  expect(fact?.metadata.$correlationId).toBe(fact?.metadata.$causationId);
});

test('the page to pay on names its payer, and the same call leads to the same page', async () => {
  const member = await cardCheckout.member();
  const key = randomUUID();
  const session = await cardCheckout.openTopUp(member, 40, key);
  expect(await cardCheckout.openTopUp(member, 40, key)).toBe(session);
  await cardCheckout.post(member, 'wallet/stripe/checkout-session', { amount: 41 }, key).expect(422);
  const other = await cardCheckout.openTopUp(member, 40);
  expect(other).not.toBe(session);
  const [one, two] = await Promise.all(
    [session, other].map((id) => cardCheckout.service.stripe.checkout.sessions.retrieve(id)),
  );
  const site = await cardCheckout.server.app.getUrl();
  expect(one).toMatchObject({
    amount_total: 4000,
    currency: 'usd',
    client_reference_id: member.id,
    metadata: { memberId: member.id, kind: 'wallet' },
    success_url: `${site}/payment-result?session_id={CHECKOUT_SESSION_ID}`,
    cancel_url: `${site}/payment-result?cancelled=wallet`,
  });
  expect(one?.customer).toBe(two?.customer);
  const customer = await cardCheckout.service.stripe.customers.retrieve(idOf(one?.customer));
  expect(customer).toMatchObject({ email: member.email, metadata: { memberId: member.id } });
});

test('a member is one customer, however many calls are first', async () => {
  const member = await cardCheckout.member();
  await Promise.all([10, 11, 12, 13, 14].map((dollars) => cardCheckout.openTopUp(member, dollars)));
  const { data } = await cardCheckout.service.stripe.customers.list({ limit: 100 });
  expect(data.filter(({ metadata }) => metadata['memberId'] === member.id)).toHaveLength(1);
});

test.each([9, 10.5, 10_001, -10, Number.MAX_VALUE])('%d dollars cannot be paid in', async (amount) => {
  await cardCheckout.post(await cardCheckout.member(), 'wallet/stripe/checkout-session', { amount }).expect(400);
});

test('without a card service the checkout is 503, and all else works', async () => {
  const server = await startApi();
  try {
    const member = await registerMember(server);
    const call = (method: 'get' | 'post', path: string) =>
      supertest(server.http)
        [method](path)
        .set(...member.bearer);
    const { body } = await call('post', '/api/wallet/stripe/checkout-session').send({ amount: 10 }).expect(503);
    expect(body).toMatchObject({ success: false, message: 'Failed to start checkout' });
    await call('post', '/api/auth/upgrade-subscription').send({ tier: 'studio' }).expect(503);
    await call('get', '/api/wallet/stripe/checkout-session/cs_test_1').expect(404);
    await call('get', '/api/account/plan').expect(200);
    await supertest(server.http).post('/api/stripe/webhook').send({ id: 'evt_1' }).expect(400);
  } finally {
    await server.close();
  }
});

test('another member’s session is not there', async () => {
  const [member, stranger] = [await cardCheckout.member(), await cardCheckout.member()];
  const session = await cardCheckout.openTopUp(member, 10);
  await cardCheckout.get(stranger, `wallet/stripe/checkout-session/${session}`).expect(404);
  await cardCheckout.get(member, 'wallet/stripe/checkout-session/cs_test_none').expect(404);
});

test('a card that is declined pays nothing; the next one does', async () => {
  const member = await cardCheckout.member();
  const session = await cardCheckout.openTopUp(member, 10);
  await cardCheckout.service.pay(session, cards.declined);
  await cardCheckout.service.deliver();
  expect(await cardCheckout.statusOf(member, session)).toBe('open');
  expect(await cardCheckout.types(member)).toEqual([]);
  await cardCheckout.service.pay(session);
  await cardCheckout.service.deliver();
  expect((await cardCheckout.balance(member)).dollars).toBe(10);
});

test('a session that nobody paid for expires', async () => {
  const member = await cardCheckout.member();
  const session = await cardCheckout.openTopUp(member, 10);
  await cardCheckout.service.stripe.checkout.sessions.expire(session);
  await cardCheckout.service.deliver();
  expect(await cardCheckout.statusOf(member, session)).toBe('expired');
  expect(await cardCheckout.types(member)).toEqual([]);
});

describe('a bank that takes its time', () => {
  test('counts when it has paid', async () => {
    const member = await cardCheckout.member();
    const { id } = await cardCheckout.payIn(member, 30, cards.paysLater);
    await cardCheckout.service.deliver();
    expect([await cardCheckout.statusOf(member, id), (await cardCheckout.balance(member)).dollars]).toEqual([
      'processing',
      0,
    ]);
    await cardCheckout.service.control(`sessions/${id}/settle`, { succeeded: true });
    await cardCheckout.service.deliver({ shuffle: 3 });
    expect([await cardCheckout.statusOf(member, id), (await cardCheckout.balance(member)).dollars]).toEqual([
      'paid',
      30,
    ]);
  });

  test('and never pays brings nothing', async () => {
    const member = await cardCheckout.member();
    const { id } = await cardCheckout.payIn(member, 30, cards.failsLater);
    await cardCheckout.service.control(`sessions/${id}/settle`, { succeeded: false });
    await cardCheckout.service.deliver();
    expect([await cardCheckout.statusOf(member, id), (await cardCheckout.balance(member)).dollars]).toEqual([
      'failed',
      0,
    ]);
  });
});

describe('money that goes back', () => {
  test('leaves the wallet, once for each refund', async () => {
    const member = await cardCheckout.member();
    const { payment_intent: payment } = await cardCheckout.payIn(member, 50);
    await cardCheckout.service.deliver();
    for (const amount of [1000, 500]) {
      await cardCheckout.service.stripe.refunds.create({ payment_intent: String(payment), amount });
    }
    await cardCheckout.service.deliver();
    expect((await cardCheckout.balance(member)).dollars).toBe(35);
    expect(await cardCheckout.types(member)).toEqual(['WalletToppedUp', 'WalletRefunded', 'WalletRefunded']);
  });

  test('may do so before it was heard that it came', async () => {
    const member = await cardCheckout.member();
    const { payment_intent: payment } = await cardCheckout.payIn(member, 40);
    await cardCheckout.service.stripe.refunds.create({ payment_intent: String(payment), amount: 1500 });
    await cardCheckout.service.control('release', { order: ['refund.created', 'charge.refunded'] });
    expect([(await cardCheckout.balance(member)).dollars, await cardCheckout.types(member)]).toEqual([
      0,
      ['WalletRefunded'],
    ]);
    await cardCheckout.service.deliver();
    expect((await cardCheckout.balance(member)).dollars).toBe(25);
  });

  test('is back when its bank could not take it', async () => {
    const member = await cardCheckout.member();
    const { payment_intent: payment } = await cardCheckout.payIn(member, 20);
    const { id } = await cardCheckout.service.stripe.refunds.create({ payment_intent: String(payment) });
    await cardCheckout.service.deliver();
    expect((await cardCheckout.balance(member)).dollars).toBe(0);
    await cardCheckout.service.control(`refunds/${id}/fail`, {});
    await cardCheckout.service.deliver();
    await cardCheckout.service.replay({ times: 2, shuffle: 5 });
    expect((await cardCheckout.balance(member)).dollars).toBe(20);
  });

  test('is frozen while its bank decides, and comes back when it is won', async () => {
    const member = await cardCheckout.member();
    const { payment_intent: payment } = await cardCheckout.payIn(member, 10);
    await cardCheckout.service.deliver();
    await cardCheckout.service.stripe.refunds.create({ payment_intent: String(payment), amount: 400 });
    await cardCheckout.service.deliver();
    const dispute = await disputeOf(String(payment));
    await cardCheckout.service.deliver();
    expect((await cardCheckout.balance(member)).dollars).toBe(0);
    await cardCheckout.service.control(`disputes/${dispute}/close`, { outcome: 'won' });
    await cardCheckout.service.deliver();
    expect((await cardCheckout.balance(member)).dollars).toBe(6);
    expect(await cardCheckout.types(member)).toEqual([
      'WalletToppedUp',
      'WalletRefunded',
      'WalletDisputed',
      'WalletDisputed',
    ]);
  });

  test('may be decided before it was heard that it was disputed', async () => {
    const member = await cardCheckout.member();
    const { payment_intent: payment } = await cardCheckout.payIn(member, 10);
    await cardCheckout.service.control(`disputes/${await disputeOf(String(payment))}/close`, { outcome: 'lost' });
    await cardCheckout.service.control('release', { order: ['charge.dispute.closed', 'charge.dispute.created'] });
    expect((await cardCheckout.balance(member)).dollars).toBe(-10);
    await cardCheckout.service.deliver();
    expect([(await cardCheckout.balance(member)).dollars, await cardCheckout.types(member)]).toEqual([
      0,
      ['WalletDisputed', 'WalletDisputed', 'WalletToppedUp'],
    ]);
  });
});

async function disputeOf(payment: string): Promise<string> {
  const { latest_charge: charge } = await cardCheckout.service.stripe.paymentIntents.retrieve(payment);
  return (await cardCheckout.service.control<{ id: string }>('disputes', { charge })).id;
}

describe('told ten times at once, and in any order', () => {
  test('each payment, refund and dispute has one effect', async () => {
    const member = await cardCheckout.member();
    await cardCheckout.service.control('settings', { hold: true, times: 10 });
    const paid = await Promise.all([10, 20, 30].map((dollars) => cardCheckout.payIn(member, dollars)));
    await cardCheckout.service.stripe.refunds.create({ payment_intent: String(paid[0]?.payment_intent), amount: 300 });
    const dispute = await disputeOf(String(paid[1]?.payment_intent));
    await cardCheckout.service.control(`disputes/${dispute}/close`, { outcome: 'lost' });
    const delivered = await cardCheckout.service.deliver({ together: true, shuffle: 7 });
    expect(delivered.length).toBeGreaterThan(60);
    expect(new Set(delivered.map(({ status }) => status))).toEqual(new Set([200]));
    expect((await cardCheckout.balance(member)).dollars).toBe(60 - 3 - 20);
    const counts = Object.groupBy(await cardCheckout.types(member), (type) => type);
    expect(Object.fromEntries(Object.entries(counts).map(([type, all]) => [type, all?.length]))).toEqual({
      WalletToppedUp: 3,
      WalletRefunded: 1,
      WalletDisputed: 2,
    });
    await cardCheckout.service.replay({ times: 5, shuffle: 11 });
    expect((await cardCheckout.balance(member)).dollars).toBe(37);
  });
});

test('what fails on its way is not acknowledged, is delivered again, and counts once', async () => {
  const member = await cardCheckout.member();
  await cardCheckout.payIn(member, 15);
  const bus = cardCheckout.server.app.get(CommandBus, { strict: false });
  const execute = bus.execute.bind(bus);
  const broken = vi
    .spyOn(bus, 'execute')
    .mockRejectedValueOnce(new Error('before it is stored'))
    .mockImplementationOnce(async (command) => {
      await execute(command);
      throw new Error('after it is stored');
    });
  const statuses: (number | null)[] = [];
  for (let round = 0; round < 3; round++) {
    const delivered = await cardCheckout.service.deliver();
    const told = delivered.filter(({ type }) => type === 'checkout.session.completed');
    statuses.push(...told.map(({ status }) => status));
  }
  broken.mockRestore();
  expect(statuses).toEqual([500, 500, 200]);
  expect([(await cardCheckout.balance(member)).dollars, await cardCheckout.types(member)]).toEqual([
    15,
    ['WalletToppedUp'],
  ]);
});

test('while the log is away an event is refused, and comes again', async () => {
  const member = await cardCheckout.member();
  const { id } = await cardCheckout.payIn(member, 12);
  const away = vi
    .spyOn(cardCheckout.server.foundation.log, 'appendEncoded')
    .mockRejectedValue(new LogUnavailable(new Error('away')));
  const refused = await cardCheckout.service.deliver().finally(() => away.mockRestore());
  expect(refused.find(({ type }) => type === 'checkout.session.completed')?.status).toBe(503);
  expect(await cardCheckout.statusOf(member, id)).toBe('processing');
  await cardCheckout.service.deliver();
  expect(await cardCheckout.statusOf(member, id)).toBe('paid');
});

describe('an event that nobody may believe', () => {
  const payload = (memberId: string) =>
    JSON.stringify({
      id: 'evt_forged',
      object: 'event',
      api_version: '2026-10-28.endive',
      type: 'checkout.session.completed',
      created: Math.floor(Date.now() / 1000),
      data: {
        object: {
          id: 'cs_test_forged',
          object: 'checkout.session',
          mode: 'payment',
          payment_status: 'paid',
          amount_total: 100_000,
          currency: 'usd',
          customer: null,
          payment_intent: 'pi_forged',
          metadata: { memberId, kind: 'wallet' },
          livemode: false,
        },
      },
    });
  const sign = (body: string, { secret = WEBHOOK_SECRET, agedSeconds = 0 } = {}) =>
    Stripe.webhooks.generateTestHeaderString({
      payload: body,
      secret,
      timestamp: Math.floor(Date.now() / 1000) - agedSeconds,
    });
  const send = (body: string, signature?: string) => {
    const call = supertest(cardCheckout.server.http)
      .post('/api/stripe/webhook')
      .set('content-type', 'application/json');
    return (signature === undefined ? call : call.set('stripe-signature', signature)).send(body);
  };

  test('is 400, and nothing is recorded', async () => {
    const member = await cardCheckout.member();
    const body = payload(member.id);
    const attempts: [string, string | undefined][] = [
      [body, undefined],
      [body, ''],
      [body, 't=,v1='],
      [body, sign(body, { secret: 'whsec_another' })],
      [body, sign(body, { agedSeconds: 301 })],
      [body.replace('100000', '900000'), sign(body)],
      [`${body} `, sign(body)],
      [body, sign(body).replace('v1=', 'v0=')],
      ['', sign(body)],
    ];
    for (const [bytes, signature] of attempts) {
      const reply = await send(bytes, signature).expect(400);
      expect(reply.body).toMatchObject({ success: false, code: 'payments.signature_wrong' });
    }
    expect(await cardCheckout.types(member)).toEqual([]);
    await send(body, sign(body)).expect(200, { received: true });
    expect(await cardCheckout.types(member)).toEqual(['WalletToppedUp']);
  });

  test('about nobody who is known is taken note of', async () => {
    for (const nobody of [randomUUID(), 'nobody']) {
      const body = payload(nobody).replace('pi_forged', 'pi_nobody');
      await send(body, sign(body)).expect(200);
      expect(await cardCheckout.types({ id: nobody } as Awaited<ReturnType<Checkout['member']>>)).toEqual([]);
    }
  });
});

test('who owes the bank spends nothing', async () => {
  const member = await cardCheckout.member();
  const session = await cardCheckout.subscribe(member, 'starter');
  const commands = cardCheckout.server.app.get(CommandBus, { strict: false });
  const hold = (tenths: number) =>
    commands.execute(
      decide<AccountCommand>(
        accountStream,
        member.id,
        {
          type: 'HoldCredits',
          memberId: member.id,
          charges: [{ generationId: randomUUID(), fingerprint: randomUUID(), tenths, images: 1 }],
        },
        { key: randomUUID(), actor: { kind: 'member', id: member.id }, correlationId: randomUUID() },
      ),
    );
  await hold(1400);
  const invoice = await cardCheckout.service.stripe.invoices.list({ subscription: String(session.subscription) });
  const { data } = await cardCheckout.service.stripe.invoicePayments.list({ invoice: invoice.data[0]?.id ?? '' });
  await disputeOf(idOf(data[0]?.payment.payment_intent));
  await cardCheckout.service.deliver();
  expect((await cardCheckout.balance(member)).credits).toBe(-90);
  await expect(hold(10)).rejects.toThrow('You owe 90 credits');
});

test('every checkout that was paid is told to whoever compares', async () => {
  const member = await cardCheckout.member();
  const { id, payment_intent: payment } = await cardCheckout.payIn(member, 33);
  await cardCheckout.service.stripe.refunds.create({ payment_intent: String(payment), amount: 300 });
  await cardCheckout.openTopUp(member, 44);
  const plan = await cardCheckout.subscribe(member, 'creator');
  const own: PaidSession[] = [];
  for await (const session of cardCheckout.server.app.get(StripeGateway, { strict: false }).paidSessions()) {
    if (session.memberId === member.id) own.push(session);
  }
  expect(own).toEqual([
    {
      sessionId: plan.id,
      paymentId: expect.stringMatching(/^pi_/) as string,
      memberId: member.id,
      kind: 'plan',
      cents: 1999,
      refundedCents: 0,
      createdAt: expect.any(Date) as Date,
    },
    {
      sessionId: id,
      paymentId: payment,
      memberId: member.id,
      kind: 'wallet',
      cents: 3300,
      refundedCents: 300,
      createdAt: expect.any(Date) as Date,
    },
  ]);
});
