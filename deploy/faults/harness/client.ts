import { randomUUID } from 'node:crypto';
import { headersOf } from '@easel/contracts/kernel/client/client';
import type { Product } from './product.ts';
import { until } from './until.ts';

export interface Call {
  /** A file, else what is sent as JSON. */
  body?: unknown;
  token?: string;
  /** Of idempotency: the same for every repeat of the call. */
  key?: string;
  headers?: Record<string, string>;
  timeoutMs?: number;
}

export interface Reply {
  status: number;
  /** Undefined where it is no JSON. */
  body: unknown;
  headers: Headers;
}

/** Where a call is given up: a product that is away longer than this is no fault that heals. */
const PATIENCE_MS = 180_000;
const CALL_TIMEOUT_MS = 30_000;

/** Talks to a product as its pages do. */
export class HttpClient {
  /** Calls that had to be sent again. */
  repeats = 0;
  /** Calls that were answered for good. */
  answers = 0;

  constructor(private readonly product: Pick<Product, 'address' | 'ready'>) {}

  /** One attempt; rejects where no reply arrives. */
  async once(method: string, path: string, call: Call = {}): Promise<Reply> {
    const { token = null, key, headers = {} } = call;
    const body = call.body === undefined || call.body instanceof Blob ? call.body : JSON.stringify(call.body);
    const response = await fetch(this.product.address + path, {
      method,
      headers: headersOf({
        bearer: token,
        headers,
        ...(body !== undefined && { body }),
        ...(key !== undefined && { idempotencyKey: key }),
      }),
      redirect: 'manual',
      signal: AbortSignal.timeout(call.timeoutMs ?? CALL_TIMEOUT_MS),
      ...(body !== undefined && { body }),
    });
    const isJson = response.headers.get('content-type')?.includes('json');
    const text = await response.text();
    return { status: response.status, body: isJson ? JSON.parse(text) : undefined, headers: response.headers };
  }

  /** The same call under the same key until it is answered: over crashes, closed connections and 503. */
  async call(method: string, path: string, call: Call = {}): Promise<Reply> {
    const keyed = method === 'GET' ? call : { ...call, key: call.key ?? randomUUID() };
    const deadline = performance.now() + PATIENCE_MS;
    for (;;) {
      const reply = await this.once(method, path, keyed).catch((error: unknown) => error);
      if (isReply(reply) && reply.status !== 503) {
        this.answers += 1;
        return reply;
      }
      if (performance.now() > deadline) throw new Error(`${method} ${path} was never answered`, { cause: reply });
      this.repeats += 1;
      await this.product.ready();
    }
  }

  /** The bytes behind a path, with what came with them. */
  async bytes(
    path: string,
    { token }: { token?: string } = {},
  ): Promise<{ status: number; bytes: Buffer; headers: Headers }> {
    const response = await fetch(this.product.address + path, {
      headers: headersOf({ bearer: token ?? null }),
      signal: AbortSignal.timeout(CALL_TIMEOUT_MS),
    });
    return { status: response.status, bytes: Buffer.from(await response.arrayBuffer()), headers: response.headers };
  }

  /** Repeats a reading call until its reply is as wanted. */
  async eventually<T>(path: string, call: Call, wanted: (reply: Reply) => T | undefined): Promise<T> {
    let last: Reply | undefined;
    return until(
      async () => {
        last = await this.call('GET', path, call);
        return wanted(last);
      },
      { why: () => `(GET ${path}, the last reply ${last?.status} ${JSON.stringify(last?.body)?.slice(0, 500)})` },
    );
  }
}

const isReply = (value: unknown): value is Reply => typeof value === 'object' && value !== null && 'status' in value;
