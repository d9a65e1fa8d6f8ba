import { IDEMPOTENCY_HEADER, POSITION_HEADER, STALE_HEADER, type Route } from '@easel/contracts/kernel/http';
import { problems } from '@easel/contracts/kernel/problem';
import * as z from 'zod/mini';
import { fileNameOf } from './content-disposition.ts';
import { knownPositions } from './positions.ts';
import { token } from './token.ts';

const TIMEOUT_MS = 30_000;
const GENERATION_TIMEOUT_MS = 180_000;

/** Why a call failed. `http`: the server refused; `network` and `timeout`: nobody knows whether it arrived. */
export type FailureKind = 'http' | 'network' | 'timeout' | 'malformed';

export interface FieldProblem {
  path: string;
  message: string;
}

/** A failed call; `message` is fit to be shown. */
export class ApiError extends Error {
  readonly kind: FailureKind;
  /** 0 where no answer came. */
  readonly status: number;
  readonly code: string;
  readonly fields: readonly FieldProblem[];
  /** The whole of the refusal, for what it says beside its text; to be read by a schema. */
  readonly body: unknown;

  constructor(
    kind: FailureKind,
    message: string,
    answer: { status?: number; code?: string; fields?: readonly FieldProblem[]; body?: unknown } = {},
  ) {
    super(message);
    this.name = 'ApiError';
    this.kind = kind;
    this.status = answer.status ?? 0;
    this.code = answer.code ?? '';
    this.fields = answer.fields ?? [];
    this.body = answer.body;
  }
}

type Sent<T> = T extends z.ZodMiniType ? z.input<T> : never;

/** What a route takes; JSON values, as they stand before the server reads them. */
export type CallInput<R extends Route> = (R extends { params: infer P } ? { params: Sent<P> } : unknown) &
  (R extends { query: infer Q } ? { query?: Partial<Sent<Q>> } : unknown) &
  (R extends { body: infer B } ? { body: Sent<B> } : unknown);

export type Reply<R extends Route> = R extends { reply: infer S extends z.ZodMiniType } ? z.output<S> : undefined;

export interface CallOptions {
  signal?: AbortSignal;
  /** One for each wish of the member, the same for its repeats; routes marked idempotent get a fresh one where none is given. */
  idempotencyKey?: string;
  /** Answer as soon as the work is accepted. */
  respondAsync?: boolean;
  /** Called where the reply may be older than this browser's own writes. */
  onStale?: () => void;
}

type Scalar = string | number | boolean | null | undefined;

interface Parts {
  params?: Readonly<Record<string, Scalar>>;
  query?: Readonly<Record<string, Scalar>>;
  body?: unknown;
}

/** Calls a route and parses its reply by the contract; throws an `ApiError`, or the signal's reason when the caller gave up. */
export async function call<R extends Route>(
  route: R,
  input: CallInput<R>,
  options: CallOptions = {},
): Promise<Reply<R>> {
  return exchange(route, input as Parts, options, async (response) => {
    const body: unknown = route.reply ? await response.json() : undefined;
    const parsed = route.reply ? z.safeParse(route.reply, body) : { success: true as const, data: undefined };
    if (!parsed.success) throw new ApiError('malformed', problems.unexpected.message, { status: response.status });
    return parsed.data as Reply<R>;
  });
}

export interface DownloadedFile {
  blob: Blob;
  /** As the server proposes it. */
  fileName: string | undefined;
}

/** Calls a route that answers with a file. */
export async function download<R extends Route>(
  route: R,
  input: CallInput<R>,
  options: CallOptions = {},
): Promise<DownloadedFile> {
  return exchange(route, input as Parts, options, async (response) => ({
    blob: await response.blob(),
    fileName: fileNameOf(response.headers.get('content-disposition')),
  }));
}

async function exchange<T>(
  route: Route,
  input: Parts,
  options: CallOptions,
  read: (response: Response) => Promise<T>,
): Promise<T> {
  const bearer = token.get();
  if (!bearer && route.access !== 'anyone') throw new ApiError('http', 'No authentication token', { status: 401 });

  const address = addressOf(route, input);
  const timeout = AbortSignal.timeout(address.includes('/generation/generate') ? GENERATION_TIMEOUT_MS : TIMEOUT_MS);
  const signal = options.signal ? AbortSignal.any([options.signal, timeout]) : timeout;
  try {
    const response = await fetch(address, {
      method: route.method,
      headers: headersOf(route, input, options, bearer),
      signal,
      ...(input.body === undefined ? {} : { body: JSON.stringify(input.body) }),
    });
    knownPositions.note(response.headers.get(POSITION_HEADER));
    if (!response.ok) throw await refusal(response, route, bearer);
    if (response.headers.get(STALE_HEADER) === 'true') options.onStale?.();
    return await read(response);
  } catch (error) {
    if (error instanceof ApiError) throw error;
    if (timeout.aborted) throw new ApiError('timeout', 'Request timed out. Please try again.');
    if (signal.aborted) throw error;
    if (error instanceof SyntaxError) throw new ApiError('malformed', problems.unexpected.message);
    throw new ApiError('network', 'Network error. Please check your connection and try again.');
  }
}

function headersOf(route: Route, input: Parts, options: CallOptions, bearer: string | null): Headers {
  const headers = new Headers({ accept: 'application/json' });
  const set = (name: string, value: string | null | undefined | false) => value && headers.set(name, value);
  set('authorization', bearer && `Bearer ${bearer}`);
  set('content-type', input.body !== undefined && 'application/json');
  set(POSITION_HEADER, knownPositions.header());
  set(IDEMPOTENCY_HEADER, options.idempotencyKey ?? (route.idempotent && crypto.randomUUID()));
  set('prefer', options.respondAsync && 'respond-async');
  return headers;
}

/** The route's path with its parameters filled in, and the query without what is absent or empty. */
export function addressOf(route: Route, input: { params?: Parts['params']; query?: Parts['query'] }): string {
  const path = route.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(input.params?.[name])));
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(input.query ?? {})) {
    if (value !== undefined && value !== null && value !== '') query.set(name, String(value));
  }
  return query.size > 0 ? `${path}?${query}` : path;
}

const problemReply = z.object({
  message: z.optional(z.string()),
  code: z.optional(z.string()),
  errors: z.optional(z.array(z.object({ path: z.string(), message: z.string() }))),
});

async function refusal(response: Response, route: Route, bearer: string | null): Promise<ApiError> {
  const body: unknown = await response.json().catch(() => ({}));
  const problem = z.safeParse(problemReply, body).data ?? {};
  // A wrong password is a 401 too, but ends no session; nor does the late answer to a token that was replaced meanwhile.
  if (response.status === 401 && route.access !== 'anyone' && bearer === token.get()) token.clear('expired');
  return new ApiError('http', problem.message ?? `HTTP error! status: ${response.status}`, {
    status: response.status,
    code: problem.code ?? '',
    fields: problem.errors ?? [],
    body,
  });
}

/** The server's own words where it gave some, else the text given. */
export const messageOf = (error: unknown, otherwise: string): string =>
  error instanceof ApiError && error.message ? error.message : otherwise;
