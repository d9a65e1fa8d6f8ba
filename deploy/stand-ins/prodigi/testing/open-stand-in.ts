import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { createTestDatabase } from '@easel/kernel/testing/database';
import { startProdigiStandIn, type ProdigiStandIn } from '../server.ts';
import type { Order } from '../wire.ts';

export const KEY = 'a-key-of-prodigi';

export interface CloudEvent {
  type: string;
  id: string;
  subject: string;
  data: { order: Order };
}

/** Serves the files that orders fetch, and takes their callbacks. */
export interface Merchant {
  url: string;
  /** By path; what is not here is 404. */
  files: Record<string, Buffer>;
  events: CloudEvent[];
  /** Statuses for the next callbacks, then 200 again. */
  answers: number[];
  /** Resolves when so many callbacks have come. */
  count(number: number): Promise<void>;
  close(): Promise<void>;
}

/** The beginning of a PNG, which is all that is looked at. */
export function pngOf(width: number, height: number): Buffer {
  const head = Buffer.alloc(33);
  head.write('\x89PNG\r\n\x1a\n', 'latin1');
  head.writeUInt32BE(13, 8);
  head.write('IHDR', 12);
  head.writeUInt32BE(width, 16);
  head.writeUInt32BE(height, 20);
  return head;
}

export const md5Of = (bytes: Buffer): string => createHash('md5').update(bytes).digest('hex');

async function openMerchant(): Promise<Merchant> {
  const watchers = new Set<() => void>();
  const merchant: Merchant = {
    url: '',
    files: {},
    events: [],
    answers: [],
    async count(number) {
      while (merchant.events.length < number) await new Promise<void>((resolve) => watchers.add(resolve));
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  const server = createServer((request, response) => {
    const file = merchant.files[request.url ?? ''];
    if (request.method === 'GET') {
      response.writeHead(file ? 200 : 404).end(file);
      return;
    }
    void text(request).then((body) => {
      merchant.events.push(JSON.parse(body) as CloudEvent);
      response.writeHead(merchant.answers.shift() ?? 200).end();
      for (const wake of watchers) wake();
      watchers.clear();
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  merchant.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return merchant;
}

export interface OpenStandIn {
  databaseUrl: string;
  merchant: Merchant;
  /** A call of the API, with the key unless another is given. */
  call(method: string, path: string, body?: object, key?: string): Promise<{ status: number; body: Answer }>;
  control<T = unknown>(path: string, body?: object): Promise<T>;
  /** A valid body, of mugs whose file exists. */
  body(change?: object): Record<string, unknown>;
  restart(): Promise<void>;
  close(): Promise<void>;
}

/** The part of the API's answers that tests look at. */
export interface Answer {
  outcome: string;
  order: Order;
  orders: Order[];
  failures: Record<string, { code: string }[]>;
  traceParent: string;
}

export async function openStandIn(stepMs: number | null = null): Promise<OpenStandIn> {
  const database = await createTestDatabase();
  const merchant = await openMerchant();
  const start = (port: number) =>
    startProdigiStandIn({ databaseUrl: database.url, port, key: KEY, stepMs, retryFirstMs: 5 });
  let standIn: ProdigiStandIn = await start(0);
  const { url, port } = standIn;
  const mug = pngOf(8.5 * 300, 3.5 * 300);
  merchant.files['/mug.png'] = mug;
  return {
    databaseUrl: database.url,
    merchant,
    async call(method, path, body, key = KEY) {
      const reply = await fetch(`${url}/v4.0${path}`, {
        method,
        headers: { 'x-api-key': key, ...(body && { 'content-type': 'application/json' }) },
        ...(body && { body: JSON.stringify(body) }),
      });
      return { status: reply.status, body: (await reply.json()) as Answer };
    },
    async control<T>(path: string, body?: object) {
      const reply = await fetch(`${url}/_control/${path}`, {
        ...(body && { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
      });
      const answer: unknown = await reply.json();
      if (!reply.ok) throw new Error(`${reply.status} ${JSON.stringify(answer)}`);
      return answer as T;
    },
    body: (change = {}) => ({
      merchantReference: 'ORD-1',
      shippingMethod: 'Standard',
      callbackUrl: `${merchant.url}/changed`,
      recipient: {
        name: 'Ada Byron',
        address: { line1: '1 St James Sq', townOrCity: 'London', postalOrZipCode: 'SW1Y 4LB', countryCode: 'GB' },
      },
      items: ['first', 'second'].map((merchantReference) => ({
        merchantReference,
        sku: 'GLOBAL-MUG-11OZ',
        copies: 2,
        sizing: 'fillPrintArea',
        assets: [{ printArea: 'default', url: `${merchant.url}/mug.png`, md5Hash: md5Of(mug) }],
      })),
      ...change,
    }),
    async restart() {
      await standIn.close();
      standIn = await start(port);
    },
    async close() {
      await standIn.close();
      await merchant.close();
      await database.drop();
    },
  };
}
