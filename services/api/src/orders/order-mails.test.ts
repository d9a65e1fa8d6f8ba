import { randomUUID } from 'node:crypto';
import { ERASED } from '@easel/contracts/kernel/event';
import { orderFacts, type OrderFact } from '@easel/contracts/orders/events';
import { orderStream } from '@easel/contracts/orders/stream';
import type { TestServer } from '@easel/kernel/testing/server';
import { CommandBus } from '@nestjs/cqrs';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { Mails } from '../mail/mails.ts';
import { MembersLookup } from '../members/members.lookup.ts';
import { commandAs } from '../testing/accounts.ts';
import { registerMember, startApi, type TestMember } from '../testing/api-server.ts';
import { mailsTo } from '../testing/mailbox.ts';
import { orderedProduct } from '../testing/ordered-product.ts';
import { ORDER_MAIL } from './post-order-mails.process.ts';
import { QueueMail } from '../mail/queue-mail.ts';

const PATIENCE = { timeout: 30_000 };

let server: TestServer;
beforeAll(async () => {
  server = await startApi();
  // Mails are sent of what comes after this process has begun to follow the log.
  await vi.waitFor(async () => {
    const { rowCount } = await server.foundation.pool.query("select from vault.checkpoints where name = 'orders.post'");
    if (rowCount !== 1) throw new Error('it has not begun yet');
  }, PATIENCE);
});
afterAll(() => server.close());
afterEach(() => void vi.restoreAllMocks());

const metadata = { $correlationId: 'c', actor: { kind: 'system', id: 'test' } } as const;
const recordedAs = (fact: OrderFact) => ({
  id: randomUUID(),
  fact,
  metadata: { ...metadata, schemaVersion: orderFacts[fact.type].version },
});

/** Has an order of one poster placed and paid. */
async function orderPoster({ id: memberId, email }: TestMember) {
  const [orderId, paymentId, at] = [randomUUID(), `pi_${randomUUID()}`, new Date().toISOString()];
  const events: OrderFact[] = [
    {
      type: 'OrderPlaced',
      data: {
        orderId,
        memberId,
        reference: 'ORD-1764',
        testMode: false,
        customerName: 'Ada Byron',
        customerEmail: email,
        customerPhone: '',
        street: '1 Example Street',
        city: 'London',
        state: '',
        zipCode: 'N1',
        country: 'United Kingdom',
        deliveryMethod: 'standard',
        items: [orderedProduct({ itemId: randomUUID(), makerId: memberId })],
        priceVersion: 1,
        subtotalCents: 1900,
        shippingCents: 599,
        totalCents: 2499,
        placedAt: at,
      },
    },
    { type: 'OrderPaid', data: { orderId, memberId, paymentId, cents: 2499, paidAt: at } },
  ];
  const facts = events.map(recordedAs);
  const stream = orderStream.nameOf(orderId);
  await server.foundation.log.append(stream, 'none', facts);
  return { orderId, paymentId, paidId: facts[1]!.id, asked: { memberId, stream, revision: 1 } };
}

const subjectsTo = async ({ email }: TestMember): Promise<string[]> =>
  (await mailsTo(server, email)).map(({ subject }) => subject).filter((subject) => subject.includes(' order '));

test('an order that is paid is confirmed by mail once, however often that is asked for', async () => {
  const member = await registerMember(server);
  const { paidId, asked } = await orderPoster(member);
  await vi.waitFor(async () => expect(await subjectsTo(member)).toHaveLength(1), PATIENCE);
  await server.app.get(CommandBus).execute(new QueueMail(ORDER_MAIL, paidId, asked));
  const queued = await server.foundation.pool.query('select from vault.mails where kind = $1', [ORDER_MAIL]);
  expect(queued.rowCount).toBe(0);
  expect(await subjectsTo(member)).toEqual(['Your Easel order ORD-1764 is confirmed']);
});

test('a mail about an order is not written to a member who was erased meanwhile', async () => {
  const member = await registerMember(server);
  const { asked } = await orderPoster(member);
  const mail = { id: randomUUID(), key: '', claim: '', tries: 0, kind: ORDER_MAIL, requestedAt: new Date() };
  const write = () => server.app.get(Mails, { strict: false }).write({ ...mail, payload: { ...asked } });
  expect(await write()).toMatchObject({ to: member.email });
  vi.spyOn(MembersLookup.prototype, 'emailOf').mockResolvedValue(ERASED);
  expect(await write()).toBeUndefined();
});

test('a refund of printed products has one mail, with its credit note', async () => {
  const member = await registerMember(server);
  const { orderId, paymentId, asked } = await orderPoster(member);
  const refund = { refundId: `re_${randomUUID()}`, paymentId, cents: 1900 };
  // The account records it first: the mail waits for what the order says of it.
  const booked = { memberId: member.id, ...refund, orderId, reason: null, failed: false, at: new Date() };
  await commandAs(server, { type: 'RefundWallet', ...booked });
  const refunded: OrderFact = {
    type: 'OrderRefunded',
    data: {
      orderId,
      memberId: member.id,
      ...refund,
      requestId: null,
      outcome: 'made',
      refundedAt: new Date().toISOString(),
    },
  };
  await server.foundation.log.append(asked.stream, asked.revision, [recordedAs(refunded)]);
  const aboutRefund = async () =>
    (await mailsTo(server, member.email)).filter(({ text }) => /refunded|[Cc]redit note/.test(text));
  await vi.waitFor(async () => expect(await aboutRefund()).toHaveLength(1), PATIENCE);
  await vi.waitFor(async () => {
    const left = await server.foundation.pool.query('select from vault.mails');
    expect(left.rowCount).toBe(0);
  }, PATIENCE);
  expect(await aboutRefund()).toMatchObject([
    {
      subject: 'We have refunded $19.00 of your Easel order ORD-1764',
      text: expect.stringMatching(/Credit note INV-\d{4}-\d{6} from/),
    },
  ]);
});
