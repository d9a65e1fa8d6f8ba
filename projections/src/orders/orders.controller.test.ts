import { randomUUID } from 'node:crypto';
import { MORE_HEADER } from '@easel/contracts/kernel/console';
import type { OperatorRole } from '@easel/contracts/kernel/http';
import { type OrderRecord, ordersConsoleHttp } from '@easel/contracts/orders/console.http';
import { ordersHttp } from '@easel/contracts/orders/http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { GenerationStory } from '../testing/generations.ts';
import { creditNoteIssued, invoiceIssued } from '../testing/invoices.ts';
import { operator } from '../testing/operators.ts';
import { orderedItem, OrderStory } from '../testing/orders.ts';
import { PersonStory } from '../testing/people.ts';
import { type QueryServer, startQueries, type TestCaller } from '../testing/query-server.ts';
import { Recorder } from '../testing/recorded.ts';

let queries: QueryServer;
let member: TestCaller;
let other: TestCaller;
let support: string;
let blob: string;
const recorder = new Recorder();
const bytes = Buffer.from('a thumbnail');
const number = 'INV-2026-000001';
let delivered: OrderStory;
let pending: OrderStory;
let tested: OrderStory;
let others: OrderStory;
const fox = new GenerationStory(recorder, randomUUID());
const items = [orderedItem({ generationId: fox.generationId }), ...Array.from({ length: 4 }, () => orderedItem())];

beforeAll(async () => {
  queries = await startQueries();
  [member, other] = [await queries.member(), await queries.member()];
  ({ authorization: support } = await operator(queries, 'support'));
  ({ blob } = await queries.server.foundation.blobs.put(bytes));
  const { image } = items[0]!;
  items[0] = { ...items[0]!, image: { ...image, thumbnail: { ...image.thumbnail, blob } } };
  const of = ({ id: memberId }: TestCaller) => new OrderStory(recorder, { memberId });
  [delivered, pending, tested, others] = [of(member), of(member), of(member), of(other)];
  const invoiced = { memberId: member.id, number, paymentId: delivered.paymentId };
  await queries.append(
    ...fox.whole({ prompt: 'A fox in the snow' }),
    delivered.placed({ items, reference: 'ORD-100', placedAt: '2026-11-20T10:00:00.000Z' }),
    delivered.opened(),
    delivered.paid(750),
    delivered.became({ from: 'paid', to: 'delivered', reason: 'downloads-ready' }),
    invoiceIssued(recorder, {
      ...invoiced,
      item: { kind: 'order', orderId: delivered.orderId, reference: 'ORD-100', items: 5 },
      cents: 750,
    }),
    delivered.refunded(150),
    creditNoteIssued(recorder, { ...invoiced, number: 'INV-2026-000002', cents: 150 }),
    pending.placed({ reference: 'ORD-200', placedAt: '2026-11-20T11:00:00.000Z' }),
    pending.opened(),
    pending.declined(),
    tested.placed({ reference: 'ORD-300', testMode: true, placedAt: '2026-11-20T12:00:00.000Z' }),
    others.placed({ reference: 'ORD-101', placedAt: '2026-11-20T13:00:00.000Z' }),
  );
});
afterAll(() => queries?.close());

describe('a member', () => {
  const ids = async (query: string): Promise<string[]> => {
    const { body, headers } = await member.get(`/api/orders?${query}`).expect(200);
    expect(headers['cache-control']).toBe('no-store');
    return ordersHttp.own.reply.parse(body).items.map(({ id }) => id);
  };

  test('sees their own orders, the newest first, page by page', async () => {
    expect(await ids('')).toEqual([tested, pending, delivered].map(({ orderId }) => orderId));
    expect(await ids('limit=2&page=2')).toEqual([delivered.orderId]);
    const { body } = await member.get('/api/orders?limit=2&page=2').expect(200);
    expect(body).toEqual({
      success: true,
      items: [
        {
          id: delivered.orderId,
          reference: 'ORD-100',
          status: 'delivered',
          subtotal: 7.5,
          shipping: 0,
          total: 7.5,
          placed_at: '2026-11-20T10:00:00.000Z',
          thumbnails: items
            .slice(0, 4)
            .map(({ itemId }) => `/api/images/auth/orders/${delivered.orderId}/${itemId}/thumbnail.webp`),
          items: 5,
          products: [],
          promised_by: null,
        },
      ],
      pagination: { page: 2, limit: 2, pages: 2, total: 3 },
    });
    await queries.nobody.get('/api/orders').expect(401);
  });

  test('sees an order with its customer, invoice, files, timeline and titles', async () => {
    const { body } = await member.get(`/api/orders/${delivered.orderId}`).expect(200);
    expect(ordersHttp.one.reply.parse(body)).toEqual(body);
    expect(body).toMatchObject({
      order: {
        customer: { name: 'Ada Byron', email: 'ada@example.org', phone: '+44 20 7946 0000' },
        refunded: 1.5,
        invoice: number,
        timeline: [
          { what: 'placed' },
          { what: 'paid', amount: 7.5 },
          { what: 'delivered', amount: null },
          { what: 'refunded', amount: 1.5 },
        ],
      },
      titles: { [fox.generationId]: 'A fox in the snow' },
    });
    expect(body.order.items).toHaveLength(5);
    const { itemId, image } = items[1]!;
    expect(body.order.items[1]).toMatchObject({
      id: itemId,
      size: '2K',
      price: 1.5,
      width: 2048,
      height: 1152,
      thumbhash: image.thumbhash,
      download_url: `/api/purchases/${itemId}/file?format=webp`,
    });
  });

  test.each([
    ['an order that waits for its payment', () => pending],
    ['a test order', () => tested],
  ])('finds no files and no invoice at %s', async (_what, of) => {
    const { body } = await member.get(`/api/orders/${of().orderId}`).expect(200);
    const { order } = ordersHttp.one.reply.parse(body);
    expect(order.invoice).toBeNull();
    expect(order.items.map((item) => item.kind === 'image-download' && item.download_url)).toEqual([null]);
  });

  test('finds another member’s order, and one that does not exist, with 404', async () => {
    for (const id of [others.orderId, randomUUID()]) {
      const { body } = await member.get(`/api/orders/${id}`).expect(404);
      expect(body.code).toBe('orders.not_found');
    }
    await member.get('/api/orders/ORD-100').expect(400);
    await queries.nobody.get(`/api/orders/${delivered.orderId}`).expect(401);
  });

  test('is sent the thumbnail of what they ordered by token and by cookie, and no other member is', async () => {
    const path = `/api/images/auth/orders/${delivered.orderId}/${items[0]!.itemId}/thumbnail.webp`;
    for (const sent of [member.get, member.getByCookie]) {
      const { body, headers } = await sent(path).expect(200);
      expect(body).toEqual(bytes);
      expect(headers).toMatchObject({ 'content-type': 'image/webp', 'cache-control': 'private, no-cache' });
    }
    await member.get(path).set('if-none-match', `"${blob}"`).expect(304);
    await other.get(path).expect(404);
    await other.getByCookie(path).expect(404);
    await member.get(path.replace(items[0]!.itemId, randomUUID())).expect(404);
    await member.get(path.replace(items[0]!.itemId, items[1]!.itemId)).expect(404);
    await queries.nobody.get(path).expect(401);
  });
});

describe('the console', () => {
  const asking = (path: string, authorization = support) => queries.nobody.get(path).set({ authorization });
  const list = async (filter: object = {}, range = [0, 24]) => {
    const query = new URLSearchParams({ filter: JSON.stringify(filter), range: JSON.stringify(range) }).toString();
    const { body, headers } = await asking(`/api/admin/orders?${query}`).expect(200);
    expect(ordersConsoleHttp.list.reply.parse(body)).toEqual(body);
    const records = body as OrderRecord[];
    return { records, references: records.map(({ reference }) => reference), more: headers[MORE_HEADER] };
  };

  test('lists all orders, the newest first, and walks them by their cursors', async () => {
    const first = await list({}, [0, 1]);
    expect(first).toMatchObject({ references: ['ORD-101', 'TEST-300'], more: 'true' });
    const { cursor } = first.records[1]!;
    const second = await list({ before: cursor }, [0, 1]);
    expect(second).toMatchObject({ references: ['ORD-200', 'ORD-100'], more: 'false' });
    const back = await list({ after: second.records[1]!.cursor }, [0, 1]);
    expect(back).toMatchObject({ references: ['TEST-300', 'ORD-200'], more: 'true' });
  });

  test.each([
    ['status', () => ({ status: ['delivered', 'pending'] }), ['ORD-101', 'ORD-200', 'ORD-100']],
    ['one status', () => ({ status: 'test_mode' }), ['TEST-300']],
    ['being a test', () => ({ test: true }), ['TEST-300']],
    ['being none', () => ({ test: false }), ['ORD-101', 'ORD-200', 'ORD-100']],
    ['the start of the reference', () => ({ q: 'ord-10' }), ['ORD-101', 'ORD-100']],
    ['a start that is a pattern', () => ({ q: 'ORD-%' }), []],
    ['the member', () => ({ member: other.id }), ['ORD-101']],
    ['the payment', () => ({ payment: delivered.paymentId }), ['ORD-100']],
    ['ids', () => ({ id: [pending.orderId, others.orderId] }), ['ORD-101', 'ORD-200']],
    ['several at once', () => ({ member: member.id, status: 'pending', q: 'ORD-2' }), ['ORD-200']],
  ])('finds orders by %s', async (_what, filter, references) => {
    expect((await list(filter())).references).toEqual(references);
  });

  test('shows one order with its member, payment and invoice', async () => {
    const { body } = await asking(`/api/admin/orders/${delivered.orderId}`).expect(200);
    expect(ordersConsoleHttp.record.reply.parse(body)).toEqual(body);
    expect(body).toMatchObject({
      id: delivered.orderId,
      member_id: member.id,
      payment_id: delivered.paymentId,
      invoice: number,
    });
    await asking(`/api/admin/orders/${randomUUID()}`).expect(404);
  });

  test.each<[OperatorRole, number]>([
    ['admin', 200],
    ['support', 200],
    ['auditor', 200],
    ['analyst', 403],
  ])('answers operators of the role %s with %i', async (role, status) => {
    const { authorization } = await operator(queries, role);
    await asking('/api/admin/orders', authorization).expect(status);
    await asking(`/api/admin/orders/${delivered.orderId}`, authorization).expect(status);
  });

  test('answers members with 403, visitors with 401, and an unknown filter with 400', async () => {
    await member.get('/api/admin/orders').expect(403);
    await queries.nobody.get('/api/admin/orders').expect(401);
    await asking(`/api/admin/orders?filter=${encodeURIComponent('{"name":"Ada"}')}`).expect(400);
  });

  test('shows no name, mail or phone once the member is erased', async () => {
    const order = new OrderStory(recorder);
    await queries.append(order.placed({ reference: 'ORD-9' }), new PersonStory(recorder, order.memberId).erased());
    const { body } = await asking(`/api/admin/orders/${order.orderId}`).expect(200);
    expect(body.customer).toEqual({ name: '[erased]', email: '[erased]', phone: '[erased]' });
  });

  test('marks replies as incomplete where an order cannot be applied', async () => {
    const broken = new OrderStory(recorder);
    await queries.append(broken.paid());
    const query = new URLSearchParams({ filter: JSON.stringify({ member: broken.memberId }) }).toString();
    const { body, headers } = await asking(`/api/admin/orders?${query}`).expect(200);
    expect(body).toEqual([]);
    expect(headers['x-incomplete']).toBe('true');
  });
});
