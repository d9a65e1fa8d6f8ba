import { CommandBus } from '@nestjs/cqrs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Checkout } from '../testing/checkout.ts';
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

test('who never paid is nobody there', async () => {
  const member = await cardCheckout.member();
  await forget(member.id);
  expect((await cardCheckout.service.stripe.customers.list({ email: member.email })).data).toEqual([]);
});
