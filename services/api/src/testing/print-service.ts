import { createHash } from 'node:crypto';
import type {} from '@easel/kernel/testing/provided-context';
import { inject } from 'vitest';
import type { PrintConfig } from '../orders/print.config.ts';
import type { PrintedOrder } from '../orders/seen-print.ts';
import { startStandIn } from './stand-in-process.ts';

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
  const { url, control, stop } = await startStandIn(inject('prodigiCommand'), 'PRODIGI_STANDIN', {
    KEY,
    RETRY_FIRST_MS: '20',
  });
  return {
    settings: { PRINT_KEY: KEY, PRINT_URL: `${url}/v4.0` },
    control,
    ordersOf: async (reference) => {
      const { orders } = await control<{ orders: PrintServiceOrder[] }>('orders');
      return orders.filter(({ order }) => order.merchantReference === reference).toReversed();
    },
    stop,
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
