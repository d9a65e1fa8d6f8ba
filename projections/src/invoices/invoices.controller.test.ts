import { randomUUID } from 'node:crypto';
import { invoicesHttp } from '@easel/contracts/invoices/http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { AccountStory } from '../testing/accounts.ts';
import { creditNoteIssued, invoiceIssued } from '../testing/invoices.ts';
import { type QueryServer, startQueries, type TestCaller } from '../testing/query-server.ts';
import { Recorder } from '../testing/recorded.ts';

let queries: QueryServer;
let member: TestCaller;
let other: TestCaller;
const recorder = new Recorder();
const purchaseId = randomUUID();
const number = 'INV-2026-000001';
const note = 'INV-2026-000002';

beforeAll(async () => {
  queries = await startQueries();
  [member, other] = [await queries.member(), await queries.member()];
  await queries.append(
    new AccountStory(recorder, member.id).bought({ purchaseId }),
    invoiceIssued(recorder, { memberId: member.id, number }),
    creditNoteIssued(recorder, { memberId: member.id, number: note, cents: 1000 }),
    invoiceIssued(recorder, {
      memberId: member.id,
      number: 'INV-2026-000003',
      item: { kind: 'failed-refund', refundId: 're_1' },
    }),
  );
});
afterAll(() => queries?.close());

const path = (of: string): string => invoicesHttp.one.path.replace(':number', of);

test.each([
  ['an invoice by its number', number, { kind: 'invoice', amount: 25 }, null],
  ['a credit note with the number of the invoice it credits', note, { kind: 'credit-note', amount: -10 }, number],
  ['a receipt by the id of its purchase', purchaseId, { kind: 'receipt', credits: 5 }, null],
])('answers %s, which no cache keeps', async (_what, of, invoice, credited) => {
  const { body, headers } = await member.get(path(of)).expect(200);
  expect(invoicesHttp.one.reply.parse(body)).toEqual(body);
  expect(body).toMatchObject({ success: true, invoice: { number: of, ...invoice }, credited });
  expect(headers['cache-control']).toBe('no-store');
});

test('finds an invoice by its number in small letters', async () => {
  const { body } = await member.get(path(number.toLowerCase())).expect(200);
  expect(body.invoice.number).toBe(number);
});

test('answers the invoice of its order for a purchase by card, by the id of each picture', async () => {
  const buyer = await queries.member();
  const account = new AccountStory(recorder, buyer.id);
  const [first, second] = [randomUUID(), randomUUID()];
  const card = { method: 'card', paymentId: 'pi_9', tenths: 0, allowanceTenths: 0, cents: 150 } as const;
  const item = { kind: 'order', orderId: randomUUID(), reference: 'ORD-1764', items: 2 } as const;
  const refund = { kind: 'failed-refund', refundId: 're_9' } as const;
  const invoiced = { memberId: buyer.id, paymentId: 'pi_9', cents: 300 };
  await queries.append(
    account.bought({ purchaseId: first, ...card }),
    account.bought({ purchaseId: second, ...card }),
    invoiceIssued(recorder, { ...invoiced, number: 'INV-2026-000007', item }),
    creditNoteIssued(recorder, { ...invoiced, number: 'INV-2026-000008' }),
    invoiceIssued(recorder, { ...invoiced, number: 'INV-2026-000009', item: refund }),
  );
  for (const of of [first, second, 'INV-2026-000007']) {
    const { body } = await buyer.get(path(of)).expect(200);
    expect(body).toMatchObject({ invoice: { kind: 'invoice', number: 'INV-2026-000007', item, amount: 3 } });
  }
  const { body } = await buyer.get(path('INV-2026-000008')).expect(200);
  expect(body.credited).toBe('INV-2026-000007');
});

test.each([number, purchaseId])('answers 404 for %s to another member, and 401 to visitors', async (of) => {
  const { body, headers } = await other.get(path(of)).expect(404);
  expect(body.code).toBe('invoices.not_found');
  expect(headers['cache-control']).toBe('no-store');
  await queries.nobody.get(path(of)).expect(401);
});

test.each(['INV-2026-000004', randomUUID(), 'pi_1', '%27%20or%201=1', 'INV-2026-%00'])(
  'answers %s, which names nothing, with an error',
  async (of) => {
    const { status, body } = await member.get(path(of));
    expect([400, 404]).toContain(status);
    expect(body.success).toBe(false);
  },
);

test('an event that cannot be applied marks its member’s documents as incomplete, and holds up no other member’s', async () => {
  const [broken, whole] = [await queries.member(), await queries.member()];
  const [twice, later] = ['INV-2026-000005', 'INV-2026-000006'];
  await queries.append(
    invoiceIssued(recorder, { memberId: broken.id, number: twice }),
    invoiceIssued(recorder, { memberId: broken.id, number: twice }),
    invoiceIssued(recorder, { memberId: whole.id, number: later }),
  );
  const { headers } = await broken.get(path(twice)).expect(200);
  expect(headers['x-incomplete']).toBe('true');
  const { headers: others } = await whole.get(path(later)).expect(200);
  expect(others['x-incomplete']).toBeUndefined();
});
