import { createHmac, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { API_VERSION } from './api-version.ts';
import type { Books } from './books.ts';
import { expand } from './expand.ts';
import { type Form, parseForm } from './form.ts';
import { newId } from './ids.ts';
import { read, readExpand } from './params.ts';
import { withoutCards } from './redact.ts';
import { invalid, Refusal, type StripeError } from './refusal.ts';
import { Overloaded, type Store } from './store.ts';

/** An answer other than 200 that is kept all the same, as what it did is. */
export class Failed {
  readonly status: number;
  readonly error: StripeError;

  constructor(status: number, error: StripeError) {
    this.status = status;
    this.error = error;
  }
}

export interface Endpoint<Shape extends z.ZodObject> {
  method: 'GET' | 'POST' | 'DELETE';
  path: string;
  shape: Shape;
  run(books: Books, params: z.output<Shape>, id: string): Promise<unknown>;
}

/** Adds an endpoint to the list, its parameters' types inferred. */
export const endpoint = <Shape extends z.ZodObject>(one: Endpoint<Shape>) => one as unknown as Endpoint<z.ZodObject>;

/** Takes no parameters. */
export const nothing = z.object({});

interface Reply {
  status: number;
  body: string;
  replayed: boolean;
}

const MAX_KEY_LENGTH = 255;

/** Serves the endpoints under the rules that all of Stripe's have. */
export function serveApi(
  app: FastifyInstance,
  endpoints: readonly Endpoint<z.ZodObject>[],
  { store, secretKey }: { store: Store; secretKey: string },
): void {
  app.setErrorHandler((error, request, reply) => fail(error, request, reply));
  app.addHook('onRequest', async (request, reply) => {
    void reply.header('request-id', request.id);
    const version = request.headers['stripe-version'] ?? API_VERSION;
    if (typeof version !== 'string' || !/^\d{4}-\d{2}-\d{2}(\.[a-z_]+)?$/.test(version)) {
      throw invalid('Invalid Stripe API version.');
    }
    void reply.header('stripe-version', version);
    requireKey(request.headers.authorization, secretKey);
  });
  for (const one of endpoints) {
    app.route({
      method: one.method,
      url: one.path,
      handler: async (request, reply) => {
        const form = formOf(request);
        const answer = await (one.method === 'GET'
          ? view(store, one, request, form)
          : act(store, one, request, form, secretKey));
        if (answer.replayed) void reply.header('idempotent-replayed', 'true');
        return reply.code(answer.status).type('application/json').send(answer.body);
      },
    });
  }
  app.setNotFoundHandler((request) => {
    const url = request.url.split('?')[0] ?? '';
    throw new Refusal(404, {
      type: 'invalid_request_error',
      message: `Unrecognized request URL (${request.method}: ${url.slice(0, 200)}).`,
    });
  });
}

function formOf(request: FastifyRequest): Form {
  const query = parseForm(new URL(request.url, 'http://localhost').search);
  return Object.assign(query, request.body as Form | undefined);
}

const idOf = (request: FastifyRequest) => (request.params as { id?: string }).id ?? '';

function view(store: Store, one: Endpoint<z.ZodObject>, request: FastifyRequest, form: Form): Promise<Reply> {
  const params = read(one.shape, form);
  const paths = readExpand(form);
  return store.read(async (books) => ({
    status: 200,
    body: JSON.stringify(await expand(books, await one.run(books, params, idOf(request)), paths)),
    replayed: false,
  }));
}

/** What it changes and the reply to be repeated for its key are kept together, or not at all. */
async function act(
  store: Store,
  one: Endpoint<z.ZodObject>,
  request: FastifyRequest,
  form: Form,
  secretKey: string,
): Promise<Reply> {
  const key = keyOf(request);
  const params = read(one.shape, form);
  const paths = readExpand(form);
  const fingerprint = createHmac('sha256', secretKey)
    .update(JSON.stringify([request.method, request.url.split('?')[0], withoutCards(form)]))
    .digest();
  return store.change({ requestId: request.id, idempotencyKey: key }, async (books) => {
    const earlier = key === null ? undefined : await earlierReply(books, key, fingerprint);
    if (earlier) return { ...earlier, replayed: true };
    const result = await one.run(books, params, idOf(request));
    const failed = result instanceof Failed;
    const status = failed ? result.status : 200;
    const body = JSON.stringify(failed ? { error: result.error } : await expand(books, result, paths));
    if (key !== null) {
      await books.records.replies.add(key, { fingerprint, status, body }, books.nowMs);
    }
    return { status, body, replayed: false };
  });
}

function keyOf(request: FastifyRequest): string | null {
  const key = request.headers['idempotency-key'];
  if (request.method !== 'POST' || key === undefined || key === '') return null;
  if (typeof key !== 'string' || key.length > MAX_KEY_LENGTH) {
    throw invalid(`Idempotency keys are at most ${MAX_KEY_LENGTH} characters long.`);
  }
  return key;
}

async function earlierReply(books: Books, key: string, fingerprint: Buffer) {
  const kept = await books.records.replies.find(key);
  if (!kept) return undefined;
  if (!kept.fingerprint.equals(fingerprint)) {
    const message = `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`;
    throw new Refusal(400, { type: 'idempotency_error', message });
  }
  return { status: kept.status, body: kept.body };
}

function requireKey(header: string | undefined, secretKey: string): void {
  const [, given] = /^Bearer (\S+)$/.exec(header ?? '') ?? [];
  if (given === undefined) {
    const message =
      "You did not provide an API key. You need to provide your API key in the Authorization header, using Bearer auth (e.g. 'Authorization: Bearer YOUR_SECRET_KEY').";
    throw new Refusal(401, { type: 'invalid_request_error', message });
  }
  const [a, b] = [given, secretKey].map((key) => createHmac('sha256', 'compare').update(key).digest());
  if (!a || !b || !timingSafeEqual(a, b)) {
    const message = `Invalid API Key provided: ${given.slice(0, 8)}${'*'.repeat(8)}`;
    throw new Refusal(401, { type: 'invalid_request_error', message });
  }
}

function fail(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { status, body } = problemOf(error);
  if (status >= 500) request.log.error({ err: error }, 'a request failed');
  return reply.code(status).type('application/json').header('request-id', request.id).send({ error: body });
}

function problemOf(error: unknown): { status: number; body: StripeError } {
  if (error instanceof Refusal) return { status: error.status, body: error.error };
  if (error instanceof Overloaded) {
    return { status: 429, body: { type: 'api_error', code: 'rate_limit', message: 'Too many requests at once.' } };
  }
  const status = (error as { statusCode?: unknown }).statusCode;
  if (typeof status === 'number' && status >= 400 && status < 500) {
    return { status, body: { type: 'invalid_request_error', message: 'The request could not be read.' } };
  }
  return { status: 500, body: { type: 'api_error', message: 'An unknown error occurred.' } };
}

export const requestId = () => newId('request');
