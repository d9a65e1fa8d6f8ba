import { IDEMPOTENCY_HEADER, type Route } from '@easel/contracts/kernel/http';
import { problems } from '@easel/contracts/kernel/problem';
import { HttpError } from 'react-admin';
import * as z from 'zod/mini';
import { http } from './http.ts';

type Sent<T> = T extends z.ZodMiniType ? z.input<T> : never;

/** What a route takes; JSON values, as they stand before the server reads them. */
export type CallInput<R extends Route> = (R extends { params: infer P } ? { params: Sent<P> } : unknown) &
  (R extends { query: infer Q } ? { query?: Partial<Sent<Q>> } : unknown) &
  (R extends { body: infer B } ? { body: Sent<B> } : unknown);

export type Reply<R extends Route> = R extends { reply: infer S extends z.ZodMiniType } ? z.output<S> : undefined;

interface Parts {
  params?: Readonly<Record<string, unknown>>;
  query?: Readonly<Record<string, unknown>>;
  body?: unknown;
}

export interface CallOptions {
  signal?: AbortSignal;
  /** One for each wish of the operator, the same for its repeats. */
  idempotencyKey?: string;
}

/** Calls a route of the contract and parses its reply by it. Throws `HttpError`. */
export async function call<R extends Route>(
  route: R,
  input: CallInput<R>,
  { signal, idempotencyKey }: CallOptions = {},
): Promise<Reply<R>> {
  const { body } = input as Parts;
  const answer = await http(addressOf(route, input), {
    method: route.method,
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    ...(signal && { signal }),
    ...(idempotencyKey !== undefined && { headers: { [IDEMPOTENCY_HEADER]: idempotencyKey } }),
  });
  if (!route.reply) return undefined as Reply<R>;
  const parsed = z.safeParse(route.reply, answer.json);
  if (!parsed.success) throw new HttpError(problems.unexpected.message, answer.status);
  return parsed.data as Reply<R>;
}

/** The route's path with its parameters filled in, and the query without what is absent. */
export function addressOf(route: Route, input: unknown): string {
  const { params, query } = input as Parts;
  const path = route.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params?.[name])));
  const given = Object.entries(query ?? {}).filter(
    ([, value]) => value !== undefined && value !== null && value !== '',
  );
  const search = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString();
  return search === '' ? path : `${path}?${search}`;
}
