import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Logger } from 'pino';
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

/** A request as it came, over whatever it came. */
export interface ApiRequest {
  /** `req_…` */
  id: string;
  method: string;
  /** Path and query. */
  url: string;
  /** Their names in lower case. */
  headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  /** A form. */
  body: string;
}

export interface ApiReply {
  status: number;
  headers: Record<string, string>;
  /** JSON. */
  body: string;
}

interface Answer {
  status: number;
  body: string;
  replayed: boolean;
}

interface Found {
  endpoint: Endpoint<z.ZodObject>;
  /** What stands in its path; empty where that has none. */
  id: string;
}

const MAX_KEY_LENGTH = 255;

/** Answers the endpoints' requests under the rules that all of Stripe's have. */
export class Api {
  readonly #endpoints: readonly { endpoint: Endpoint<z.ZodObject>; path: RegExp }[];
  readonly #store: Store;
  readonly #secretKey: string;
  readonly #logger: Logger;

  constructor(
    endpoints: readonly Endpoint<z.ZodObject>[],
    { store, secretKey, logger }: { store: Store; secretKey: string; logger: Logger },
  ) {
    this.#endpoints = endpoints.map((one) => ({
      endpoint: one,
      path: new RegExp(`^${one.path.replace(':id', '([^/]+)')}$`),
    }));
    this.#store = store;
    this.#secretKey = secretKey;
    this.#logger = logger;
  }

  /** Answers every request; it throws nothing. */
  async answer(request: ApiRequest): Promise<ApiReply> {
    const headers: Record<string, string> = { 'content-type': 'application/json', 'request-id': request.id };
    try {
      headers['stripe-version'] = versionOf(request);
      requireKey(request.headers['authorization'], this.#secretKey);
      const { status, body, replayed } = await this.#perform(request);
      if (replayed) headers['idempotent-replayed'] = 'true';
      return { status, headers, body };
    } catch (error) {
      return { ...this.problem(error), headers };
    }
  }

  /** What is answered to a request that failed. */
  problem(error: unknown): { status: number; body: string } {
    const { status, body } = problemOf(error);
    if (status >= 500) this.#logger.error({ err: error }, 'a request failed');
    return { status, body: JSON.stringify({ error: body }) };
  }

  #perform(request: ApiRequest): Promise<Answer> {
    const found = this.#find(request);
    const form = Object.assign(parseForm(new URL(request.url, 'http://localhost').search), parseForm(request.body));
    return found.endpoint.method === 'GET' ? this.#view(found, form) : this.#act(found, request, form);
  }

  #find({ method, url }: ApiRequest): Found {
    const path = pathOf(url);
    for (const { endpoint: one, path: pattern } of this.#endpoints) {
      const match = one.method === method ? pattern.exec(path) : null;
      if (match) return { endpoint: one, id: decoded(match[1] ?? '') };
    }
    throw new Refusal(404, {
      type: 'invalid_request_error',
      message: `Unrecognized request URL (${method}: ${path.slice(0, 200)}).`,
    });
  }

  #view({ endpoint: one, id }: Found, form: Form): Promise<Answer> {
    const params = read(one.shape, form);
    const paths = readExpand(form);
    return this.#store.read(async (books) => ({
      status: 200,
      body: JSON.stringify(await expand(books, await one.run(books, params, id), paths)),
      replayed: false,
    }));
  }

  /** What it changes and the reply to be repeated for its key are kept together, or not at all. */
  #act({ endpoint: one, id }: Found, request: ApiRequest, form: Form): Promise<Answer> {
    const key = keyOf(request);
    const params = read(one.shape, form);
    const paths = readExpand(form);
    const fingerprint = createHmac('sha256', this.#secretKey)
      .update(JSON.stringify([request.method, pathOf(request.url), withoutCards(form)]))
      .digest();
    return this.#store.change({ requestId: request.id, idempotencyKey: key }, async (books) => {
      const earlier = key === null ? undefined : await earlierReply(books, key, fingerprint);
      if (earlier) return { ...earlier, replayed: true };
      const result = await one.run(books, params, id);
      const failed = result instanceof Failed;
      const status = failed ? result.status : 200;
      const body = JSON.stringify(failed ? { error: result.error } : await expand(books, result, paths));
      if (key !== null) await books.records.replies.add(key, { fingerprint, status, body }, books.nowMs);
      return { status, body, replayed: false };
    });
  }
}

const pathOf = (url: string): string => url.split('?')[0] ?? '';

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    throw invalid('The request could not be read.');
  }
}

function versionOf({ headers }: ApiRequest): string {
  const version = headers['stripe-version'] ?? API_VERSION;
  if (typeof version !== 'string' || !/^\d{4}-\d{2}-\d{2}(\.[a-z_]+)?$/.test(version)) {
    throw invalid('Invalid Stripe API version.');
  }
  return version;
}

function keyOf({ method, headers }: ApiRequest): string | null {
  const key = headers['idempotency-key'];
  if (method !== 'POST' || key === undefined || key === '') return null;
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

function requireKey(header: ApiRequest['headers'][string], secretKey: string): void {
  const [, given] = /^Bearer (\S+)$/.exec(typeof header === 'string' ? header : '') ?? [];
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
