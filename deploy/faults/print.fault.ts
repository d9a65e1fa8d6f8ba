import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ordersHttp } from '@easel/contracts/orders/http';
import { orderStream } from '@easel/contracts/orders/stream';
import { centred } from '@easel/contracts/products/placement';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CardService } from './harness/card-service.ts';
import { expectOk, People, type Member } from './harness/people.ts';
import { startProduct, type Product } from './harness/product.ts';
import { Records } from './harness/records.ts';
import { Shop, type Picture } from './harness/shop.ts';
import { until } from './harness/until.ts';

const env = { PRINT_AFTER_MS: '0', PRINT_LOOK_MS: '500', PRODIGI_STANDIN_STEP_MS: '100' };
const PRINTED_WITHIN_MS = 60_000;

let product: Product;
let people: People;
let folder: string;
let maker: Member;
let picture: Picture;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'easel-once-'));
  product = await startProduct({ env });
  people = new People(product);
  maker = await people.register();
  await people.grant(maker, 200);
  const [first] = await new Shop(people, new CardService(product)).publish(maker, 1);
  if (!first) throw new Error('no picture was made');
  picture = first;
});
afterAll(async () => {
  await product?.remove();
  rmSync(folder, { recursive: true, force: true });
});

/** What is done while the process dies at the point once. */
async function dying(point: string, work: () => Promise<void>): Promise<void> {
  const onceFile = join(folder, point);
  await product.killEverything();
  await product.start({ env, faultPoint: point, onceFile, restarts: true });
  await work();
  await until(() => existsSync(onceFile), { why: () => `(the death at ${point})` });
  await product.ready();
}

let placed = 0;

/** The id of an order of two mugs with a picture of the member's own, paid. */
async function paidOrder(): Promise<{ id: string; reference: string }> {
  const { token } = maker;
  const body = {
    id: `ORD-${1_764_000_000_000 + ++placed}`,
    customerName: 'Ada Byron',
    customerEmail: 'ada@faults.example',
    items: [
      {
        ...picture,
        kind: 'product',
        id: 'cart-1',
        productId: 'mug',
        size: '',
        color: '',
        quantity: 2,
        placement: centred,
      },
    ],
    shipping_address: {
      street: '1 Main Street',
      city: 'Springfield',
      state: 'IL',
      zipCode: '62701',
      country: 'United States',
    },
    delivery_method: 'standard',
    test_mode: false,
  };
  const reply = await people.http.call('POST', ordersHttp.place.path, { token, body });
  expect(reply.status).toBe(201);
  const { id, reference } = ordersHttp.place.reply.parse(reply.body).order;
  const path = ordersHttp.pay.path.replace(':id', id);
  const paid = expectOk(await people.http.call('POST', path, { token, body: { paymentMethod: 'pm_card_visa' } })).body;
  expect(ordersHttp.pay.reply.parse(paid).payment).toBe('paid');
  return { id, reference };
}

const stateOf = ({ id, reference }: { id: string; reference: string }) =>
  Records.of(product, async (records) => {
    const events = (await records.streams()).get(orderStream.nameOf(id)) ?? [];
    const [there] = await records.rows<{ n: number }>(
      `select count(*)::int as n from prodigi_standin.orders where reference = '${reference}'`,
    );
    const count = (type: string) => events.filter((event) => event.type === type).length;
    return {
      printOrders: there?.n,
      sent: count('OrderSentToPrint'),
      parcels: count('OrderParcelShipped'),
      charged: count('OrderPrintCharged'),
      problems: count('OrderPrintFailed'),
      statusChanges: count('OrderStatusChanged'),
    };
  });
/** `in_production` and `shipped`. */
const SHIPPED = { printOrders: 1, sent: 1, parcels: 1, charged: 1, problems: 0, statusChanges: 2 };

const shipped = (order: { id: string; reference: string }) =>
  until(async () => (await stateOf(order)).parcels > 0, { deadlineMs: PRINTED_WITHIN_MS, why: () => '(the parcel)' });

async function away(isAway: boolean): Promise<void> {
  const { printUrl } = product.endpoints();
  const reply = await fetch(`${printUrl}/_control/settings`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ away: isAway }),
  });
  expect(reply.status).toBe(200);
}

describe('an order is printed once, and its parcel is recorded once, when the process dies at', () => {
  test.each(['print.after-begin', 'print.after-post', 'print.after-look'])('%s', async (point) => {
    await dying(point, async () => {
      const order = await paidOrder();
      await shipped(order);
      expect(await stateOf(order)).toEqual(SHIPPED);
    });
  });
});

test('an order waits for a print service that is away, also when everything is killed meanwhile', async () => {
  await away(true);
  const order = await paidOrder();
  await until(async () => (await stateOf(order)).statusChanges === 1, { why: () => '(production)' });
  await product.killEverything();
  await product.start({ env });
  // It is away still.
  expect(await stateOf(order)).toMatchObject({ printOrders: 0, sent: 0, problems: 0 });
  await away(false);
  await shipped(order);
  expect(await stateOf(order)).toEqual(SHIPPED);
});

test('an order is printed once when the print service is killed again and again', async () => {
  const order = await paidOrder();
  for (let kills = 0; kills < 5; kills++) {
    process.kill(product.partPid('printService'), 'SIGKILL');
    await until(async () => (await fetch(`${product.endpoints().printUrl}/health/live`)).ok, {
      why: () => '(the print service)',
    });
  }
  await shipped(order);
  expect(await stateOf(order)).toEqual(SHIPPED);
});
