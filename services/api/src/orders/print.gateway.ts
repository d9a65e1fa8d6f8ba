import { timeLimit } from '@easel/kernel/server/backoff';
import { Inject, Injectable } from '@nestjs/common';
import { z } from 'zod';
import { PRINT_SETTINGS, type PrintConfig } from './print.config.ts';
import type { PrintOrder } from './print-order.ts';
import { printedOrder, type PrintedOrder } from './seen-print.ts';

const TIMEOUT_MS = 20_000;
/** Many times what an order with the most items and parcels needs. */
const ANSWER_BYTES = 4 * 1024 * 1024;

/** Orders in one answer of a search; the print service's most. */
const SEARCH_PAGE = 100;

/** The print service did not answer, or cannot do so now. The call can be retried. */
export class PrintServiceAway extends Error {
  override readonly name = 'PrintServiceAway';
}

/** The print service refuses for good. `message` is a sentence for support. */
export class PrintRefused extends Error {
  override readonly name = 'PrintRefused';

  constructor(
    message: string,
    readonly status: number,
  ) {
    super(message);
  }
}

/** A wrong key or too many calls are temporary: the order waits. */
const TEMPORARY: ReadonlySet<number> = new Set([401, 402, 403, 407, 408, 425, 429]);

const created = z.object({ outcome: z.string(), order: z.object({ id: z.string().min(1).max(100) }) });
const looked = z.object({ outcome: z.string(), order: printedOrder });
/** Of an order in a list. */
const listed = z.object({
  outcome: z.string(),
  orders: z.array(z.object({ id: z.string().min(1).max(100), idempotencyKey: z.string().nullish() })).max(SEARCH_PAGE),
  hasMore: z.boolean().nullish(),
});
const acted = z.object({ outcome: z.string() });

/** The shape of a refusal by the print service itself; a proxy before it answers in another one. */
const refusal = z
  .object({
    outcome: z.string().optional(),
    statusCode: z.number().optional(),
    failures: z.record(z.string(), z.unknown()).nullish(),
    traceParent: z.string().optional(),
  })
  .refine(({ outcome, statusCode, traceParent }) => outcome ?? statusCode ?? traceParent);

/** Calls the print service. Every call throws PrintServiceAway or PrintRefused. */
@Injectable()
export class PrintGateway {
  constructor(@Inject(PRINT_SETTINGS) private readonly settings: PrintConfig) {}

  /** Returns its id there. The same idempotency key again returns the same order. */
  async create(order: PrintOrder): Promise<string> {
    return (await this.ask(created, 'POST', '/orders', order)).order.id;
  }

  /** Undefined where it is not known there. */
  async look(id: string): Promise<PrintedOrder | undefined> {
    try {
      const { order } = await this.ask(looked, 'GET', `/orders/${encodeURIComponent(id)}`);
      if (order.id !== id) throw new PrintServiceAway('the print service answered with another order');
      return order;
    } catch (error) {
      if (error instanceof PrintRefused && error.status === 404) return undefined;
      throw error;
    }
  }

  /** Returns the id of the order that was created with a key; undefined where there is none. Creates nothing. */
  async find(reference: string, key: string): Promise<string | undefined> {
    for (let skip = 0; ; skip += SEARCH_PAGE) {
      const query = new URLSearchParams({ merchantReferences: reference, top: `${SEARCH_PAGE}`, skip: `${skip}` });
      const { orders, hasMore } = await this.ask(listed, 'GET', `/orders?${query.toString()}`);
      // A reference is the browser's: orders of others may have the same one.
      const found = orders.find(({ idempotencyKey }) => idempotencyKey === key);
      if (found || !hasMore || orders.length === 0) return found?.id;
    }
  }

  /** A repeat gets the same answer. */
  async cancel(id: string): Promise<'cancelled' | 'too-late'> {
    // What was cancelled before cannot be cancelled again.
    if ((await this.stageOf(id)) === 'cancelled') return 'cancelled';
    const { outcome } = await this.ask(acted, 'POST', `/orders/${encodeURIComponent(id)}/actions/cancel`);
    return outcome.toLowerCase() === 'cancelled' ? 'cancelled' : 'too-late';
  }

  /** An order that the print service does not know is not printed there. */
  private async stageOf(id: string): Promise<string> {
    return (await this.look(id))?.status.stage.toLowerCase() ?? 'cancelled';
  }

  private async ask<Answer>(
    shape: z.ZodType<Answer>,
    method: 'GET' | 'POST',
    path: string,
    body?: object,
  ): Promise<Answer> {
    const { status, said } = await this.call(method, path, body);
    if (status >= 200 && status < 300) {
      const answer = shape.safeParse(said);
      if (answer.success) return answer.data;
      throw new PrintServiceAway(`the print service answered ${status} with something else than an order`);
    }
    const refused = refusal.safeParse(said);
    if (status >= 400 && status < 500 && !TEMPORARY.has(status) && refused.success) {
      throw new PrintRefused(sentenceOf(refused.data), status);
    }
    throw new PrintServiceAway(`the print service answered ${status}`);
  }

  private async call(method: string, path: string, body?: object): Promise<{ status: number; said: unknown }> {
    const { PRINT_KEY: key, PRINT_URL: url } = this.settings;
    if (key === undefined) throw new PrintServiceAway('no print service is set up: PRINT_KEY is not set');
    try {
      const reply = await fetch(url.replace(/\/+$/, '') + path, {
        method,
        headers: { 'x-api-key': key, ...(body && { 'content-type': 'application/json' }) },
        ...(body && { body: JSON.stringify(body) }),
        redirect: 'error',
        signal: timeLimit(TIMEOUT_MS),
      });
      return { status: reply.status, said: parsed(await boundedText(reply)) };
    } catch (cause) {
      throw new PrintServiceAway('the print service did not answer', { cause });
    }
  }
}

/** Reads an answer up to ANSWER_BYTES; rejects a longer one. */
async function boundedText({ body }: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of (body ?? []) as AsyncIterable<Uint8Array>) {
    bytes += chunk.byteLength;
    if (bytes > ANSWER_BYTES) throw new RangeError(`the print service answered with more than ${ANSWER_BYTES} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/** Names the fields that it does not take, and no value of them: those are of people. */
function sentenceOf({ failures, traceParent }: z.output<typeof refusal>): string {
  const fields = Object.keys(failures ?? {}).filter((name) => /^[\w.[\]]{1,80}$/.test(name));
  const trace = /^[\w-]{1,80}$/.test(traceParent ?? '') ? ` Its number for this is ${traceParent}.` : '';
  const named = fields.slice(0, 5).join(', ');
  return `The print service does not take this order${named && `: ${named}`}.${trace}`;
}
