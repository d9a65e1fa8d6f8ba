import type * as z from 'zod/mini';
import type { Route } from '../http.ts';
import type { Problem } from '../problem.ts';

type ReplyOf<R extends Route> = R extends { reply: infer S extends z.ZodMiniType } ? z.input<S> : unknown;

export interface Call {
  readonly method: string;
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  /** A file as it was sent, else JSON. */
  readonly body: unknown;
  readonly headers: Headers;
}

type Answer = (call: Call) => Response | Promise<Response>;

/** Answers what a screen asks for, in the shapes of the contract, at the place of `fetch`. */
export class FakeServer {
  /** What was asked, in its order. */
  readonly calls: Call[] = [];
  /** What nobody had an answer for. */
  readonly unknown: string[] = [];
  private readonly answers: { route: Route; pattern: URLPattern; answer: Answer }[] = [];

  /** A later answer to a route takes the place of an earlier one. */
  reply<R extends Route>(
    route: R,
    reply: ReplyOf<R> | ((call: Call) => ReplyOf<R>),
    headers: Record<string, string> = {},
  ): this {
    const text = (call: Call) => (typeof reply === 'function' ? (reply as (call: Call) => ReplyOf<R>)(call) : reply);
    return this.on(route, (call) => Response.json(text(call), { headers }));
  }

  /** Refuses as the server would: with the text of the problem, or of the fields. */
  refuse(
    route: Route,
    problem: Problem,
    errors: readonly { path: string; message: string }[] = [],
    extra: Readonly<Record<string, unknown>> = {},
  ): this {
    const { status, code, message } = problem;
    const body = { success: false, message, code, errors, ...extra, requestId: 'r' };
    return this.on(route, () => Response.json(body, { status }));
  }

  /** Nobody knows whether the call arrives. */
  breakOff(route: Route): this {
    return this.on(route, () => Promise.reject(new TypeError('fetch failed')));
  }

  /** Leaves the call unanswered. */
  hold(route: Route): this {
    return this.on(route, () => new Promise(() => {}));
  }

  /** What was sent to this route. */
  callsOf(route: Route): Call[] {
    return this.calls.filter(
      ({ method, path }) => method === route.method && patternOf(route).test({ pathname: path }),
    );
  }

  readonly fetch = async (input: string | URL | Request, init: RequestInit = {}): Promise<Response> => {
    const request = input instanceof Request ? input : undefined;
    const url = new URL(input instanceof Request ? input.url : input, 'http://localhost');
    const text = request ? await request.clone().text() : typeof init.body === 'string' ? init.body : '';
    const call: Call = {
      method: init.method ?? request?.method ?? 'GET',
      path: url.pathname,
      query: Object.fromEntries(url.searchParams),
      body: init.body instanceof Blob ? init.body : text === '' ? undefined : JSON.parse(text),
      headers: new Headers(init.headers ?? request?.headers),
    };
    this.calls.push(call);
    const found = this.answers.findLast(
      ({ route, pattern }) => route.method === call.method && pattern.test({ pathname: call.path }),
    );
    if (found) return found.answer(call);
    this.unknown.push(`${call.method} ${call.path}`);
    throw new TypeError(`nobody answers ${call.method} ${call.path}`);
  };

  private on(route: Route, answer: Answer): this {
    this.answers.push({ route, pattern: patternOf(route), answer });
    return this;
  }
}

const patternOf = ({ path }: Route): URLPattern => new URLPattern({ pathname: path });
