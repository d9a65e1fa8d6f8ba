import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { createTestDatabase } from '@easel/kernel/testing/database';
import Stripe from 'stripe';
import { startStripeStandIn, type StripeStandIn, type StripeStandInOptions } from '../server.ts';

export const SECRET_KEY = 'sk_test_standin';
export const WEBHOOK_SECRET = 'whsec_standin';

/** The real library, led to the stand-in. */
export const clientOf = (port: number, secretKey = SECRET_KEY) =>
  new Stripe(secretKey, {
    host: '127.0.0.1',
    port,
    protocol: 'http',
    maxNetworkRetries: 0,
    telemetry: false,
    httpClient: Stripe.createNodeHttpClient(),
  });

export interface Endpoint {
  url: string;
  /** What came, in the order of arrival, each verified by the real library. */
  events: Stripe.Event[];
  types(): string[];
  /** What the next requests are answered, then 200 again. */
  answers: number[];
  /** Resolves when so many have come. */
  count(number: number): Promise<void>;
  /** Resolves with the first of a type, come or to come. */
  first(type: Stripe.Event['type']): Promise<Stripe.Event>;
  /** Called before the answer. */
  onEvent: (event: Stripe.Event) => Promise<void> | void;
  close(): Promise<void>;
}

/** An endpoint as the product has one: it refuses what is not signed. */
export async function openEndpoint(): Promise<Endpoint> {
  const watchers = new Set<() => void>();
  const until = async (reached: () => boolean) => {
    while (!reached()) await new Promise<void>((resolve) => watchers.add(resolve));
  };
  const endpoint: Endpoint = {
    url: '',
    events: [],
    answers: [],
    types: () => endpoint.events.map((event) => event.type),
    count: (number) => until(() => endpoint.events.length >= number),
    first: async (type) => {
      await until(() => endpoint.types().includes(type));
      return endpoint.events.find((event) => event.type === type) as Stripe.Event;
    },
    onEvent: () => undefined,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  const take = async (request: IncomingMessage): Promise<number> => {
    const signature = request.headers['stripe-signature'] ?? '';
    let event: Stripe.Event;
    try {
      event = Stripe.webhooks.constructEvent(await text(request), signature, WEBHOOK_SECRET);
    } catch {
      return 400;
    }
    await endpoint.onEvent(event);
    endpoint.events.push(event);
    for (const wake of watchers) wake();
    watchers.clear();
    return endpoint.answers.shift() ?? 200;
  };
  const server = createServer((request, response) => {
    void take(request).then((status) => response.writeHead(status).end());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  endpoint.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/webhooks`;
  return endpoint;
}

export interface OpenStandIn {
  stripe: Stripe;
  endpoint: Endpoint;
  port: number;
  url: string;
  databaseUrl: string;
  /** Milliseconds that the stand-in's clock is ahead. */
  clock: { aheadMs: number };
  /** A control call: its answer, or an error with its status and message. */
  control(path: string, body?: object): Promise<Record<string, unknown>>;
  /** A form as a browser sends it. */
  post(url: string, fields: Record<string, string>): Promise<Response>;
  stop(): Promise<void>;
  restart(options?: Partial<StripeStandInOptions>): Promise<void>;
  close(): Promise<void>;
}

/** A stand-in in this process over a database of its own, the real library, and an endpoint for its events. */
export async function openStandIn(options: Partial<StripeStandInOptions> = {}): Promise<OpenStandIn> {
  const database = await createTestDatabase();
  const endpoint = await openEndpoint();
  const clock = { aheadMs: 0 };
  const start = (port: number, more: Partial<StripeStandInOptions> = {}) =>
    startStripeStandIn({
      databaseUrl: database.url,
      port,
      secretKey: SECRET_KEY,
      webhookSecret: WEBHOOK_SECRET,
      webhookUrl: endpoint.url,
      retryFirstMs: 5,
      settleMs: null,
      nowMs: () => Date.now() + clock.aheadMs,
      ...options,
      ...more,
    });
  let standIn: StripeStandIn = await start(0);
  const { port, url } = standIn;
  return {
    stripe: clientOf(port),
    endpoint,
    port,
    url,
    databaseUrl: database.url,
    clock,
    control: async (path, body) => {
      const reply = await fetch(`${url}/_control/${path}`, {
        ...(body && { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
      });
      const answer = (await reply.json()) as Record<string, unknown>;
      if (!reply.ok) throw new Error(`${reply.status} ${JSON.stringify(answer)}`);
      return answer;
    },
    post: (to, fields) => fetch(to, { method: 'POST', body: new URLSearchParams(fields), redirect: 'manual' }),
    stop: () => standIn.close(),
    restart: async (more) => {
      await standIn.close();
      standIn = await start(port, more);
    },
    close: async () => {
      await standIn.close();
      await endpoint.close();
      await database.drop();
    },
  };
}

export const topUp: Stripe.Checkout.SessionCreateParams = {
  mode: 'payment',
  success_url: 'http://localhost:3000/wallet?paid={CHECKOUT_SESSION_ID}',
  cancel_url: 'http://localhost:3000/wallet',
  client_reference_id: 'member-1',
  metadata: { purpose: 'wallet' },
  line_items: [
    { quantity: 1, price_data: { currency: 'usd', unit_amount: 2_500, product_data: { name: 'Wallet top-up' } } },
  ],
};

export const plan = (
  unitAmount = 1_999,
  interval: 'month' | 'year' = 'month',
): Stripe.Checkout.SessionCreateParams => ({
  mode: 'subscription',
  success_url: 'http://localhost:3000/profile?paid={CHECKOUT_SESSION_ID}',
  cancel_url: 'http://localhost:3000/pricing',
  client_reference_id: 'member-1',
  metadata: { tier: 'creator' },
  subscription_data: { metadata: { tier: 'creator' } },
  line_items: [
    {
      quantity: 1,
      price_data: {
        currency: 'usd',
        unit_amount: unitAmount,
        recurring: { interval },
        product_data: { name: 'Creator' },
      },
    },
  ],
});
