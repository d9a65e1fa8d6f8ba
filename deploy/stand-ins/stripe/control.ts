import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Clockwork } from './clockwork.ts';
import type { Controls } from './controls.ts';
import type { Courier, Delivered } from './courier.ts';
import { shuffled } from '../shuffle.ts';
import { isLocalCall } from '../local-call.ts';
import { invalid, missing, Refusal } from './refusal.ts';
import { settingsShape } from './settings.ts';
import type { Store } from './store.ts';

const MOST_AT_ONCE = 1_000;

export interface ControlParts {
  store: Store;
  courier: Courier;
  clockwork: Clockwork;
  controls: Controls;
}

const orderShape = z.strictObject({
  /** Event ids or types; only these are sent, in this order. */
  order: z.array(z.string()).max(MOST_AT_ONCE).optional(),
  /** A seed. */
  shuffle: z.int().optional(),
  together: z.boolean().default(false),
});

const endpointShape = z.strictObject({ url: z.url({ protocol: /^https?$/ }) });

const dropShape = z.strictObject({ events: z.array(z.string()).optional(), types: z.array(z.string()).optional() });
const replayShape = z.strictObject({
  event: z.string(),
  times: z.int().min(1).max(100).default(1),
  together: z.boolean().default(true),
});
const replayAllShape = z.strictObject({
  /** How many events, from the last one back. */
  newest: z.int().min(1).max(MOST_AT_ONCE).default(MOST_AT_ONCE),
  shuffle: z.int().optional(),
  times: z.int().min(1).max(20).default(1),
  together: z.boolean().default(false),
});
const disputeShape = z.strictObject({
  charge: z.string(),
  amount: z.int().positive().optional(),
  reason: z.string().default('fraudulent'),
});

const NO_CAUSE = { requestId: null, idempotencyKey: null };

/** What no Stripe has: faults on demand, and time that passes when it is told to. Bodies and answers are JSON. */
export function serveControl(app: FastifyInstance, parts: ControlParts): void {
  const { store, courier, clockwork, controls } = parts;
  const { deliveries } = store.records;

  app.setErrorHandler((error, request, reply) => fail(error, request, reply));
  app.addHook('onRequest', async (request) => {
    if (!isLocalCall(request)) throw new Refusal(403, { type: 'invalid_request_error', message: 'Loopback only.' });
    // A page of another origin could send a form, but not this.
    const type = request.headers['content-type'] ?? '';
    if (request.method === 'POST' && !type.startsWith('application/json')) {
      throw new Refusal(415, { type: 'invalid_request_error', message: 'Send application/json.' });
    }
  });

  app.get('/_control/settings', () => store.settings());
  app.post('/_control/settings', (request) =>
    // In the writers' turn: an event is stored under the settings of its moment.
    store.change(NO_CAUSE, async ({ records }) => {
      const settings = { ...(await store.settings()), ...parse(settingsShape.partial(), request.body) };
      await records.saveSettings(settingsShape.parse(settings));
      return settings;
    }),
  );

  app.post('/_control/endpoint', (request) => {
    courier.deliverTo(parse(endpointShape, request.body).url);
    return {};
  });

  app.get('/_control/deliveries', async () => ({ deliveries: await deliveries.newest(MOST_AT_ONCE) }));

  app.post('/_control/release', async (request) => {
    const { order, shuffle, together } = parse(orderShape, request.body);
    const rows = await deliveries.waiting(MOST_AT_ONCE);
    const wanted = order
      ? order.flatMap((name) => rows.filter((row) => row.event === name || row.type === name))
      : rows;
    return { delivered: await send([...new Set(wanted.map((row) => row.id))], shuffle, together) };
  });

  app.post('/_control/drop', async (request) => {
    const { events = null, types = null } = parse(dropShape, request.body);
    return { dropped: await deliveries.drop(events, types) };
  });

  app.post('/_control/replay', async (request) => {
    const { event, times, together } = parse(replayShape, request.body);
    const ids = await deliveries.copy({ event }, times);
    if (ids.length === 0) throw missing('event', event);
    return { delivered: await send(ids, undefined, together) };
  });

  app.post('/_control/replay-all', async (request) => {
    const { newest, shuffle, times, together } = parse(replayAllShape, request.body);
    const ids = await deliveries.copy({ newest: Math.min(newest, Math.floor(MOST_AT_ONCE / times)) }, times);
    return { delivered: await send(ids, shuffle, together) };
  });

  app.post('/_control/tick', async () => {
    await clockwork.tick();
    await courier.tick();
    return {};
  });

  app.get('/_control/sessions', () =>
    store.read(async (books) => {
      const sessions = await books.records.objects.list('checkout.session', { fields: {}, except: {}, limit: 100 });
      return { sessions: sessions.map((body) => books.shown(body)) };
    }),
  );

  app.post('/_control/sessions/:id/pay', (request) => {
    const { card } = parse(z.strictObject({ card: z.string().default('4242424242424242') }), request.body);
    return controls.pay(idOf(request), card);
  });

  app.post('/_control/sessions/:id/settle', (request) => {
    const { succeeded } = parse(z.strictObject({ succeeded: z.boolean().default(true) }), request.body);
    return controls.settle(idOf(request), succeeded);
  });

  app.post('/_control/payment_intents/:id/authenticate', (request) => {
    const { succeeded } = parse(z.strictObject({ succeeded: z.boolean().default(true) }), request.body);
    return controls.authenticate(idOf(request), succeeded);
  });

  app.post('/_control/disputes', (request) => {
    const { charge, ...order } = parse(disputeShape, request.body);
    return controls.openDispute(charge, order);
  });

  app.post('/_control/disputes/:id/close', (request) => {
    const { outcome } = parse(z.strictObject({ outcome: z.enum(['won', 'lost']) }), request.body);
    return controls.closeDispute(idOf(request), outcome);
  });

  app.post('/_control/refunds/:id/fail', (request) => controls.failRefund(idOf(request)));

  app.post('/_control/subscriptions/:id/advance', (request) => {
    const { periods } = parse(z.strictObject({ periods: z.int().min(1).max(36).default(1) }), request.body);
    return controls.advance(idOf(request), periods);
  });

  app.post('/_control/subscriptions/:id/payments', (request) => {
    const { fail: cardFails } = parse(z.strictObject({ fail: z.boolean() }), request.body);
    return controls.failPayments(idOf(request), cardFails);
  });

  app.post('/_control/subscriptions/:id/retry', (request) => controls.retry(idOf(request)));

  function send(ids: readonly string[], seed: number | undefined, together: boolean): Promise<Delivered[]> {
    return courier.send(seed === undefined ? ids : shuffled(ids, seed), together);
  }
}

const idOf = (request: FastifyRequest) => (request.params as { id: string }).id;

function parse<Shape extends z.ZodType>(shape: Shape, body: unknown): z.output<Shape> {
  const result = shape.safeParse(body ?? {});
  if (!result.success) throw invalid(z.prettifyError(result.error));
  return result.data;
}

function fail(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  if (error instanceof Refusal) return reply.code(error.status).send({ error: error.error });
  const status = (error as { statusCode?: unknown }).statusCode;
  if (typeof status === 'number' && status < 500) return reply.code(status).send({ error: { message: 'Unreadable.' } });
  request.log.error({ err: error }, 'a control call failed');
  return reply.code(500).send({ error: { message: 'It failed; the log says why.' } });
}
