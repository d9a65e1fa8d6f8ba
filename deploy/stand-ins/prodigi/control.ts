import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { isLocalCall } from '../local-call.ts';
import { callbackOf, type Callbacks } from './callbacks.ts';
import type { Lab } from './lab.ts';
import { cancel } from './production.ts';
import { idIn } from './serve-api.ts';
import { settingsShape, type Kept, type Store } from './store.ts';
import { newId } from './wire.ts';

const MOST_STEPS = 20;

const issueShape = z.strictObject({
  errorCode: z.string().default('order.items.ItemUnavailable'),
  description: z.string().default('The item is not available.'),
});

class Refusal extends Error {
  readonly statusCode: number;

  constructor(statusCode: number, message: string) {
    super(message);
    this.statusCode = statusCode;
  }
}

/** Adds what Prodigi does not have: faults on demand, and production step by step. Only from this machine. */
export function serveControl(
  app: FastifyInstance,
  { store, lab, callbacks, origin }: { store: Store; lab: Lab; callbacks: Callbacks; origin: () => string },
): void {
  app.addHook('onRequest', async (request) => {
    if (!isLocalCall(request)) throw new Refusal(403, 'Loopback only.');
    // A page of another origin could send a form, but not this.
    const type = request.headers['content-type'] ?? '';
    if (request.method === 'POST' && !type.startsWith('application/json')) throw new Refusal(415, 'Send JSON.');
  });

  app.get('/_control/settings', () => store.settings());
  app.post('/_control/settings', async (request) => {
    const settings = await store.changeSettings(parse(settingsShape.partial(), request.body));
    lab.wake();
    return settings;
  });

  app.get('/_control/orders', async () => ({ orders: await store.list(null, 100, 0) }));

  app.post('/_control/orders/:id/advance', async (request) => {
    const { steps } = parse(z.strictObject({ steps: z.int().min(1).max(MOST_STEPS).default(1) }), request.body);
    let kept: Kept | undefined;
    for (let step = 0; step < steps; step++) kept = await lab.step(idIn(request));
    return shown(kept);
  });

  /** Until so many shipments have left; all of them where no number is given. */
  app.post('/_control/orders/:id/ship', async (request) => {
    const { shipments } = parse(z.strictObject({ shipments: z.int().min(1).optional() }), request.body);
    for (let step = 0; step < MOST_STEPS; step++) {
      const { order } = shown(await lab.step(idIn(request)));
      const left = order.shipments.filter(({ status }) => status === 'Shipped').length;
      if (order.status.stage !== 'InProgress' || (shipments !== undefined && left >= shipments)) break;
    }
    return shown(await store.find(idIn(request)));
  });

  app.post('/_control/orders/:id/hold', async (request) => {
    const { hold } = parse(z.strictObject({ hold: z.boolean().default(true) }), request.body);
    const changed = await lab.change(idIn(request), (kept, { stepMs }) => {
      kept.held = hold;
      kept.dueMs = hold || stepMs === null ? null : Date.now() + stepMs;
      return { result: undefined, events: [] };
    });
    lab.wake();
    return shown(changed?.kept);
  });

  app.post('/_control/orders/:id/issue', async (request) => {
    const issue = parse(issueShape, request.body);
    const changed = await lab.change(idIn(request), (kept) => {
      kept.order.status.issues.push({ objectId: kept.order.id, ...issue });
      kept.held = true;
      kept.dueMs = null;
      return { result: undefined, events: [`com.prodigi.order.status.issues.changed#${kept.order.id}`] };
    });
    return shown(changed?.kept);
  });

  app.post('/_control/orders/:id/cancel', async (request) => {
    const changed = await lab.change(idIn(request), (kept) => {
      kept.dueMs = null;
      return { result: undefined, events: cancel(kept) };
    });
    return shown(changed?.kept);
  });

  /** A callback that says more than is true: the order is complete, by a shipment that there is not. */
  app.post('/_control/orders/:id/forge', async (request) => {
    const { order } = structuredClone(shown(await store.find(idIn(request))));
    if (order.callbackUrl === null) throw new Refusal(409, 'The order has no callback address.');
    order.status.stage = 'Complete';
    order.shipments = [
      {
        id: newId('shp'),
        status: 'Shipped',
        carrier: { name: 'Nobody', service: 'None' },
        tracking: { number: 'FORGED', url: 'https://forged.example/' },
        dispatchDate: new Date().toISOString(),
        fulfillmentLocation: { countryCode: 'US', labCode: 'us1' },
        items: order.items.map(({ id: itemId }) => ({ itemId })),
      },
    ];
    const body = callbackOf(order, 'com.prodigi.order.status.stage.changed#Complete', origin());
    return { status: await callbacks.post(order.callbackUrl, body) };
  });

  app.get('/_control/callbacks', async () => ({ callbacks: await store.sentCallbacks() }));

  app.post('/_control/release', async (request) => {
    const shape = z.strictObject({ shuffle: z.int().optional(), together: z.boolean().default(false) });
    return { delivered: await callbacks.release(parse(shape, request.body)) };
  });
}

function parse<T>(shape: z.ZodType<T>, body: unknown): T {
  const result = shape.safeParse(body ?? {});
  if (result.success) return result.data;
  throw new Refusal(400, z.prettifyError(result.error));
}

function shown(kept: Kept | undefined): Kept {
  if (!kept) throw new Refusal(404, 'There is no such order.');
  return kept;
}
