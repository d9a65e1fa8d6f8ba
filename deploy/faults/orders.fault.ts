import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ordersHttp } from '@easel/contracts/orders/http';
import { orderStream } from '@easel/contracts/orders/stream';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CardService } from './harness/card-service.ts';
import { expectOk, People, type Member } from './harness/people.ts';
import { startProduct, type Product } from './harness/product.ts';
import { accountFacts, Records } from './harness/records.ts';
import { Shop, type Picture } from './harness/shop.ts';
import { until } from './harness/until.ts';

let product: Product;
let people: People;
let folder: string;
let pictures: Picture[];

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'easel-once-'));
  product = await startProduct();
  people = new People(product);
  const seller = await people.register();
  await people.grant(seller, 200);
  pictures = await new Shop(people, new CardService(product)).publish(seller, 2);
});
afterAll(async () => {
  await product?.remove();
  rmSync(folder, { recursive: true, force: true });
});

/** What is done while the process dies at the point once. */
async function dying(point: string, work: () => Promise<void>): Promise<void> {
  const onceFile = join(folder, point);
  await product.killEverything();
  await product.start({ faultPoint: point, onceFile, restarts: true });
  await work();
  await until(() => existsSync(onceFile), { why: () => `(the death at ${point})` });
  await product.ready();
}

/** The id of an order of two images. */
async function place({ token }: Member): Promise<string> {
  const items = pictures.splice(0, 2).map((picture, index) => ({
    ...picture,
    kind: 'image-download',
    id: `cart-${index}`,
    resolutionTier: '1K',
    format: 'png',
    quantity: 1,
  }));
  const customer = { customerName: 'Ada Byron', customerEmail: 'ada@faults.example' };
  const body = { id: 'ORD-1764000000000', ...customer, items, test_mode: false };
  const reply = await people.http.call('POST', ordersHttp.place.path, { token, body });
  expect(reply.status).toBe(201);
  return ordersHttp.place.reply.parse(reply.body).order.id;
}
const pay = async ({ token }: Member, id: string, body: { paymentMethod?: string }) =>
  ordersHttp.pay.reply.parse(
    expectOk(await people.http.call('POST', ordersHttp.pay.path.replace(':id', id), { token, body })).body,
  );

const eventsOf = (member: Member, id: string) =>
  Records.of(product, async (records) => {
    const streams = await records.streams();
    const account = accountFacts(streams.get(`account-${member.id}`) ?? []);
    const charges = await records.rows<{ n: number }>(
      `select count(*)::int as n from stripe_standin.objects where object = 'charge' and body->'metadata'->>'orderId' = '${id}'`,
    );
    return {
      order: (streams.get(orderStream.nameOf(id)) ?? []).map(({ type }) => type),
      purchases: account.filter(({ type }) => type === 'ImagePurchased').length,
      charges: charges[0]?.n,
    };
  });

describe('an order is charged once and each of its images is bought once when the process dies at', () => {
  test.each(['order.after-open', 'order.after-card', 'order.after-paid', 'order.after-purchase'])(
    '%s',
    async (point) => {
      const buyer = await people.register();
      await dying(point, async () => {
        const id = await place(buyer);
        expect((await pay(buyer, id, { paymentMethod: 'pm_card_visa' })).payment).toBe('paid');
        await until(async () => (await eventsOf(buyer, id)).order.at(-1) === 'OrderStatusChanged', {
          why: () => '(the delivery)',
        });
        expect(await eventsOf(buyer, id)).toEqual({
          order: ['OrderPlaced', 'OrderPaymentOpened', 'OrderPaid', 'OrderStatusChanged'],
          purchases: 2,
          charges: 1,
        });
      });
    },
  );
});

test('an order is cancelled and cannot be paid when the process dies between the card service and the event', async () => {
  const buyer = await people.register();
  await dying('order.after-cancel', async () => {
    const id = await place(buyer);
    expect((await pay(buyer, id, {})).payment).toBe('open');
    const path = ordersHttp.cancel.path.replace(':id', id);
    const reply = await people.http.call('POST', path, { token: buyer.token });
    expect(ordersHttp.cancel.reply.parse(expectOk(reply).body).order.status).toBe('cancelled');
    expect(await eventsOf(buyer, id)).toEqual({
      order: ['OrderPlaced', 'OrderPaymentOpened', 'OrderStatusChanged'],
      purchases: 0,
      charges: 0,
    });
  });
});
