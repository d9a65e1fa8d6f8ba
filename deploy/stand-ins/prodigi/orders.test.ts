import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { sizeOf } from './assets.ts';
import { openStandIn, pngOf, type Answer, type OpenStandIn } from './testing/open-stand-in.ts';
import type { Order } from './wire.ts';

let standIn: OpenStandIn;
beforeAll(async () => {
  standIn = await openStandIn();
});
afterAll(() => standIn.close());
const calm = { away: false, lateMs: 0, hold: false, times: 1, stepMs: null, shipments: 1, currency: 'USD' };
beforeEach(async () => {
  await standIn.control('settings', calm);
  standIn.merchant.events.length = 0;
});

const create = async (change: object = {}): Promise<Order> =>
  (await standIn.call('POST', '/orders', standIn.body(change))).body.order;
const look = async ({ id }: Order): Promise<Order> => (await standIn.call('GET', `/orders/${id}`)).body.order;
const advance = ({ id }: Order, steps: number) => standIn.control(`orders/${id}/advance`, { steps });
const typesFor = ({ id }: Order) =>
  standIn.merchant.events.filter(({ subject }) => subject === id).map(({ type }) => type.split('#')[1]);

describe('an order', () => {
  test('is taken once for one idempotency key, also in any spelling of the path', async () => {
    const body = standIn.body({ idempotencyKey: 'once' });
    const first = await standIn.call('POST', '/orders', body);
    expect(first).toMatchObject({
      status: 200,
      body: {
        outcome: 'Created',
        traceParent: expect.stringMatching(/^00-[0-9a-f]{32}-[0-9a-f]{16}-00$/) as string,
        order: { id: expect.stringMatching(/^ord_/) as string, status: { stage: 'InProgress', issues: [] } },
      },
    });
    const second = await standIn.call('POST', '/Orders', body);
    expect(second.body).toMatchObject({ outcome: 'AlreadyExists', order: { id: first.body.order.id } });
    expect((await create()).id).not.toBe((await create()).id);
  });

  test.each<[string, (body: ReturnType<OpenStandIn['body']>) => object, string]>([
    ['a method that there is not', (body) => ({ ...body, shippingMethod: 'Rocket' }), 'shippingMethod'],
    ['no items', (body) => ({ ...body, items: [] }), 'items'],
    ['no address', (body) => ({ ...body, recipient: { name: 'Ada' } }), 'recipient.address'],
    [
      'a product that there is not',
      (body) => ({ ...body, items: [{ ...(body['items'] as object[])[0], sku: 'MOON' }] }),
      'items[0].sku',
    ],
    [
      'a T-shirt without a colour',
      (body) => ({ ...body, items: [{ ...(body['items'] as object[])[0], sku: 'GLOBAL-TEE-GIL-64000-M' }] }),
      'items[0].attributes.color',
    ],
  ])('with %s is refused by the path of the field', async (_, change, path) => {
    const { status, body } = await standIn.call('POST', '/orders', change(standIn.body()));
    expect([status, body.outcome, Object.keys(body.failures)]).toEqual([400, 'ValidationFailed', [path]]);
    expect(body.traceParent).toMatch(/^00-/);
  });

  test('is nobody’s without the key, and an unknown one is 404', async () => {
    expect((await standIn.call('POST', '/orders', standIn.body(), 'another key')).status).toBe(401);
    const unknown = await standIn.call('GET', '/orders/ord_0');
    expect([unknown.status, unknown.body.outcome]).toEqual([404, 'EntityNotFound']);
    expect((await standIn.call('GET', '/nothing')).body.outcome).toBe('EndpointDoesNotExist');
  });

  test('is found by its reference', async () => {
    const { id } = await create({ merchantReference: 'ORD-77' });
    await create({ merchantReference: 'ORD-78' });
    const { body } = await standIn.call('GET', '/orders?merchantReferences=ORD-77');
    expect(body.orders.map((order) => order.id)).toEqual([id]);
  });
});

describe('production', () => {
  test('downloads the files, charges in dollars, ships with a number and tells of it', async () => {
    const order = await create();
    await standIn.control(`orders/${order.id}/ship`, {});
    const shipped = await look(order);
    expect(shipped.status).toMatchObject({ stage: 'Complete', details: { downloadAssets: 'Complete' } });
    expect(shipped.shipments).toMatchObject([
      {
        status: 'Shipped',
        carrier: { name: 'USPS' },
        tracking: { url: expect.stringMatching(/^https:/) as string },
        items: order.items.map(({ id: itemId }) => ({ itemId })),
      },
    ]);
    // Two items of two mugs for 40 % of $15.00, and one parcel.
    expect(shipped.charges.map(({ totalCost }) => totalCost.amount)).toEqual(['24.00', '4.80']);
    await standIn.merchant.count(3);
    expect(typesFor(order)).toEqual(['InProgress', 'Shipped', 'Complete']);
    expect(standIn.merchant.events[2]?.data.order.shipments).toHaveLength(1);
  });

  test('ships in parts, one after the other', async () => {
    await standIn.control('settings', { shipments: 2, currency: 'GBP' });
    const order = await create();
    await standIn.control(`orders/${order.id}/ship`, { shipments: 1 });
    const half = await look(order);
    expect(half.status.stage).toBe('InProgress');
    expect(half.shipments.map(({ status }) => status)).toEqual(['Shipped', 'Processing']);
    await standIn.control(`orders/${order.id}/ship`, {});
    const whole = await look(order);
    expect(whole.status.stage).toBe('Complete');
    expect(whole.shipments.flatMap(({ items }) => items.map(({ itemId }) => itemId))).toEqual(
      order.items.map(({ id }) => id),
    );
    expect(whole.charges[0]?.totalCost.currency).toBe('GBP');
  });

  test('goes on by itself, step by step, and waits where it is held', async () => {
    const waiting = await create();
    await standIn.control('settings', { stepMs: 1 });
    const going = await create();
    await standIn.merchant.count(3);
    expect(typesFor(going)).toEqual(['InProgress', 'Shipped', 'Complete']);
    await standIn.control(`orders/${waiting.id}/hold`, { hold: true });
    expect(typesFor(waiting)).toEqual([]);
    await standIn.control(`orders/${waiting.id}/hold`, { hold: false });
    await standIn.merchant.count(6);
    expect((await look(waiting)).status.stage).toBe('Complete');
  });

  test.each<[string, (items: object[]) => object[], string]>([
    [
      'another hash',
      ([item]) => [
        {
          ...item,
          assets: [{ printArea: 'default', url: `${standIn.merchant.url}/mug.png`, md5Hash: '0'.repeat(32) }],
        },
      ],
      'md5Hash',
    ],
    [
      'other pixels',
      ([item]) => [{ ...item, assets: [{ printArea: 'default', url: `${standIn.merchant.url}/small.png` }] }],
      '10×10 pixels',
    ],
    [
      'no picture in it',
      ([item]) => [{ ...item, assets: [{ printArea: 'default', url: `${standIn.merchant.url}/text` }] }],
      'no JPEG and no PNG',
    ],
  ])('does not take a file with %s', async (_, change, said) => {
    standIn.merchant.files['/small.png'] = pngOf(10, 10);
    standIn.merchant.files['/text'] = Buffer.from('This is a text and not a picture.');
    const order = await create({ items: change(standIn.body()['items'] as object[]) });
    await advance(order, 3);
    const { status, shipments } = await look(order);
    expect(status.details.downloadAssets).toBe('Error');
    expect(status.issues).toMatchObject([{ errorCode: 'order.items.assets.FailedToDownloaded' }]);
    expect(status.issues[0]?.description).toContain(said);
    expect(shipments).toEqual([]);
  });

  test('tries a file that is not there ten times', async () => {
    const [item] = standIn.body()['items'] as object[];
    const assets = [{ printArea: 'default', url: `${standIn.merchant.url}/later.png` }];
    const order = await create({ items: [{ ...item, assets }] });
    await advance(order, 9);
    const waiting = await look(order);
    expect(waiting.status.issues[0]?.errorCode).toBe('order.items.assets.NotDownloaded');
    standIn.merchant.files['/later.png'] = pngOf(8.7 * 300, 3.7 * 300);
    await advance(order, 1);
    expect((await look(order)).status).toMatchObject({ issues: [], details: { downloadAssets: 'Complete' } });
    const lost = await create({
      items: [{ ...item, assets: [{ printArea: 'default', url: `${standIn.merchant.url}/no` }] }],
    });
    await advance(lost, 10);
    expect((await look(lost)).status.issues[0]?.errorCode).toBe('order.items.assets.FailedToDownloaded');
  });
});

describe('an action', () => {
  const cancel = ({ id }: Order) => standIn.call('POST', `/orders/${id}/actions/cancel`);

  test('cancels and changes the recipient until production', async () => {
    const order = await create();
    await advance(order, 2);
    const { recipient } = standIn.body() as { recipient: object };
    const path = `/orders/${order.id}/actions/updateRecipient`;
    const moved = await standIn.call('POST', path, { ...recipient, name: 'Grace Hopper' });
    expect(moved.body).toMatchObject({ outcome: 'Updated', order: { recipient: { name: 'Grace Hopper' } } });
    const cancelled = await cancel(order);
    expect(cancelled.body).toMatchObject({
      outcome: 'Cancelled',
      order: { status: { stage: 'Cancelled' }, shipments: [{ status: 'Cancelled' }] },
    });
    const actions = await standIn.call('GET', `/orders/${order.id}/actions`);
    expect(actions.body).toMatchObject({ cancel: { isAvailable: 'No' } });
  });

  test('comes too late in production', async () => {
    const order = await create();
    await advance(order, 3);
    expect((await cancel(order)).body).toMatchObject({
      outcome: 'ActionNotAvailable',
      order: { status: { stage: 'InProgress' } },
    } satisfies { outcome: string; order: object });
  });
});

describe('faults on demand', () => {
  test('callbacks come late, twice and out of order, and again until they are taken', async () => {
    await standIn.control('settings', { hold: true, times: 2 });
    const order = await create();
    await standIn.control(`orders/${order.id}/ship`, {});
    standIn.merchant.answers.push(500);
    const { delivered } = await standIn.control<{ delivered: { status: number }[] }>('release', { shuffle: 3 });
    expect(delivered.map(({ status }) => status)).toEqual([500, 200, 200, 200, 200, 200]);
    // The one that was not taken comes once more.
    await standIn.merchant.count(7);
    const [first, ...others] = typesFor(order);
    expect(others.toSorted((one, other) => (one ?? '').localeCompare(other ?? ''))).toEqual([
      'Complete',
      'Complete',
      'InProgress',
      'InProgress',
      'Shipped',
      'Shipped',
    ]);
    expect(others.at(-1)).toBe(first);
    expect(others.slice(0, 2)).not.toEqual(['InProgress', 'InProgress']);
  });

  test('it is away, cancels by itself, reports an issue, and forges a callback', async () => {
    await standIn.control('settings', { away: true });
    expect((await standIn.call('POST', '/orders', standIn.body())).status).toBe(503);
    await standIn.control('settings', { away: false });
    const order = await create();
    await standIn.control(`orders/${order.id}/issue`, { errorCode: 'order.items.ItemUnavailable' });
    expect((await look(order)).status.issues).toMatchObject([{ errorCode: 'order.items.ItemUnavailable' }]);
    expect(await standIn.control(`orders/${order.id}/forge`, {})).toEqual({ status: 200 });
    const forged = standIn.merchant.events.find(({ data }) => data.order.status.stage === 'Complete');
    expect(forged).toMatchObject({
      subject: order.id,
      data: { order: { shipments: [{ tracking: { number: 'FORGED' } }] } },
    });
    expect((await look(order)).shipments).toEqual([]);
    await standIn.control(`orders/${order.id}/cancel`, {});
    expect((await look(order)).status.stage).toBe('Cancelled');
  });

  test('control calls with a name of elsewhere are refused', async () => {
    await expect(standIn.control('orders/ord_0/ship', {})).rejects.toThrow('404');
    await expect(standIn.control('settings', { away: 'yes' })).rejects.toThrow('400');
  });
});

test('orders, callbacks and settings outlive a restart', async () => {
  await standIn.control('settings', { hold: true });
  const order = await create({ idempotencyKey: 'kept' });
  await advance(order, 1);
  await standIn.restart();
  expect(await standIn.control('settings')).toMatchObject({ hold: true });
  const again: Answer = (await standIn.call('POST', '/orders', standIn.body({ idempotencyKey: 'kept' }))).body;
  expect([again.outcome, again.order.id]).toEqual(['AlreadyExists', order.id]);
  await standIn.control('release', {});
  expect(typesFor(order)).toEqual(['InProgress']);
});

test('reads the size of a JPEG behind its tables', () => {
  const tables = Buffer.from('ffd8ffe000044a46ffc400040102ffc2001108012c00c803', 'hex');
  expect(sizeOf(tables)).toEqual({ width: 200, height: 300 });
  expect(sizeOf(Buffer.from('ffd8'))).toBeUndefined();
});
