import { randomUUID } from 'node:crypto';
import type { OrderedProduct } from '@easel/contracts/orders/events';
import { printHttp } from '@easel/contracts/orders/print.http';
import { orderProblems } from '@easel/contracts/orders/policy';
import { orderStream } from '@easel/contracts/orders/stream';
import { centred } from '@easel/contracts/products/placement';
import { printSpecOf } from '@easel/contracts/products/policy';
import { BlobStore } from '@easel/kernel/files/blob-store';
import { decide, type Undated } from '@easel/kernel/deciding/decide';
import { tellFaultPoints } from '@easel/kernel/server/fault-point';
import type { TestServer } from '@easel/kernel/testing/server';
import { CommandBus } from '@nestjs/cqrs';
import supertest from 'supertest';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { MembersLookup } from '../members/members.lookup.ts';
import { registerMember, startApi, type TestMember } from '../testing/api-server.ts';
import { askedLongAgo } from '../testing/erasures.ts';
import { placeOrder } from '../testing/placed-order.ts';
import { printFileOf, startPrintService, type TestPrintService } from '../testing/print-service.ts';
import { CancelOrder } from './cancel-order.ts';
import { LookAtPrint } from './look-at-print.ts';
import type { OrderCommand } from './orders.decider.ts';
import { OrderPapersReader } from './order-papers.ts';
import { PlacedOrders } from './placed-orders.ts';
import { PrintServiceAway } from './print.gateway.ts';
import { PrintFiles } from './print-files.ts';
import { PrintService } from './print-service.ts';
import { PrintTokens } from './print-tokens.ts';
import { retryAt, SendToPrint } from './send-to-print.ts';

let prints: TestPrintService;
let server: TestServer;
let member: TestMember;
beforeAll(async () => {
  prints = await startPrintService();
  server = await startApi({ prints: { ...prints.settings, PRINT_AFTER_MS: 0, PRINT_LOOK_MS: 600 } });
  member = await registerMember(server);
});
afterAll(async () => {
  await server?.close();
  await prints?.stop();
});
const calm = { away: false, lateMs: 0, hold: false, times: 1, stepMs: null, shipments: 1, currency: 'USD' };
beforeEach(async () => {
  await prints.control('settings', calm);
  makeFiles();
});
afterEach(() => {
  tellFaultPoints(undefined);
  vi.restoreAllMocks();
});

const file = { blob: 'ab'.repeat(32), width: 4096, height: 4096 };
const picture = {
  generationId: randomUUID(),
  variantId: randomUUID(),
  makerId: randomUUID(),
  image: { original: file, preview: file, thumbnail: file, thumbhash: 'hash' },
  widthPx: 4096,
  heightPx: 4096,
  placement: centred,
};
const mug = (): OrderedProduct => ({
  ...picture,
  kind: 'product',
  itemId: randomUUID(),
  productId: 'mug',
  name: 'Mug',
  size: '',
  colour: '',
  quantity: 2,
  unitCents: 1_500,
  cents: 3_000,
});
const shirt = (): OrderedProduct => ({
  ...mug(),
  productId: 't-shirt',
  name: 'T-shirt',
  size: 'M',
  colour: 'navy',
  quantity: 1,
  unitCents: 2_400,
  cents: 2_400,
});
const address = { street: '1 St James Sq', city: 'London', state: '', zipCode: 'SW1Y 4LB', country: 'United Kingdom' };

/** Files as the print service wants them: of the pixels of the print area. */
function makeFiles(): void {
  vi.spyOn(server.app.get(PrintFiles, { strict: false }), 'make').mockImplementation(async ({ productId, size }) => {
    const spec = printSpecOf(productId, size);
    if (!spec) throw new Error(`${productId} is not printed`);
    const { area, dpi } = spec;
    const { bytes, md5 } = printFileOf(area.width * dpi, area.height * dpi);
    return { ...(await server.app.get(BlobStore, { strict: false }).put(bytes)), md5, type: 'image/png' };
  });
}

interface Placed {
  orderId: string;
  reference: string;
  items: OrderedProduct[];
}
let placedSoFar = 0;

type WithoutOrder<Sent> = Sent extends unknown ? Omit<Sent, 'orderId'> : never;
async function send(orderId: string, command: WithoutOrder<Undated<OrderCommand>>, { app } = server): Promise<void> {
  const context = { key: randomUUID(), actor: { kind: 'system', id: 'a test' }, correlationId: orderId } as const;
  const whole: Undated<OrderCommand> = { ...command, orderId };
  await app.get(CommandBus).execute(decide<OrderCommand>(orderStream, orderId, whole, context));
}
async function placed(items: OrderedProduct[] = [mug()], by = member, on = server): Promise<Placed> {
  const [orderId, reference] = [randomUUID(), `ORD-${++placedSoFar}`];
  const customer = { customerName: 'Ada Byron', customerEmail: 'ada@example.org', customerPhone: '' };
  const order = { memberId: by.id, reference, testMode: false, ...customer, items, priceVersion: 1 };
  await send(orderId, { type: 'PlaceOrder', ...order, delivery: { method: 'express', address } }, on);
  return { orderId, reference, items };
}
const pay = ({ orderId }: Placed, on = server) =>
  send(orderId, { type: 'PayOrder', paymentId: `pi_${orderId}`, cents: 4_299, paidAt: new Date() }, on);
const paid = async (items?: OrderedProduct[], by?: TestMember, on = server): Promise<Placed> => {
  const order = await placed(items, by, on);
  await pay(order, on);
  return order;
};
const eventsOf = ({ orderId }: Placed) => Array.fromAsync(server.foundation.log.read(orderStream.nameOf(orderId)));
const typesOf = async (order: Placed) => (await eventsOf(order)).map(({ type }) => type);
const dataOf = async (order: Placed, type: string) =>
  (await eventsOf(order)).filter((event) => event.type === type).map(({ data }) => data as Record<string, unknown>);
const stateOf = async ({ orderId }: Placed) => {
  const found = await server.app.get(PlacedOrders, { strict: false }).find(orderId);
  if (!found) throw new Error('no such order');
  return found;
};
/** Waits for an event of an order. */
const until = (order: Placed, type: string, count = 1) =>
  vi.waitFor(async () => expect((await typesOf(order)).filter((one) => one === type)).toHaveLength(count), {
    timeout: 20_000,
    interval: 50,
  });
const printOrderOf = async ({ reference }: Placed) => {
  const [found, ...others] = await prints.ordersOf(reference);
  if (!found || others.length > 0) throw new Error(`${others.length + (found ? 1 : 0)} orders of ${reference}`);
  return found.order;
};
const ship = async (order: Placed, shipments?: number) =>
  prints.control(`orders/${(await printOrderOf(order)).id}/ship`, { ...(shipments !== undefined && { shipments }) });
const tokenIn = (url: string): string => url.split('/').at(-1) ?? '';
const SENT = ['OrderPlaced', 'OrderPaid', 'OrderStatusChanged', 'OrderSentToPrint'];

describe('an order that', () => {
  test('is paid is printed, shipped in two parcels and charged', async () => {
    await prints.control('settings', { shipments: 2 });
    const order = await paid([mug(), shirt()]);
    await until(order, 'OrderSentToPrint');
    expect(await typesOf(order)).toEqual(SENT);
    const [first, second] = order.items;
    const there = await printOrderOf(order);
    expect(there).toMatchObject({
      idempotencyKey: `${order.orderId}:1`,
      shippingMethod: 'Express',
      recipient: {
        name: 'Ada Byron',
        phoneNumber: null,
        address: { line1: address.street, stateOrCounty: null, postalOrZipCode: 'SW1Y 4LB', countryCode: 'GB' },
      },
      items: [
        {
          merchantReference: first?.itemId,
          sku: 'GLOBAL-MUG-11OZ',
          copies: 2,
          attributes: {},
          recipientCost: { amount: '30.00', currency: 'USD' },
        },
        { merchantReference: second?.itemId, sku: 'GLOBAL-TEE-GIL-64000-M', copies: 1, attributes: { color: 'navy' } },
      ],
    });
    await ship(order, 1);
    await until(order, 'OrderParcelShipped');
    expect(await stateOf(order)).toMatchObject({ status: 'shipped', print: { cents: 2 * 600 + 960 + 2 * 1_150 } });
    await ship(order);
    await until(order, 'OrderParcelShipped', 2);
    const parcels = await dataOf(order, 'OrderParcelShipped');
    expect(parcels.map(({ itemIds }) => itemIds)).toEqual([[first?.itemId], [second?.itemId]]);
    expect(parcels[0]).toMatchObject({
      attempt: 1,
      parcelId: expect.stringMatching(/^shp_/) as string,
      carrier: 'DHL',
      trackingUrl: expect.stringMatching(/^https:/) as string,
    });
    expect((await typesOf(order)).filter((type) => type === 'OrderPrintCharged')).toHaveLength(1);
  });

  test('was changed is printed to its new address, without what was refunded', async () => {
    const order = await placed([mug(), shirt()]);
    const moved = { street: '2 Rue de la Paix', city: 'Paris', state: '', zipCode: '', country: 'France' };
    await send(order.orderId, { type: 'ChangeOrderAddress', address: moved, by: 'member' });
    await prints.control('settings', { away: true });
    await pay(order);
    const refund = {
      requestId: randomUUID(),
      what: 'items',
      itemIds: [order.items[1]?.itemId ?? ''],
      note: '',
    } as const;
    await send(order.orderId, { type: 'RequestOrderRefund', ...refund, reason: 'by-support' });
    await prints.control('settings', { away: false });
    await until(order, 'OrderSentToPrint');
    const there = await printOrderOf(order);
    // The print service asks every country for a code.
    expect(there.recipient.address).toMatchObject({ line1: moved.street, postalOrZipCode: '00000', countryCode: 'FR' });
    expect(there.items.map(({ sku }) => sku)).toEqual(['GLOBAL-MUG-11OZ']);
  });

  test('has no address for a reprint once its member is erased, which is a problem for support', async () => {
    const other = await registerMember(server);
    const order = await paid([mug()], other);
    await until(order, 'OrderSentToPrint');
    await ship(order);
    await until(order, 'OrderParcelShipped');
    await send(order.orderId, { type: 'ReportArrival', arrived: true, requestId: randomUUID() });
    await askedLongAgo(server, other);
    const members = server.app.get(MembersLookup, { strict: false });
    await vi.waitFor(async () => expect(await members.isErased(other.id)).toBe(true), { timeout: 20_000 });
    await send(order.orderId, { type: 'Reprint', reason: 'It broke' });
    await vi.waitFor(async () => expect((await stateOf(order)).print.problem).toMatch(/deleted their account/), {
      timeout: 20_000,
    });
    expect(await prints.ordersOf(order.reference)).toHaveLength(1);
  });

  test('is recalled by support until the print service has begun it, and its money goes back', async () => {
    const recall = (orderId: string) => {
      const actor = { kind: 'operator', id: randomUUID(), role: 'support' } as const;
      const context = { key: randomUUID(), actor, correlationId: 'c' };
      return server.app.get(CommandBus).execute(new CancelOrder(orderId, 'by-support', context, 'The wrong mug'));
    };
    const [order, late] = [await paid([mug()]), await paid([mug()])];
    await until(order, 'OrderSentToPrint');
    await recall(order.orderId);
    await recall(order.orderId);
    expect((await printOrderOf(order)).status.stage).toBe('Cancelled');
    expect(await dataOf(order, 'OrderRefundRequested')).toMatchObject([
      { itemIds: order.items.map(({ itemId }) => itemId), reason: 'cancelled', note: 'The wrong mug' },
    ]);
    await until(late, 'OrderSentToPrint');
    await ship(late, 1);
    await until(late, 'OrderParcelShipped');
    await expect(recall(late.orderId)).rejects.toThrow(orderProblems.notCancellable.message);
  });

  test('was just paid is left to its member until PRINT_AFTER_MS is over', async () => {
    const dayMs = 86_400_000;
    const patient = await startApi({ prints: { ...prints.settings, PRINT_AFTER_MS: dayMs } });
    try {
      const buyer = await registerMember(patient);
      const order = await paid([mug()], buyer, patient);
      const since = new Date();
      const context = { key: order.orderId, actor: { kind: 'system', id: 'a test' }, correlationId: 'c' } as const;
      const print = new SendToPrint({ orderId: order.orderId, attempt: 1 }, since, context);
      const again = await patient.app.get(CommandBus).execute(print);
      expect(again).toEqual({ again: new Date(since.getTime() + dayMs) });
      expect(await patient.app.get(PlacedOrders, { strict: false }).find(order.orderId)).toMatchObject({
        status: 'paid',
      });
    } finally {
      await patient.close();
    }
  });

  test('has only images is never sent to print', async () => {
    const { orderId } = await placeOrder(server, member.id, 'paid');
    const context = { key: orderId, actor: { kind: 'system', id: 'a test' }, correlationId: orderId } as const;
    const print = new SendToPrint({ orderId, attempt: 1 }, new Date(0), context);
    expect(await server.app.get(CommandBus).execute(print)).toBeUndefined();
    const order = { orderId, reference: '', items: [] };
    await until(order, 'OrderStatusChanged');
    expect((await dataOf(order, 'OrderStatusChanged')).map(({ to }) => to)).toEqual(['delivered']);
  });
});

describe('the print service', () => {
  test('that is away loses nothing: the order waits, and is in production meanwhile', async () => {
    await prints.control('settings', { away: true });
    const order = await paid();
    await until(order, 'OrderStatusChanged');
    expect((await stateOf(order)).status).toBe('in_production');
    await prints.control('settings', { away: false });
    await until(order, 'OrderSentToPrint');
    await prints.control('settings', { away: true });
    await prints.control('settings', { hold: true });
    await ship(order);
    await prints.control('settings', { away: false });
    // No callback comes: the process looks.
    await until(order, 'OrderParcelShipped');
  });

  test('that refuses an order is a problem for support, in a sentence without its recipient', async () => {
    const order = await paid([{ ...shirt(), colour: 'mauve' }]);
    await until(order, 'OrderPrintFailed');
    const [{ problem } = {}] = await dataOf(order, 'OrderPrintFailed');
    expect(problem).toMatch(
      /^The print service does not take this order: items\[0\]\.attributes\.color\. Its number for this is 00-/,
    );
    // What failed is not tried again by itself.
    expect((await typesOf(order)).filter((type) => type === 'OrderPrintFailed')).toHaveLength(1);
  });

  test('that has an issue is a problem once, however often it is seen; a reprint is another print order', async () => {
    const order = await paid();
    await until(order, 'OrderSentToPrint');
    const { id } = await printOrderOf(order);
    await prints.control(`orders/${id}/issue`, {});
    await until(order, 'OrderPrintFailed');
    expect((await stateOf(order)).print.problem).toBe('The print service is out of stock of an item.');
    await send(order.orderId, { type: 'Reprint', reason: 'a test' });
    await until(order, 'OrderSentToPrint', 2);
    const [first, second] = await prints.ordersOf(order.reference);
    expect([first?.order.idempotencyKey, second?.order.idempotencyKey]).toEqual([
      `${order.orderId}:1`,
      `${order.orderId}:2`,
    ]);
    // What was stuck is cancelled there, so that it is not printed as well.
    expect([first?.order.status.stage, second?.order.status.stage]).toEqual(['Cancelled', 'InProgress']);
    await prints.control(`orders/${second?.order.id}/ship`, {});
    await until(order, 'OrderParcelShipped');
    expect((await dataOf(order, 'OrderParcelShipped'))[0]).toMatchObject({ attempt: 2 });
  });

  test('that cancels an order, or charges in another currency, says so', async () => {
    await prints.control('settings', { currency: 'GBP' });
    const order = await paid();
    await until(order, 'OrderSentToPrint');
    await ship(order);
    await until(order, 'OrderParcelShipped');
    expect((await stateOf(order)).print).toMatchObject({ cents: null, problem: null });
    const cancelled = await paid();
    await until(cancelled, 'OrderSentToPrint');
    await prints.control(`orders/${(await printOrderOf(cancelled)).id}/cancel`, {});
    await until(cancelled, 'OrderPrintFailed');
    expect((await stateOf(cancelled)).print.problem).toBe('The print service has cancelled this order.');
  });

  test('cancels for support until production, and says when it is too late', async () => {
    const service = server.app.get(PrintService, { strict: false });
    const [early, late] = [await paid(), await paid()];
    await Promise.all([until(early, 'OrderSentToPrint'), until(late, 'OrderSentToPrint')]);
    await prints.control(`orders/${(await printOrderOf(late)).id}/advance`, { steps: 3 });
    expect(await service.cancel(late.orderId)).toBe('too-late');
    const passed: string[] = [];
    tellFaultPoints((name) => {
      if (name === 'print.after-cancel' && passed.push(name) === 1) throw new Error('the process died');
    });
    await expect(service.cancel(early.orderId)).rejects.toThrow('the process died');
    expect(await service.cancel(early.orderId)).toBe('cancelled');
    await prints.control('settings', { away: true });
    await expect(service.cancel(late.orderId)).rejects.toMatchObject({ problem: { status: 503 } });
  });
});

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

test('a retry waits a quarter of the time that it has waited, at most as long as between two looks', () => {
  vi.spyOn(Date, 'now').mockReturnValue(0);
  const waitsMs = [0, 60_000, 600_000, 86_400_000].map((waitedMs) =>
    retryAt(waitedMs, { PRINT_LOOK_MS: 900_000 }).getTime(),
  );
  expect(waitsMs).toEqual([15_000, 15_000, 150_000, 900_000]);
});

describe('a process that dies', () => {
  test.each(['print.after-begin', 'print.after-post', 'print.after-look', 'process.after-act'])(
    'at %s has one print order, with every parcel once',
    async (point) => {
      let deaths = 0;
      tellFaultPoints((name) => {
        if (name === point && ++deaths <= 2) throw new Error('the process died');
      });
      const order = await paid();
      await until(order, 'OrderSentToPrint');
      await ship(order);
      await until(order, 'OrderParcelShipped');
      tellFaultPoints(undefined);
      expect(deaths).toBeGreaterThanOrEqual(2);
      expect(await prints.ordersOf(order.reference)).toHaveLength(1);
      const { print, status } = await stateOf(order);
      expect([status, print.problem]).toEqual(['shipped', null]);
    },
  );

  test('while its order is refunded cancels what it has sent', async () => {
    const order = await placed();
    const refund = { refundId: 're_1', requestId: null, paymentId: `pi_${order.orderId}`, cents: 4_299, failed: false };
    let refunded: Promise<void> | undefined;
    tellFaultPoints((name) => {
      if (name === 'print.after-post') refunded ??= send(order.orderId, { type: 'RefundOrder', ...refund });
    });
    await pay(order);
    await vi.waitFor(
      async () => expect((await prints.ordersOf(order.reference))[0]?.order.status.stage).toBe('Cancelled'),
      {
        timeout: 20_000,
      },
    );
    await refunded;
    expect(await typesOf(order)).not.toContain('OrderPrintFailed');
  });

  describe('once the reply of the print service was lost, and all products are refunded meanwhile,', () => {
    const lost = async (by: 'all' | 'products', steps: number) => {
      const order = await placed();
      const { orderId } = order;
      let refunded: Promise<void> | undefined;
      tellFaultPoints((name) => {
        if (name !== 'print.after-post' || refunded) return;
        const all = { requestId: randomUUID(), what: 'all', itemIds: [], reason: 'by-support', note: '' } as const;
        const made = { refundId: `re_${orderId}`, requestId: null, paymentId: `pi_${orderId}`, cents: 4_299 };
        const advanced =
          steps > 0
            ? printOrderOf(order).then(({ id }) => prints.control(`orders/${id}/advance`, { steps }))
            : undefined;
        refunded = Promise.resolve(advanced).then(() =>
          send(
            orderId,
            by === 'all' ? { type: 'RefundOrder', ...made, failed: false } : { type: 'RequestOrderRefund', ...all },
          ),
        );
        throw new PrintServiceAway('its reply was lost');
      });
      await pay(order);
      await vi.waitFor(() => expect(refunded).toBeDefined(), { timeout: 20_000 });
      await refunded;
      return order;
    };

    test.each(['all', 'products'] as const)('cancels there what was created (refunded: %s)', async (by) => {
      const order = await lost(by, 0);
      await vi.waitFor(async () => expect((await printOrderOf(order)).status.stage).toBe('Cancelled'), {
        timeout: 20_000,
      });
      expect(await typesOf(order)).not.toContain('OrderSentToPrint');
    });

    test('records an order that is being printed, with what it costs', async () => {
      const order = await lost('products', 3);
      await until(order, 'OrderSentToPrint');
      await ship(order);
      await until(order, 'OrderPrintCharged');
      expect((await printOrderOf(order)).status.stage).toBe('Complete');
    });
  });

  describe('once the reply of the print service was lost, and the attempt is to be given up,', () => {
    const lost = async (then: () => void) => {
      let isLost = false;
      tellFaultPoints((name) => {
        if (name !== 'print.after-post' || isLost) return;
        isLost = true;
        then();
        throw new PrintServiceAway('its reply was lost');
      });
      const order = await paid();
      await vi.waitFor(() => expect(isLost).toBe(true), { timeout: 20_000 });
      return order;
    };
    const isFollowed = async (order: Placed) => {
      await until(order, 'OrderSentToPrint');
      const { id } = await printOrderOf(order);
      expect(await dataOf(order, 'OrderSentToPrint')).toMatchObject([{ printOrderId: id }]);
      expect(await typesOf(order)).not.toContain('OrderPrintFailed');
    };

    test('records what was created where a print file cannot be made any more', async () => {
      const order = await lost(() => {
        vi.spyOn(server.app.get(PrintFiles, { strict: false }), 'make').mockRejectedValue(new Error('not made'));
      });
      const context = {
        key: randomUUID(),
        actor: { kind: 'system', id: 'a test' },
        correlationId: order.orderId,
      } as const;
      const sevenHoursAgo = new Date(Date.now() - 7 * 3_600_000);
      const late = new SendToPrint({ orderId: order.orderId, attempt: 1 }, sevenHoursAgo, context);
      expect(await server.app.get(CommandBus).execute(late)).toBeUndefined();
      await isFollowed(order);
    });

    test('records what was created where its member was erased', async () => {
      const papers = server.app.get(OrderPapersReader, { strict: false });
      const order = await lost(() => {
        vi.spyOn(papers, 'read').mockResolvedValue({ recipient: undefined, unshipped: [] });
      });
      await isFollowed(order);
    });
  });

  test('looks at an order once more, and finds nothing new', async () => {
    const order = await paid();
    await until(order, 'OrderSentToPrint');
    const { id } = await printOrderOf(order);
    await ship(order);
    await until(order, 'OrderParcelShipped');
    const before = await typesOf(order);
    const context = { key: randomUUID(), actor: { kind: 'system', id: 'a test' }, correlationId: id } as const;
    const look = new LookAtPrint({ orderId: order.orderId, attempt: 1 }, id, context);
    expect(await server.app.get(CommandBus).execute(look)).toBeUndefined();
    expect(await typesOf(order)).toEqual(before);
  });
});
