import { randomUUID } from 'node:crypto';
import type { OrderedProduct } from '@easel/contracts/orders/events';
import { orderStream } from '@easel/contracts/orders/stream';
import { centred } from '@easel/contracts/products/placement';
import { printSpecOf } from '@easel/contracts/products/policy';
import { BlobStore } from '@easel/kernel/files/blob-store';
import { decide, type Undated } from '@easel/kernel/deciding/decide';
import { tellFaultPoints } from '@easel/kernel/server/fault-point';
import type { TestServer } from '@easel/kernel/testing/server';
import { CommandBus } from '@nestjs/cqrs';
import { afterAll, afterEach, beforeAll, beforeEach, expect, vi } from 'vitest';
import { registerMember, startApi, type TestMember } from '../../testing/api-server.ts';
import { printFileOf, startPrintService, type TestPrintService } from '../../testing/print-service.ts';
import type { OrderCommand } from '../orders.decider.ts';
import { PlacedOrders } from '../placed-orders.ts';
import { PrintFiles } from '../print-files.ts';

export let prints: TestPrintService;
export let server: TestServer;
export let member: TestMember;
/** Starts the print service and the API for the tests of a file, and makes both calm before each test. */
export function withPrintShop(): void {
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
}

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
export const mug = (): OrderedProduct => ({
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
export const shirt = (): OrderedProduct => ({
  ...mug(),
  productId: 't-shirt',
  name: 'T-shirt',
  size: 'M',
  colour: 'navy',
  quantity: 1,
  unitCents: 2_400,
  cents: 2_400,
});
export const address = {
  street: '1 St James Sq',
  city: 'London',
  state: '',
  zipCode: 'SW1Y 4LB',
  country: 'United Kingdom',
};

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

export interface Placed {
  orderId: string;
  reference: string;
  items: OrderedProduct[];
}
let placedSoFar = 0;

type WithoutOrder<Sent> = Sent extends unknown ? Omit<Sent, 'orderId'> : never;
export async function send(
  orderId: string,
  command: WithoutOrder<Undated<OrderCommand>>,
  { app } = server,
): Promise<void> {
  const context = { key: randomUUID(), actor: { kind: 'system', id: 'a test' }, correlationId: orderId } as const;
  const whole: Undated<OrderCommand> = { ...command, orderId };
  await app.get(CommandBus).execute(decide<OrderCommand>(orderStream, orderId, whole, context));
}
export async function placed(items: OrderedProduct[] = [mug()], by = member, on = server): Promise<Placed> {
  const [orderId, reference] = [randomUUID(), `ORD-${++placedSoFar}`];
  const customer = { customerName: 'Ada Byron', customerEmail: 'ada@example.org', customerPhone: '' };
  const order = { memberId: by.id, reference, testMode: false, ...customer, items, priceVersion: 1 };
  await send(orderId, { type: 'PlaceOrder', ...order, delivery: { method: 'express', address } }, on);
  return { orderId, reference, items };
}
export const pay = ({ orderId }: Placed, on = server) =>
  send(orderId, { type: 'PayOrder', paymentId: `pi_${orderId}`, cents: 4_299, paidAt: new Date() }, on);
export const paid = async (items?: OrderedProduct[], by?: TestMember, on = server): Promise<Placed> => {
  const order = await placed(items, by, on);
  await pay(order, on);
  return order;
};
const eventsOf = ({ orderId }: Placed) => Array.fromAsync(server.foundation.log.read(orderStream.nameOf(orderId)));
export const typesOf = async (order: Placed) => (await eventsOf(order)).map(({ type }) => type);
export const dataOf = async (order: Placed, type: string) =>
  (await eventsOf(order)).filter((event) => event.type === type).map(({ data }) => data as Record<string, unknown>);
export const stateOf = async ({ orderId }: Placed) => {
  const found = await server.app.get(PlacedOrders, { strict: false }).find(orderId);
  if (!found) throw new Error('no such order');
  return found;
};
/** Waits for an event of an order. */
export const until = (order: Placed, type: string, count = 1) =>
  vi.waitFor(async () => expect((await typesOf(order)).filter((one) => one === type)).toHaveLength(count), {
    timeout: 20_000,
    interval: 50,
  });
export const printOrderOf = async ({ reference }: Placed) => {
  const [found, ...others] = await prints.ordersOf(reference);
  if (!found || others.length > 0) throw new Error(`${others.length + (found ? 1 : 0)} orders of ${reference}`);
  return found.order;
};
export const ship = async (order: Placed, shipments?: number) =>
  prints.control(`orders/${(await printOrderOf(order)).id}/ship`, { ...(shipments !== undefined && { shipments }) });
export const tokenIn = (url: string): string => url.split('/').at(-1) ?? '';
export const SENT = ['OrderPlaced', 'OrderPaid', 'OrderStatusChanged', 'OrderSentToPrint'];
