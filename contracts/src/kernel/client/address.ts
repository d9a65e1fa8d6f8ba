import type * as z from 'zod/mini';
import type { Route } from '../http.ts';

type Sent<T> = T extends z.ZodMiniType ? z.input<T> : never;

/** What a route takes; JSON values, as they stand before the server reads them. */
export type CallInput<R extends Route> = (R extends { params: infer P } ? { params: Sent<P> } : unknown) &
  (R extends { query: infer Q } ? { query?: Partial<Sent<Q>> } : unknown) &
  (R extends { body: infer B } ? { body: Sent<B> } : unknown) &
  (R extends { file: true } ? { body: Blob } : unknown);

/** What a route answers with, read by its contract; undefined where that is no JSON. */
export type Reply<R extends Route> = R extends { reply: infer S extends z.ZodMiniType } ? z.output<S> : undefined;

type Scalar = string | number | boolean | null | undefined;

/** The input of any route. */
export interface Parts {
  params?: Readonly<Record<string, Scalar>>;
  query?: Readonly<Record<string, Scalar>>;
  body?: unknown;
}

/** Fills in the parameters of a route's path, and adds the query without what is absent or empty. */
export function addressOf({ path }: Route, { params, query }: Omit<Parts, 'body'>): string {
  const filled = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params?.[name])));
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query ?? {})) {
    if (value !== undefined && value !== null && value !== '') search.set(name, String(value));
  }
  return search.size > 0 ? `${filled}?${search.toString()}` : filled;
}
