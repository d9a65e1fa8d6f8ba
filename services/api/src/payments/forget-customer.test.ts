import assert from 'node:assert/strict';
import type { AccountFact } from '@easel/contracts/account/events';
import type { Recorded } from '@easel/contracts/kernel/event';
import { memberStream } from '@easel/contracts/members/stream';
import { CommandBus } from '@nestjs/cqrs';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { account } from '../account/account.decider.ts';
import type { TestMember } from '../testing/api-server.ts';
import { cards, idOf } from '../testing/card-service.ts';
import { Checkout } from '../testing/checkout.ts';
import { askedLongAgo } from '../testing/erasures.ts';
import { ForgetCustomer } from './forget-customer.ts';

let cardCheckout: Checkout;
beforeAll(async () => {
  cardCheckout = await Checkout.open();
});
afterAll(() => cardCheckout?.close());

const forget = (memberId: string) =>
  cardCheckout.server.app
    .get(CommandBus)
    .execute(new ForgetCustomer(memberId, { actor: { kind: 'system', id: 'a test' }, correlationId: memberId }));

async function isErased(member: TestMember): Promise<void> {
  const { server } = cardCheckout;
  await askedLongAgo(server, member, true);
  const typesNow = async () =>
    (await Array.fromAsync(server.foundation.log.readStored(memberStream.nameOf(member.id)))).map(({ type }) => type);
  await vi.waitFor(async () => expect(await typesNow()).toContain('MemberErased'), { timeout: 20_000 });
}

test('who is forgotten has no plan there any more, no address and no card; the account says how it ended', async () => {
  const member = await cardCheckout.member();
  await cardCheckout.subscribe(member, 'creator', 'yearly');
  const { stripe } = cardCheckout.service;
  const customer = (await stripe.customers.list({ email: member.email })).data[0]?.id ?? '';
  await forget(member.id);
  expect(await stripe.customers.retrieve(customer)).toEqual(expect.objectContaining({ deleted: true }));
  expect((await stripe.customers.list({ email: member.email })).data).toEqual([]);
  const plans = (await stripe.subscriptions.list({ customer, status: 'all' })).data;
  expect(plans.map(({ status }) => status)).toEqual(['canceled']);
  expect((await cardCheckout.plan(member)).tier).toBe('free');
  // Again, and what the card service still tells of it, change nothing.
  const before = await cardCheckout.types(member);
  await forget(member.id);
  const told = await cardCheckout.service.deliver();
  expect(told.every(({ status }) => status === 200)).toBe(true);
  expect(await cardCheckout.types(member)).toEqual(before);
});

test('a page that was left open takes no money of who is forgotten', async () => {
  const member = await cardCheckout.member();
  const [topUp, plan] = [await cardCheckout.openTopUp(member, 10), await cardCheckout.openPlan(member, 'starter')];
  await forget(member.id);
  const before = await cardCheckout.types(member);
  for (const page of [topUp, plan]) {
    expect(await cardCheckout.service.stripe.checkout.sessions.retrieve(page)).toMatchObject({
      status: 'expired',
      payment_status: 'unpaid',
    });
  }
  await cardCheckout.service.deliver();
  expect(await cardCheckout.types(member)).toEqual(before);
});

test('what was paid at the last moment, and told of after the erasure, goes back to the card, and the books say both', async () => {
  const member = await cardCheckout.member();
  const { payment_intent: paymentId } = await cardCheckout.payIn(member, 25);
  await isErased(member);
  await cardCheckout.service.deliver();
  await cardCheckout.service.deliver();
  const { stripe } = cardCheckout.service;
  const { data: refunds } = await stripe.refunds.list({ payment_intent: String(paymentId) });
  expect(refunds.map(({ amount }) => amount)).toEqual([2500]);
  const facts = await cardCheckout.facts(member);
  const state = facts.reduce(
    (before, fact) => account.evolve(before, fact as Recorded<AccountFact>),
    account.initial(),
  );
  expect(facts.map(({ type }) => type).toSorted()).toEqual(['WalletRefunded', 'WalletToppedUp']);
  expect(state.cents).toBe(0);
});

test('what a slow bank pays for a plan after its member was forgotten goes back to the card, and the books say both', async () => {
  const member = await cardCheckout.member();
  const session = await cardCheckout.openPlan(member, 'starter');
  await cardCheckout.service.pay(session, cards.paysLater);
  await cardCheckout.service.deliver();
  await forget(member.id);
  await cardCheckout.service.control(`sessions/${session}/settle`, { succeeded: true });
  await cardCheckout.service.deliver();
  const { stripe } = cardCheckout.service;
  const { subscription } = await stripe.checkout.sessions.retrieve(session);
  assert(subscription);
  const plan = await stripe.subscriptions.retrieve(idOf(subscription));
  const { data: charges } = await stripe.charges.list({ customer: idOf(plan.customer) });
  expect(charges.map(({ amount, amount_refunded }) => [amount, amount_refunded])).toEqual([[999, 999]]);
  expect(await cardCheckout.types(member)).toEqual(['PlanPaid', 'PlanRefunded']);
  await cardCheckout.service.replay({ times: 1 });
  expect(await cardCheckout.types(member)).toEqual(['PlanPaid', 'PlanRefunded']);
});

test('what was paid and told of before the erasure stays as it was when it is told of again', async () => {
  const member = await cardCheckout.member();
  const { payment_intent: paymentId } = await cardCheckout.payIn(member, 25);
  await cardCheckout.service.deliver();
  await isErased(member);
  const before = await cardCheckout.types(member);
  await cardCheckout.service.replay({ times: 1 });
  expect((await cardCheckout.service.stripe.refunds.list({ payment_intent: String(paymentId) })).data).toEqual([]);
  expect(await cardCheckout.types(member)).toEqual(before);
});

test('who never paid is nobody there', async () => {
  const member = await cardCheckout.member();
  await forget(member.id);
  expect((await cardCheckout.service.stripe.customers.list({ email: member.email })).data).toEqual([]);
});
