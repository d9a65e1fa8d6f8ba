import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { printConfig } from './print.config.ts';
import { PrintGateway, PrintRefused, PrintServiceAway } from './print.gateway.ts';
import { printOrderOf } from './print-order.ts';

let server: Server;
let gateway: PrintGateway;
let reply: { status: number; body: string };
let seen: { method: string | undefined; url: string | undefined; key: unknown };

beforeAll(async () => {
  server = createServer((request, response) => {
    seen = { method: request.method, url: request.url, key: request.headers['x-api-key'] };
    request.resume().on('end', () => {
      response.writeHead(reply.status, { 'content-type': 'application/json', location: '/elsewhere' }).end(reply.body);
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const PRINT_URL = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v4.0/`;
  gateway = new PrintGateway(printConfig.parse({ PRINT_KEY: 'a-key-of-prodigi', PRINT_URL }));
});
afterAll(() => server.close());

const order = printOrderOf({
  reference: 'ORD-1',
  key: 'key',
  callbackUrl: 'https://easel.example/changed',
  deliveryMethod: 'standard',
  recipient: {
    name: 'Ada Byron',
    email: 'ada@example.org',
    phone: '',
    address: { street: '1 St James Sq', city: 'London', state: '', zipCode: 'SW1Y 4LB', country: 'United Kingdom' },
  },
  items: [],
});
const create = (status: number, body: unknown) => {
  reply = { status, body: typeof body === 'string' ? body : JSON.stringify(body) };
  return gateway.create(order).catch((error: unknown) => error);
};

test('an order is created with the key, and one that exists already is the same', async () => {
  for (const outcome of ['Created', 'CreatedWithIssues', 'OnHold', 'AlreadyExists']) {
    expect(await create(200, { outcome, order: { id: 'ord_1' } })).toBe('ord_1');
  }
  expect(seen).toEqual({ method: 'POST', url: '/v4.0/orders', key: 'a-key-of-prodigi' });
});

test.each([
  [
    400,
    { outcome: 'ValidationFailed', failures: { 'recipient.name': [{ providedValue: 'Ada' }] }, traceParent: '00-1' },
  ],
  [404, { statusText: 'Not found', statusCode: 404, data: {}, traceParent: '00-1' }],
])('a refusal with %s is for support, and names fields without their values', async (status, body) => {
  const refused = (await create(status, body)) as PrintRefused;
  expect(refused).toBeInstanceOf(PrintRefused);
  expect(refused.message).toMatch(/^The print service does not take this order.* Its number for this is 00-1\.$/);
  expect(refused.message).not.toContain('Ada');
});

test.each([
  ['a wrong key', 401, { statusText: 'Unauthorised', statusCode: 401 }],
  ['too many calls', 429, { statusText: 'Too many', statusCode: 429 }],
  ['a fault of its own', 500, { outcome: 'InternalServerError' }],
  ['a proxy that refuses', 404, { message: 'no healthy upstream' }],
  ['a page', 200, '<html>'],
  ['something else than an order', 200, { outcome: 'Ok' }],
  ['a redirection', 302, ''],
])('%s is tried again later', async (_, status, body) => {
  expect(await create(status, body)).toBeInstanceOf(PrintServiceAway);
});

test('without a key, or where nothing answers, it is away', async () => {
  const nowhere = new PrintGateway(
    printConfig.parse({ PRINT_KEY: 'a-key-of-prodigi', PRINT_URL: 'http://127.0.0.1:1' }),
  );
  await expect(nowhere.look('ord_1')).rejects.toBeInstanceOf(PrintServiceAway);
  await expect(new PrintGateway(printConfig.parse({})).look('ord_1')).rejects.toBeInstanceOf(PrintServiceAway);
});

test('an order that is not known there is undefined, and cancelled already', async () => {
  reply = { status: 404, body: JSON.stringify({ outcome: 'EntityNotFound' }) };
  expect(await gateway.look('ord_/1')).toBeUndefined();
  expect(seen.url).toBe('/v4.0/orders/ord_%2F1');
  expect(await gateway.cancel('ord_1')).toBe('cancelled');
});
