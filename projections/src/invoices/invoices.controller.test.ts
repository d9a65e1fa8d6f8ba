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
