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
  ['an answer without end', 200, `{"outcome":"Ok","order":{"id":"ord_1"}}${' '.repeat(5 * 1024 * 1024)}`],
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

test('another order than was asked for, or one with endless parcels, is not taken for it', async () => {
  const answer = (id: string, shipments: object[]) => {
    reply = { status: 200, body: JSON.stringify({ outcome: 'Ok', order: { id, status: { stage: 'X' }, shipments } }) };
    return gateway.look('ord_1').catch((error: unknown) => error);
  };
  const parcels = (count: number) => Array.from({ length: count }, (_, n) => ({ id: `shp_${n}`, status: 'Shipped' }));
  expect(await answer('ord_1', parcels(200))).toMatchObject({ id: 'ord_1' });
  expect(await answer('ord_2', [])).toBeInstanceOf(PrintServiceAway);
  expect(await answer('ord_1', parcels(10_000))).toBeInstanceOf(PrintServiceAway);
});

test('an order that is not known there is undefined, and cancelled already', async () => {
  reply = { status: 404, body: JSON.stringify({ outcome: 'EntityNotFound' }) };
  expect(await gateway.look('ord_/1')).toBeUndefined();
  expect(seen.url).toBe('/v4.0/orders/ord_%2F1');
  expect(await gateway.cancel('ord_1')).toBe('cancelled');
});

test('an order is found by its key among all of its reference, page by page, and never created', async () => {
  const listed = (idempotencyKey: string, id: string) => ({ id, idempotencyKey });
  const answer = (body: object) => {
    reply = { status: 200, body: JSON.stringify({ outcome: 'Ok', ...body }) };
    return gateway.find('ORD-1 & more', 'mine:1');
  };
  expect(await answer({ orders: [listed('other:1', 'ord_2'), listed('mine:1', 'ord_1')], hasMore: true })).toBe(
    'ord_1',
  );
  expect(seen).toMatchObject({ method: 'GET', url: '/v4.0/orders?merchantReferences=ORD-1+%26+more&top=100&skip=0' });
  expect(await answer({ orders: [listed('other:1', 'ord_2')], hasMore: false })).toBeUndefined();
  expect(await answer({ orders: [], hasMore: true })).toBeUndefined();
  await expect(answer({ order: 'none' })).rejects.toBeInstanceOf(PrintServiceAway);
});
