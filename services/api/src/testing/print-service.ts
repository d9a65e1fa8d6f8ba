import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { createTestDatabase } from '@easel/kernel/testing/database';
import type {} from '@easel/kernel/testing/provided-context';
import { inject } from 'vitest';
import type { PrintConfig } from '../orders/print.config.ts';
import type { PrintedOrder } from '../orders/seen-print.ts';

const KEY = 'a-key-of-prodigi';

/** An order as the stand-in has it, as far as tests look at it. */
export interface PrintServiceOrder {
  order: Pick<PrintedOrder, 'id' | 'status'> & {
    merchantReference: string;
    shippingMethod: string;
    idempotencyKey: string;
    callbackUrl: string;
    recipient: { name: string; phoneNumber: string | null; address: Record<string, string | null> };
    items: {
      merchantReference: string;
      sku: string;
      copies: number;
      attributes: object;
      recipientCost: object;
      assets: { url: string }[];
    }[];
  };
  step: number;
}

/** The stand-in print service as a process of its own, in which nothing happens unasked. */
export interface TestPrintService {
  /** For the product's configuration. */
  settings: Partial<PrintConfig>;
  control<T = unknown>(path: string, body?: object): Promise<T>;
  /** All orders that it has of a reference, the oldest first. */
  ordersOf(reference: string): Promise<PrintServiceOrder[]>;
  stop(): Promise<void>;
}

export async function startPrintService(): Promise<TestPrintService> {
  const database = await createTestDatabase();
  const [program = '', ...args] = inject('prodigiCommand');
  const child = spawn(program, args, {
    stdio: ['pipe', 'pipe', 'inherit'],
    env: {
      ...process.env,
      EASEL_EXIT_WITH_PARENT: '1',
      PRODIGI_STANDIN_DATABASE_URL: database.url,
      PRODIGI_STANDIN_PORT: '0',
      PRODIGI_STANDIN_KEY: KEY,
      PRODIGI_STANDIN_RETRY_FIRST_MS: '20',
      PRODIGI_STANDIN_LOG_LEVEL: 'error',
    },
  });
  const exited = once(child, 'exit');
  const [line] = (await Promise.race([
    once(createInterface({ input: child.stdout }), 'line'),
    exited.then(() => Promise.reject(new Error('the stand-in print service ended before it was ready'))),
  ])) as [string];
  const { port } = JSON.parse(line) as { port: number };
  const url = `http://127.0.0.1:${port}`;
  async function control<T>(path: string, body?: object): Promise<T> {
    const reply = await fetch(`${url}/_control/${path}`, {
      ...(body && { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    });
    const answer: unknown = await reply.json();
    if (!reply.ok) throw new Error(`${path}: ${reply.status} ${JSON.stringify(answer)}`);
    return answer as T;
  }
  return {
    settings: { PRINT_KEY: KEY, PRINT_URL: `${url}/v4.0` },
    control,
    ordersOf: async (reference) => {
      const { orders } = await control<{ orders: PrintServiceOrder[] }>('orders');
      return orders.filter(({ order }) => order.merchantReference === reference).toReversed();
    },
    stop: async () => {
      child.kill('SIGTERM');
      await exited;
      await database.drop();
    },
  };
}

/** The head of a PNG of so many pixels, which is all of a file that the stand-in looks at; and its hash. */
export function printFileOf(width: number, height: number): { bytes: Buffer; md5: string } {
  const bytes = Buffer.alloc(33);
  bytes.write('\x89PNG\r\n\x1a\n', 'latin1');
  bytes.writeUInt32BE(13, 8);
  bytes.write('IHDR', 12);
  bytes.writeUInt32BE(width, 16);
  bytes.writeUInt32BE(height, 20);
  return { bytes, md5: createHash('md5').update(bytes).digest('hex') };
}
