import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Books } from './books.ts';
import { settle, submit } from './checkout.ts';
import type { Clockwork } from './clockwork.ts';
import type { Courier, Delivered } from './courier.ts';
import { closeDispute, openDispute } from './disputes.ts';
import { shuffled } from './domain/shuffle.ts';
import { isLocalCall } from './local-call.ts';
import { failRefund } from './refunds.ts';
import { invalid, missing, Refusal } from './refusal.ts';
import { settingsShape } from './settings.ts';
import type { Store } from './store.ts';
import { endPeriod, retryPayment } from './subscriptions.ts';

const MOST_AT_ONCE = 1_000;

export interface ControlParts {
  store: Store;
  courier: Courier;
  clockwork: Clockwork;
  settleMs: number | null;
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
  const { store, courier, clockwork } = parts;
  const { deliveries } = store.records;
  const change = <Result>(work: (books: Books) => Promise<Result>) => store.change(NO_CAUSE, work);

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
    change(async ({ records }) => {
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
    const { shuffle, times, together } = parse(replayAllShape, request.body);
    const ids = await deliveries.copy({ newest: Math.floor(MOST_AT_ONCE / times) }, times);
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

  app.post('/_control/sessions/:id/pay', (request) =>
    change(async (books) => {
      const { card } = parse(z.strictObject({ card: z.string().default('4242424242424242') }), request.body);
      const session = await books.need('checkout.session', idOf(request));
      const outcome = await submit(books, session, card, parts.settleMs);
      return { outcome, session: books.shown(session.body) };
    }),
  );

  app.post('/_control/sessions/:id/settle', (request) =>
    change(async (books) => {
      const { succeeded } = parse(z.strictObject({ succeeded: z.boolean().default(true) }), request.body);
      const session = await books.need('checkout.session', idOf(request));
      await settle(books, session, succeeded);
      return books.shown(session.body);
    }),
  );

  app.post('/_control/disputes', (request) =>
    change(async (books) => {
      const { charge, ...given } = parse(disputeShape, request.body);
      return (await openDispute(books, await books.need('charge', charge, 'charge'), given)).body;
    }),
  );

  app.post('/_control/disputes/:id/close', (request) =>
    change(async (books) => {
      const { outcome } = parse(z.strictObject({ outcome: z.enum(['won', 'lost']) }), request.body);
      const dispute = await books.need('dispute', idOf(request));
      await closeDispute(books, dispute, outcome);
      return dispute.body;
    }),
  );

  app.post('/_control/refunds/:id/fail', (request) =>
    change(async (books) => {
      const refund = await books.need('refund', idOf(request));
      await failRefund(books, refund);
      return refund.body;
    }),
  );

  app.post('/_control/subscriptions/:id/advance', (request) =>
    change(async (books) => {
      const { periods } = parse(z.strictObject({ periods: z.int().min(1).max(36).default(1) }), request.body);
      const subscription = await books.need('subscription', idOf(request));
      for (let period = 0; period < periods; period += 1) await endPeriod(books, subscription);
      return subscription.body;
    }),
  );

  app.post('/_control/subscriptions/:id/payments', (request) =>
    change(async (books) => {
      const { fail: cardFails } = parse(z.strictObject({ fail: z.boolean() }), request.body);
      const subscription = await books.need('subscription', idOf(request));
      subscription.extra = { ...subscription.extra, cardFails };
      await books.save(subscription);
      return subscription.body;
    }),
  );

  app.post('/_control/subscriptions/:id/retry', (request) =>
    change(async (books) => {
      const subscription = await books.need('subscription', idOf(request));
      await retryPayment(books, subscription);
      return subscription.body;
    }),
  );

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
