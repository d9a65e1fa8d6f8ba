import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { CommandBus } from '@nestjs/cqrs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Checkout } from '../testing/checkout.ts';
import type { TestMember } from '../testing/api-server.ts';
import { ForgetCustomer } from './forget-customer.ts';

// A proxy in front of the card service sometimes replies with JSON of its own.

let proxy: Server;
let cardCheckout: Checkout;
let calls = 0;
/** The call that gets the proxy's own reply, and whether it reaches the card service first. */
let strange: { call: number; isPassedOn: boolean } | undefined;

beforeAll(async () => {
  cardCheckout = await Checkout.open(async (address) => {
    proxy = createServer((request, response) => void pass(address, request, response)).listen(0, '127.0.0.1');
    await once(proxy, 'listening');
    return `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
  });
});
afterAll(async () => {
  await cardCheckout?.close();
  proxy?.close();
});

async function pass(address: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const call = ++calls;
  const isStrange = call === strange?.call;
  const sent = await buffer(request);
  if (!isStrange || strange?.isPassedOn) {
    const { host: _, connection: __, ...headers } = request.headers;
    const reply = await fetch(`${address}${request.url}`, {
      method: request.method ?? 'GET',
      headers: headers as Record<string, string>,
      ...(sent.length > 0 && { body: new Uint8Array(sent) }),
    });
    const body = Buffer.from(await reply.arrayBuffer());
    if (!isStrange) {
      response.writeHead(reply.status, { 'content-type': 'application/json', 'request-id': 'req_1' }).end(body);
      return;
    }
  }
  response.writeHead(403, { 'content-type': 'application/json' }).end('{"message":"no healthy upstream"}');
}

/** Retries with the same idempotency key, as a client does. */
async function again<T>(call: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await call();
    } catch (error) {
      if (!/503|CardServiceFailed/.test(String(error))) throw error;
    }
  }
}

async function delivered(): Promise<void> {
  while ((await cardCheckout.service.deliver()).some(({ status }) => status !== 200));
}

/** Tops up, subscribes, upgrades (which refunds the rest of the first plan), and is erased. */
async function live(member: TestMember): Promise<unknown> {
  const [topUp, first, better] = [randomUUID(), randomUUID(), randomUUID()];
  const planPage = async (tier: string, key: string): Promise<string> => {
    const { body, status } = await cardCheckout.choose(member, tier, 'monthly', key);
    if (status !== 402) throw new Error(`${status}`);
    return /cs_[A-Za-z0-9_]+/.exec((body as { url: string }).url)?.[0] ?? '';
  };
  await cardCheckout.service.pay(await again(() => cardCheckout.openTopUp(member, 25, topUp)));
  await delivered();
  await cardCheckout.service.pay(await again(() => planPage('starter', first)));
  await delivered();
  await cardCheckout.service.pay(await again(() => planPage('studio', better)));
  await delivered();
  const { dollars, credits } = await cardCheckout.balance(member);
  const forgetting = new ForgetCustomer(member.id, {
    actor: { kind: 'system', id: 'a test' },
    correlationId: member.id,
  });
  const { stripe } = cardCheckout.service;
  const customer = (await stripe.customers.list({ email: member.email })).data[0]?.id ?? 'none';
  await again(() => cardCheckout.server.app.get(CommandBus).execute(forgetting));
  await delivered();
  const { data: charges } = await stripe.charges.list({ customer, limit: 100 });
  const { data: left } = await stripe.customers.list({ email: member.email });
  const paid = charges.filter((charge) => charge.paid).map((charge) => [charge.amount, charge.amount_refunded]);
  return { dollars, credits, types: await cardCheckout.types(member), customersLeft: left.length, paid };
}

test('books nothing when a proxy replies to any call in Stripe’s place, and completes on retry', async () => {
  calls = 0;
  const expected = await live(await cardCheckout.member());
  const all = calls;
  expect(expected).toMatchObject({ dollars: 25, customersLeft: 0 });
  expect((expected as { paid: unknown[] }).paid).toHaveLength(3);
  expect(all).toBeGreaterThan(10);
  for (let call = 1; call <= all; call++) {
    calls = 0;
    strange = { call, isPassedOn: call % 2 === 0 };
    expect(await live(await cardCheckout.member()), `call ${call} of ${all}`).toEqual(expected);
  }
});
