import { randomUUID } from 'node:crypto';
import { type OrderRecord, ordersConsoleHttp } from '@easel/contracts/orders/console.http';
import { ordersHttp } from '@easel/contracts/orders/http';
import type { LookupFact } from '@easel/contracts/orders/lookups.events';
import supertest from 'supertest';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { storedOf } from '../testing/exports.ts';
import { operator } from '../testing/operators.ts';
import { byOperator, delivered, orderedItem, orderedProduct, OrderStory } from '../testing/orders.ts';
import { PersonStory } from '../testing/people.ts';
import { type QueryServer, startQueries, type TestCaller } from '../testing/query-server.ts';
import { Recorder } from '../testing/recorded.ts';

let queries: QueryServer;
let member: TestCaller;
let support: { id: string; authorization: string };
const recorder = new Recorder();
const bytes = Buffer.from('a thumbnail');
const mug = orderedProduct();
const download = orderedItem();
let printed: OrderStory;
let stuck: OrderStory;
let downloads: OrderStory;

beforeAll(async () => {
  queries = await startQueries();
  member = await queries.member();
  support = await operator(queries, 'support');
  const { blob } = await queries.server.foundation.blobs.put(bytes);
  const item = { ...mug, image: { ...mug.image, thumbnail: { ...mug.image.thumbnail, blob } } };
  printed = new OrderStory(recorder, { memberId: member.id });
  [stuck, downloads] = [new OrderStory(recorder), new OrderStory(recorder)];
  await queries.append(
    printed.placed({ ...delivered, items: [item, download], reference: 'ORD-1' }),
    printed.paid(3749),
    printed.became({ from: 'paid', to: 'in_production', reason: 'printing' }),
    printed.sentToPrint(),
    printed.printCharged(825),
    // Promised until the end of 27 November, which has not passed for a parcel that left in the far future.
    printed.shipped([mug.itemId], { dispatchedAt: '2999-11-20T18:00:00.000Z' }),
    printed.became({ from: 'in_production', to: 'shipped', reason: 'dispatched' }),
    printed.noted('She asked for the tracking number.'),
    stuck.placed({
      ...delivered,
      items: [orderedProduct()],
      reference: 'ORD-2',
      customerName: 'Ádám Kiss',
      customerEmail: 'Adam@Example.org',
    }),
    stuck.paid(3599),
    stuck.became({ from: 'paid', to: 'in_production', reason: 'printing' }),
    stuck.printFailed('The address is not known'),
    downloads.placed({ reference: 'ORD-3', customerName: '100% Bob', customerEmail: 'bob@example.org' }),
  );
});
afterAll(() => queries?.close());

const asking = (path: string, { authorization } = support) => queries.nobody.get(path).set({ authorization });
const list = async (filter: object, rows = 25): Promise<OrderRecord[]> => {
  const asked = { filter: JSON.stringify(filter), range: JSON.stringify([0, rows - 1]) };
  const query = new URLSearchParams(asked).toString();
  const { body } = await asking(`/api/admin/orders?${query}`).expect(200);
  return ordersConsoleHttp.list.reply.parse(body);
};
const references = async (filter: object, rows?: number) =>
  (await list(filter, rows)).map(({ reference }) => reference);

describe('a printed order', () => {
  test('shows its member the address, parcels and promise, and the operator print, notes and costs as well', async () => {
    const { body } = await member.get(`/api/orders/${printed.orderId}`).expect(200);
    const { order } = ordersHttp.one.reply.parse(body);
    expect(order).toMatchObject({
      subtotal: 31.5,
      shipping: 5.99,
      total: 37.49,
      items: [{ kind: 'product', name: 'Mug', quantity: 2, price: 30, width: 2048 }, { kind: 'image-download' }],
      delivery: {
        method: 'standard',
        address: { street: delivered.street, city: 'London', state: '', country: 'United Kingdom' },
        promised_by: '2999-11-27T23:59:59.999Z',
        parcels: [{ tracking_number: 'RM123456789GB', items: [mug.itemId] }],
      },
    });
    expect(order).not.toHaveProperty('notes');
    const { body: record } = await asking(`/api/admin/orders/${printed.orderId}`).expect(200);
    expect(ordersConsoleHttp.record.reply.parse(record)).toEqual(record);
    expect(record).toMatchObject({
      print: { attempt: 1, id: `ord_${printed.orderId}_1`, problem: null, cost: 8.25 },
      notes: [{ note: 'She asked for the tracking number.', operator_id: 'test' }],
      late: false,
    });
  });

  test('has thumbnails of its products for its member, and for operators by a route of their own', async () => {
    const { body } = await member
      .get(`/api/images/auth/orders/${printed.orderId}/${mug.itemId}/thumbnail.webp`)
      .expect(200);
    expect(body).toEqual(bytes);
    const path = `/api/admin/orders/${printed.orderId}/items/${mug.itemId}/thumbnail`;
    const { body: shown, headers } = await asking(path).expect(200);
    expect(shown).toEqual(bytes);
    expect(headers).toMatchObject({ 'content-type': 'image/webp', 'cache-control': 'private, no-cache' });
    await asking(path.replace(mug.itemId, randomUUID())).expect(404);
    await asking(path.replace(printed.orderId, stuck.orderId)).expect(404);
    await asking(path, await operator(queries, 'analyst')).expect(403);
    await member.get(path).expect(403);
  });
});

describe('the list of orders', () => {
  test('begins with the late ones', async () => {
    expect(await references({})).toEqual(['ORD-2', 'ORD-3', 'ORD-1']);
  });

  test('finds those that are late, or not', async () => {
    expect(await list({ late: true })).toMatchObject([{ reference: 'ORD-2', late: true }]);
    expect(await references({ late: false })).toEqual(['ORD-3', 'ORD-1']);
    expect(await references({ late: true, status: 'shipped' })).toEqual([]);
    const { body } = await asking(ordersConsoleHttp.counts.path).expect(200);
    expect(body).toEqual({ success: true, late: 1 });
    await asking(ordersConsoleHttp.counts.path, await operator(queries, 'analyst')).expect(403);
  });

  test.each([
    ['as it is', 'RM123456789GB', ['ORD-1']],
    ['in small letters with spaces', 'rm 123 456 789 gb', ['ORD-1']],
    ['in part', 'RM123456789', []],
    ['that no parcel has', 'ORD-3', []],
  ])('finds an order by the tracking number %s', async (_what, tracking, found) => {
    expect(await references({ tracking })).toEqual(found);
  });
});

describe('a look-up', () => {
  const lookUp = (body: object, { authorization } = support) =>
    supertest(queries.server.http).post(ordersConsoleHttp.lookUp.path).set({ authorization }).send(body);
  const recorded = () => storedOf<LookupFact>(queries.server, 'lookup');

  test.each([
    ['the whole email address', { by: 'email', text: ' adam@example.org ' }, () => [stuck]],
    ['a part of an email address', { by: 'email', text: 'adam@' }, () => []],
    ['the start of the name', { by: 'name', text: 'ada b' }, () => [printed]],
    ['a start with accents', { by: 'name', text: 'ÁDÁ' }, () => [stuck]],
    ['a start that is a pattern', { by: 'name', text: '100%' }, () => [downloads]],
    ['a pattern that no name begins with', { by: 'name', text: '%bob' }, () => []],
  ])('finds orders by %s', async (_what, asked, found) => {
    const { body } = await lookUp(asked).expect(200);
    expect(body).toEqual({ success: true, orders: found().map(({ orderId }) => orderId), more: false });
  });

  test('leaves an event that says who looked up whom, and not what was typed', async () => {
    const before = await recorded();
    await lookUp({ by: 'email', text: 'bob@example.org' }).expect(200);
    await lookUp({ by: 'name', text: 'zzz' }).expect(200);
    const [found, missed] = (await recorded()).slice(before.length);
    expect(found).toMatchObject({
      type: 'OrdersLookedUp',
      stream: `lookup-${found?.data.lookupId}`,
      metadata: { actor: { kind: 'operator', id: support.id, role: 'support' } },
      data: { operatorId: support.id, by: 'email', memberIds: [downloads.memberId] },
    });
    expect(missed?.data).toMatchObject({ by: 'name', memberIds: [] });
    expect(JSON.stringify(found?.data)).not.toContain('bob@');
  });

  test('finds no one who was erased', async () => {
    const gone = new OrderStory(recorder);
    await queries.append(
      gone.placed({ customerName: 'Zoe Gone', customerEmail: 'zoe@example.org' }),
      new PersonStory(recorder, gone.memberId).erased(),
    );
    await asking(`/api/admin/orders/${gone.orderId}`).expect(200);
    for (const text of ['[erased]', 'Zoe Gone']) {
      const { body } = await lookUp({ by: 'name', text }).expect(200);
      expect(body.orders).toEqual([]);
    }
  });

  test('is for who reads orders, with three characters or more', async () => {
    const before = (await recorded()).length;
    await lookUp({ by: 'name', text: 'Ad' }).expect(400);
    await lookUp({ by: 'phone', text: '+44 20 7946' }).expect(400);
    await lookUp({ by: 'name', text: 'Ada' }, await operator(queries, 'analyst')).expect(403);
    await lookUp({ by: 'name', text: 'Ada' }, member).expect(403);
    expect(await recorded()).toHaveLength(before);
    await lookUp({ by: 'name', text: 'Ada' }, await operator(queries, 'auditor')).expect(200);
  });
});

describe('the pages of the list', () => {
  let memberId: string;
  const sorted = ['ORD-93', 'ORD-92', 'ORD-94', 'ORD-91'];
  beforeAll(async () => {
    ({ id: memberId } = await queries.member());
    const of = (number: number) => {
      const order = new OrderStory(recorder, { memberId });
      const placed = order.placed({ ...delivered, items: [orderedProduct()], reference: `ORD-9${number}` });
      return { order, placed };
    };
    const isStuck = ({ order, placed }: ReturnType<typeof of>) => [
      placed,
      order.paid(3599),
      order.became({ from: 'paid', to: 'in_production', reason: 'printing' }),
      order.printFailed('The address is not known'),
    ];
    await queries.append(of(1).placed, ...isStuck(of(2)), ...isStuck(of(3)), of(4).placed);
  });

  test.each([
    ['the member', () => ({ member: memberId })],
    ['the start of the reference', () => ({ q: 'ORD-9' })],
  ])('go from the late orders to the others and back where they are filtered by %s', async (_what, filterOf) => {
    const filter = filterOf();
    const all = await list(filter);
    expect(all.map(({ reference }) => reference)).toEqual(sorted);
    for (const [index, { cursor }] of all.entries()) {
      expect(await references({ ...filter, before: cursor })).toEqual(sorted.slice(index + 1));
      expect(await references({ ...filter, before: cursor }, 1)).toEqual(sorted.slice(index + 1, index + 2));
      expect(await references({ ...filter, after: cursor })).toEqual(sorted.slice(0, index));
      expect(await references({ ...filter, after: cursor }, 1)).toEqual(sorted.slice(Math.max(0, index - 1), index));
    }
  });

  test('have each order once where nothing is filtered', async () => {
    const all = (await list({})).map(({ reference }) => reference);
    expect(all.slice(0, 3)).toEqual(['ORD-93', 'ORD-92', 'ORD-2']);
    const walked: string[] = [];
    for (let page = await list({}, 2); page.length > 0; page = await list({ before: page.at(-1)!.cursor }, 2))
      walked.push(...page.map(({ reference }) => reference));
    expect(walked).toEqual(all);
  });

  test('say on an order’s own page the place that it has in the list', async () => {
    for (const { id, cursor } of await list({ member: memberId })) {
      const { body } = await asking(`/api/admin/orders/${id}`).expect(200);
      expect(body.cursor).toBe(cursor);
    }
  });
});

test('shows operators who of support did something and why, and members that it happened', async () => {
  const order = new OrderStory(recorder, { memberId: member.id });
  await queries.append(
    order.placed({ reference: 'ORD-9' }),
    order.paid(),
    byOperator(order.refundRequested({ cents: 100, note: 'The colours are wrong' })),
  );
  const { body } = await asking(`/api/admin/orders/${order.orderId}`).expect(200);
  expect(ordersConsoleHttp.record.reply.parse(body)).toEqual(body);
  expect(body.timeline).toMatchObject([
    { what: 'placed', operator_id: null, reason: '' },
    { what: 'paid', operator_id: null, reason: '' },
    { what: 'refund-requested', amount: 1, operator_id: 'olga', reason: 'The colours are wrong' },
  ]);
  const own = await member.get(`/api/orders/${order.orderId}`).expect(200);
  expect(JSON.stringify(own.body)).not.toMatch(/olga|The colours are wrong/);
});
