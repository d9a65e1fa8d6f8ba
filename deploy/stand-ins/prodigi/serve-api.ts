import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isSameSecret } from '@easel/kernel/identity/same-secret';
import { orderOf, read, recipientShape, type Failures } from './create-order.ts';
import type { Lab } from './lab.ts';
import { canChange, cancel } from './production.ts';
import type { Store } from './store.ts';
import { newTrace } from './wire.ts';

const PAGE = 10;
const LARGEST_PAGE = 100;

export interface ApiParts {
  store: Store;
  lab: Lab;
  key: string;
}

const problem = (statusCode: number, outcome: string, statusText: string, failures?: Failures) => ({
  outcome,
  statusText,
  statusCode,
  data: {},
  ...(failures && { failures }),
});

/** Serves the part of Prodigi's API that this product uses. Every answer has its traceParent. */
export function serveApi(app: FastifyInstance, { store, lab, key }: ApiParts): void {
  app.addHook('onRequest', async (request, reply) => {
    if ((await store.settings()).away) return reply.code(503).send(problem(503, 'ServiceUnavailable', 'Away.'));
    const given = request.headers['x-api-key'];
    if (typeof given === 'string' && isSameSecret(given, key)) return;
    return reply.code(401).send(problem(401, 'NotAuthenticated', 'Your credentials are missing or incorrect.'));
  });
  app.addHook('preSerialization', async (_request, reply, payload) => {
    const traceParent = newTrace();
    void reply.header('traceparent', traceParent);
    return { ...(payload as object), traceParent };
  });
  app.addHook('onSend', async () => {
    const { lateMs } = await store.settings();
    if (lateMs > 0) await sleep(lateMs);
  });
  app.setNotFoundHandler((_request, reply) =>
    reply.code(404).send(problem(404, 'EndpointDoesNotExist', 'The API does not recognise the endpoint.')),
  );
  app.setErrorHandler((error: { statusCode?: number }, request, reply) => {
    const { statusCode: status = 500 } = error;
    if (status === 415) return reply.code(415).send(problem(415, 'InvalidContentType', 'Send application/json.'));
    if (status < 500) return reply.code(400).send(problem(400, 'ValidationFailed', 'The body cannot be read.'));
    request.log.error({ err: error }, 'a call failed');
    return reply.code(500).send(problem(500, 'InternalServerError', 'An unexpected error occurred.'));
  });

  app.post('/v4.0/orders', async (request, reply) => {
    const { stepMs } = await store.settings();
    const given = orderOf(request.body, stepMs === null ? null : Date.now() + stepMs);
    if ('failures' in given) return invalid(reply, given.failures);
    const { kept, isNew } = await store.add(given.value);
    lab.wake();
    return { outcome: isNew ? 'Created' : 'AlreadyExists', order: kept.order };
  });

  app.get('/v4.0/orders', async (request) => {
    const query = request.query as Record<string, string | string[] | undefined>;
    const references = query['merchantReferences'] === undefined ? null : [query['merchantReferences']].flat();
    const top = Math.min(Number(query['top']) || PAGE, LARGEST_PAGE);
    const found = await store.list(references, top + 1, Number(query['skip']) || 0);
    const orders = found.slice(0, top).map(({ order }) => order);
    return { outcome: 'Ok', orders, hasMore: found.length > top, nextUrl: null };
  });

  app.get('/v4.0/orders/:id', async (request, reply) => {
    const kept = await store.find(idIn(request));
    return kept ? { outcome: 'Ok', order: kept.order } : missing(reply);
  });

  app.get('/v4.0/orders/:id/actions', async (request, reply) => {
    const kept = await store.find(idIn(request));
    if (!kept) return missing(reply);
    const can = { isAvailable: canChange(kept) ? 'Yes' : 'No' };
    return {
      outcome: 'Ok',
      cancel: can,
      changeRecipientDetails: can,
      changeShippingMethod: { isAvailable: 'No' },
      changeMetaData: { isAvailable: 'No' },
    };
  });

  app.post('/v4.0/orders/:id/actions/cancel', async (request, reply) => {
    const changed = await lab.change(idIn(request), (kept) => {
      if (!canChange(kept)) return { result: 'ActionNotAvailable', events: [] };
      kept.dueMs = null;
      return { result: 'Cancelled', events: cancel(kept) };
    });
    return changed ? { outcome: changed.result, order: changed.kept.order } : missing(reply);
  });

  app.post('/v4.0/orders/:id/actions/updateRecipient', async (request, reply) => {
    const given = read(recipientShape, request.body);
    if ('failures' in given) return invalid(reply, given.failures);
    const changed = await lab.change(idIn(request), (kept) => {
      if (!canChange(kept)) return { result: 'ActionNotAvailable', events: [] };
      kept.order.recipient = given.value;
      return { result: 'Updated', events: [] };
    });
    if (!changed) return missing(reply);
    return { outcome: changed.result, shipmentUpdateResults: [], order: changed.kept.order };
  });
}

export const idIn = (request: FastifyRequest): string => (request.params as { id: string }).id;

const missing = (reply: FastifyReply) =>
  reply.code(404).send(problem(404, 'EntityNotFound', 'The order does not exist, or not in your account.'));

const invalid = (reply: FastifyReply, failures: Failures) =>
  reply.code(400).send(problem(400, 'ValidationFailed', 'The request is not valid.', failures));
