import { randomUUID } from 'node:crypto';
import type { InvoiceFact } from '@easel/contracts/invoices/events';
import { invoicesHttp } from '@easel/contracts/invoices/http';
import { invoiceNumber } from '@easel/contracts/invoices/policy';
import { invoicesStream } from '@easel/contracts/invoices/stream';
import type { Recorded } from '@easel/contracts/kernel/event';
import { Refused } from '@easel/contracts/kernel/problem';
import { memberStream } from '@easel/contracts/members/stream';
import type { TestServer } from '@easel/kernel/testing/server';
import { CommandBus } from '@nestjs/cqrs';
import supertest from 'supertest';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { commandAs, subscribeAs, topUpAs } from '../testing/accounts.ts';
import { registerMember, startApi, type TestMember } from '../testing/api-server.ts';
import { cutAppends } from '../testing/cut-append.ts';
import { askedLongAgo } from '../testing/erasures.ts';
import { mailsTo } from '../testing/mailbox.ts';
import { placeOrder } from '../testing/placed-order.ts';
import { Studio } from '../testing/studio.ts';
import { IssueInvoice, type Invoicing } from './issue-invoices.ts';
import { QueueMail } from '../mail/queue-mail.ts';
import { RECEIPT } from './post-receipts.process.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startApi({ invoices: { INVOICE_SELLER: 'Easel Ltd | 1 Example Street' }, rateLimitScale: 100 });
  // Mails are sent of what comes after this process has begun to follow the log.
  await vi.waitFor(async () => {
    const { rowCount } = await server.foundation.pool.query(
      "select from vault.checkpoints where name = 'invoices.post'",
    );
    if (rowCount !== 1) throw new Error('it has not begun yet');
  }, PATIENCE);
});
afterAll(() => server?.close());
afterEach(() => void vi.restoreAllMocks());

const PATIENCE = { timeout: 30_000 };
const YEAR = String(new Date().getUTCFullYear());

const read = async (year: string): Promise<Recorded<InvoiceFact>[]> =>
  Array.fromAsync(server.foundation.log.read<InvoiceFact>(invoicesStream.nameOf(year)));
const invoicesOf = async ({ id }: TestMember) => (await read(YEAR)).filter(({ data }) => data.memberId === id);
const invoiced = (member: TestMember, times = 1) =>
  vi.waitFor(async () => {
    const found = await invoicesOf(member);
    expect(found).toHaveLength(times);
    return found;
  }, PATIENCE);
const receipts = async ({ email }: TestMember) =>
  (await mailsTo(server, email)).filter(({ subject }) => /invoice|receipt/.test(subject));
const mailed = (member: TestMember) =>
  vi.waitFor(async () => {
    const found = await receipts(member);
    expect(found).toHaveLength(1);
    return found;
  }, PATIENCE);

/** As the process sends it. */
const issue = (invoicing: Invoicing) =>
  server.app.get(CommandBus).execute(
    new IssueInvoice(invoicing, {
      key: `invoice ${invoicing.paymentId}`,
      actor: { kind: 'system', id: 'invoices.issue' },
      correlationId: 'c',
    }),
  );
const payment = (year: string): Invoicing => ({
  type: 'IssueInvoice',
  memberId: randomUUID(),
  paymentId: `pi_${randomUUID()}`,
  item: { kind: 'top-up' },
  cents: 1000,
  bookedAt: `${year}-06-01T00:00:00.000Z`,
});
const numbersOf = async (year: string) => (await read(year)).map(({ data }) => data.number);

test('a top-up has an invoice, which is mailed once', async () => {
  const member = await registerMember(server);
  await topUpAs(server, member.id, 2500);
  const [invoice] = await invoiced(member);
  expect(invoice?.data).toMatchObject({
    item: { kind: 'top-up' },
    cents: 2500,
    currency: 'USD',
    seller: ['Easel Ltd', '1 Example Street'],
  });
  expect(JSON.stringify(invoice?.data)).not.toMatch(/example\.org|Byron/);
  const [mail] = await mailed(member);
  expect(mail?.subject).toBe(`Your Easel invoice ${invoice?.data.number}`);
  const { id, stream, revision } = invoice!;
  await server.app.get(CommandBus).execute(new QueueMail(RECEIPT, id, { memberId: member.id, stream, revision }));
  expect(await receipts(member)).toHaveLength(1);
});

test('a plan has an invoice, which names the plan and its time', async () => {
  const member = await registerMember(server);
  const { payments } = await subscribeAs(server, member.id, 'studio');
  const [invoice] = await invoiced(member);
  expect(invoice?.data).toMatchObject({
    paymentId: payments[0]?.paymentId,
    item: { kind: 'plan', tier: 'studio', period: 'monthly', until: payments[0]?.until.toISOString() },
    cents: payments[0]?.cents,
  });
});

test('a refund has a credit note, which is mailed', async () => {
  const member = await registerMember(server);
  const paymentId = `pi_${randomUUID()}`;
  const at = new Date();
  await commandAs(server, { type: 'TopUpWallet', memberId: member.id, paymentId, sessionId: null, cents: 2500, at });
  await invoiced(member);
  const refund = { refundId: `re_${randomUUID()}`, paymentId, cents: 1000, reason: null };
  await commandAs(server, { type: 'RefundWallet', memberId: member.id, ...refund, failed: false, at });
  const [, note] = await invoiced(member, 2);
  expect(note).toMatchObject({ type: 'CreditNoteIssued', data: { paymentId, refundId: refund.refundId, cents: 1000 } });
  await vi.waitFor(async () => {
    const subjects = (await mailsTo(server, member.email)).map(({ subject }) => subject);
    expect(subjects).toContain(`Your Easel credit note ${note?.data.number}`);
  }, PATIENCE);
});

test('an order has one invoice with its reference and pictures, and what it bought no receipt beside that', async () => {
  const member = await registerMember(server);
  const { orderId, paymentId, terms } = await placeOrder(server, member.id, 'paid');
  const [invoice] = await invoiced(member);
  expect(invoice?.data).toMatchObject({
    paymentId,
    item: {
      kind: 'order',
      orderId,
      reference: 'ORD-1764',
      items: 1,
      lines: [{ of: 'picture', text: 'Picture in 1K, png', quantity: 1, unitCents: 150, cents: 150 }],
    },
    cents: 150,
  });
  await commandAs(server, { type: 'PurchaseImage', memberId: member.id, ...terms, at: new Date() });
  const refund = { refundId: `re_${randomUUID()}`, paymentId, cents: 150, reason: null };
  await commandAs(server, { type: 'RefundWallet', memberId: member.id, ...refund, failed: false, at: new Date() });
  const [, note] = await invoiced(member, 2);
  expect(note).toMatchObject({ type: 'CreditNoteIssued', data: { paymentId, cents: 150 } });
  await vi.waitFor(async () => {
    const subjects = (await mailsTo(server, member.email)).map(({ subject }) => subject);
    expect(subjects).toContain(`Your Easel credit note ${note?.data.number}`);
  }, PATIENCE);
  expect((await receipts(member)).map(({ subject }) => subject)).toEqual([
    `Your Easel invoice ${invoice?.data.number}`,
  ]);
});

test('a purchase from the wallet has a receipt by mail, and no invoice beside that of its top-up', async () => {
  const studio = new Studio(server);
  const [seller, buyer] = [await registerMember(server), await registerMember(server)];
  const image = await studio.published(seller);
  await topUpAs(server, buyer.id, 2500);
  await mailed(buyer);
  const body = { imageId: image, size: '1K', paymentMethod: 'dollars' };
  const { body: bought } = await supertest(server.http)
    .post('/api/images/purchase')
    .set(...buyer.bearer)
    .set('idempotency-key', randomUUID())
    .send(body)
    .expect(200);
  const text = await vi.waitFor(async () => {
    const receipt = (await receipts(buyer)).find(({ subject }) => subject === 'Your Easel receipt');
    expect(receipt).toBeDefined();
    return receipt?.text;
  }, PATIENCE);
  expect(text).toContain(`/invoices/${(bought as { purchaseId: string }).purchaseId}`);
  expect(text).toContain('Easel Ltd, 1 Example Street');
  expect(await invoicesOf(buyer)).toHaveLength(1);
});

test('numbers have no gaps and payments no second invoice, however many ask at once and again', async () => {
  const payments = Array.from({ length: 12 }, () => payment('1991'));
  await Promise.all([...payments, ...payments].map(issue));
  await Promise.all(payments.map(issue));
  expect(await numbersOf('1991')).toEqual(payments.map((_, index) => invoiceNumber('1991', index + 1)));
});

test('each year counts from one', async () => {
  for (const year of ['1992', '1993']) await issue(payment(year));
  expect([await numbersOf('1992'), await numbersOf('1993')]).toEqual([['INV-1992-000001'], ['INV-1993-000001']]);
});

test.each([true, false])(
  'issues one invoice for a payment after an append of unknown outcome; stored: %s',
  async (isStored) => {
    const year = isStored ? '1994' : '1995';
    const one = payment(year);
    const mend = cutAppends(server.foundation.log, invoicesStream.nameOf(year), 'InvoiceIssued', { isStored });
    await expect(issue(one)).rejects.toThrow(Refused);
    mend();
    await issue(payment(year));
    await issue(one);
    expect(await numbersOf(year)).toEqual([1, 2].map((n) => invoiceNumber(year, n)));
  },
);

test('a member who was erased keeps the invoice, and is sent no mail about it', async () => {
  const member = await registerMember(server);
  await askedLongAgo(server, member);
  const events = () => Array.fromAsync(server.foundation.log.readStored(memberStream.nameOf(member.id)));
  await vi.waitFor(async () => expect((await events()).map(({ type }) => type)).toContain('MemberErased'), PATIENCE);
  await topUpAs(server, member.id, 1000);
  const [invoice] = await invoiced(member);
  const { id, stream, revision } = invoice!;
  await server.app.get(CommandBus).execute(new QueueMail(RECEIPT, id, { memberId: member.id, stream, revision }));
  expect(await receipts(member)).toEqual([]);
});

test('tells members the seller’s name and address, and visitors nothing', async () => {
  const member = await registerMember(server);
  const { body } = await supertest(server.http)
    .get(invoicesHttp.seller.path)
    .set(...member.bearer)
    .expect(200);
  expect(body).toEqual({ success: true, seller: ['Easel Ltd', '1 Example Street'] });
  await supertest(server.http).get(invoicesHttp.seller.path).expect(401);
});
