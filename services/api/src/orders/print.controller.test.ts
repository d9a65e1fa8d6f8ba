import { randomUUID } from 'node:crypto';
import { printHttp } from '@easel/contracts/orders/print.http';
import supertest from 'supertest';
import { describe, expect, test } from 'vitest';
import { PrintTokens } from './print-tokens.ts';
import {
  prints,
  server,
  withPrintShop,
  mug,
  send,
  paid,
  typesOf,
  until,
  printOrderOf,
  ship,
  tokenIn,
  SENT,
} from './testing/print-shop.ts';

withPrintShop();

describe('callbacks', () => {
  test('change nothing twice where they are repeated, out of order or simultaneous', async () => {
    await prints.control('settings', { hold: true, times: 3, shipments: 2 });
    const order = await paid([mug(), mug()]);
    await until(order, 'OrderSentToPrint');
    await ship(order);
    for (const how of [{ shuffle: 5, together: true }, { shuffle: 7 }]) {
      const { delivered } = await prints.control<{ delivered: { status: number }[] }>('release', how);
      expect(delivered.filter(({ status }) => status !== 200)).toEqual([]);
    }
    await until(order, 'OrderParcelShipped', 2);
    const types = await typesOf(order);
    expect(types.filter((type) => type === 'OrderStatusChanged')).toHaveLength(2);
    expect(types.filter((type) => type === 'OrderPrintCharged')).toHaveLength(1);
  });

  test('that are forged change nothing, and are answered with 404 without a valid token', async () => {
    const order = await paid();
    await until(order, 'OrderSentToPrint');
    const { id, callbackUrl } = await printOrderOf(order);
    expect(await prints.control(`orders/${id}/forge`, {})).toEqual({ status: 200 });
    expect(await typesOf(order)).toEqual(SENT);
    const token = tokenIn(callbackUrl);
    const tokens = server.app.get(PrintTokens, { strict: false });
    const call = (given: string) => supertest(server.http).post(printHttp.changed.path.replace(':token', given));
    await call(token).set('content-type', 'application/cloudevents+json').send('{"specversion":"1.0"}').expect(200);
    await call(token).expect(200);
    for (const forged of [
      `${token.slice(0, -1)}${token.endsWith('0') ? '1' : '0'}`,
      'signed.e30.00',
      tokens.files.sign({ orderId: order.orderId, attempt: 1, itemId: randomUUID(), expiresAt: Date.now() + 1_000 }),
      tokens.changes.sign({ orderId: randomUUID(), attempt: 1 }),
    ]) {
      await call(forged).expect(404);
    }
  });
});

describe('a print file', () => {
  const get = (token: string) => supertest(server.http).get(printHttp.file.path.replace(':token', token));

  test('is at its signed address as long as it may be printed', async () => {
    const order = await paid();
    await until(order, 'OrderSentToPrint');
    const url = (await printOrderOf(order)).items[0]?.assets[0]?.url ?? '';
    const reply = await get(tokenIn(url)).expect(200);
    expect(reply.headers).toMatchObject({ 'content-type': 'image/png', 'cache-control': 'private, no-store' });
    expect((reply.body as Buffer).subarray(0, 8).toString('latin1')).toBe('\x89PNG\r\n\x1a\n');
    await supertest(server.http).head(new URL(url).pathname).expect(404);
    await send(order.orderId, {
      type: 'RequestOrderRefund',
      requestId: randomUUID(),
      what: 'all',
      itemIds: [],
      reason: 'by-support',
      note: '',
    });
    await get(tokenIn(url)).expect(404);
  });

  test('is not sent for a token that is expired, or of another attempt, item, order or purpose', async () => {
    const order = await paid();
    await until(order, 'OrderSentToPrint');
    const tokens = server.app.get(PrintTokens, { strict: false });
    const { orderId, items } = order;
    const right = { orderId, attempt: 1, itemId: items[0]?.itemId ?? '', expiresAt: Date.now() + 10_000 };
    await get(tokens.files.sign(right)).expect(200);
    for (const wrong of [
      { expiresAt: Date.now() - 1 },
      { attempt: 2 },
      { itemId: randomUUID() },
      { orderId: randomUUID() },
    ]) {
      await get(tokens.files.sign({ ...right, ...wrong })).expect(404);
    }
    await get(tokens.changes.sign({ orderId, attempt: 1 })).expect(404);
  });
});
