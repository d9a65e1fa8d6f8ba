import { expect, test } from 'vitest';
import { noticeOf } from './webhook.notices.ts';

const session = {
  id: 'cs_1',
  mode: 'payment',
  payment_status: 'paid',
  amount_total: 2500,
  currency: 'usd',
  customer: 'cus_1',
  payment_intent: 'pi_1',
  metadata: { memberId: 'm', kind: 'wallet' },
  livemode: true,
};
const completed = (change: Partial<typeof session> = {}) =>
  noticeOf({ type: 'checkout.session.completed', object: { ...session, ...change } });
const disputed = (status: string, type = 'charge.dispute.updated') =>
  noticeOf({
    type,
    object: { id: 'dp_1', amount: 900, status, reason: 'fraudulent', payment_intent: 'pi_1', created: 1_790_000_000 },
  });

test('a session that was paid is a payment, one that was not is nothing yet', () => {
  expect(completed()).toEqual({
    about: 'wallet-payment',
    memberId: 'm',
    paymentId: 'pi_1',
    sessionId: 'cs_1',
    cents: 2500,
    livemode: true,
  });
  expect(completed({ payment_status: 'unpaid' })).toMatchObject({ about: 'nothing', strange: false });
  expect(completed({ payment_status: 'no_payment_required' })).toMatchObject({ about: 'nothing' });
  expect(completed({ metadata: { memberId: 'm', kind: 'other' } })).toMatchObject({ about: 'nothing' });
  expect(completed({ currency: 'eur' })).toMatchObject({ about: 'nothing', strange: true });
  expect(completed({ mode: 'subscription' })).toEqual({ about: 'plans', customer: 'cus_1' });
});

test('a payment that succeeds or fails is news of its order, and of nothing where it is no order’s', () => {
  for (const type of ['payment_intent.succeeded', 'payment_intent.payment_failed']) {
    const paymentOf = (metadata: object) => noticeOf({ type, object: { id: 'pi_1', metadata } });
    expect(paymentOf({ memberId: 'm', kind: 'order', orderId: 'o' })).toEqual({
      about: 'order-payment',
      paymentId: 'pi_1',
    });
    expect(paymentOf({ memberId: 'm', kind: 'wallet' })).toMatchObject({ about: 'nothing', strange: false });
    expect(paymentOf({})).toMatchObject({ about: 'nothing', strange: false });
  }
});

test('a bank that only asks takes nothing', () => {
  for (const status of ['warning_needs_response', 'warning_under_review', 'warning_closed', 'prevented']) {
    expect(disputed(status)).toMatchObject({ about: 'nothing' });
  }
});

test('a dispute is what its status says, whatever tells of it', () => {
  const outcomeOf = (status: string, type?: string) => {
    const notice = disputed(status, type);
    return notice.about === 'dispute' ? notice.dispute.outcome : undefined;
  };
  expect(outcomeOf('needs_response', 'charge.dispute.created')).toBe('frozen');
  expect(outcomeOf('under_review')).toBe('frozen');
  expect(outcomeOf('won', 'charge.dispute.closed')).toBe('released');
  expect(outcomeOf('lost', 'charge.dispute.created')).toBe('lost');
});

test('what concerns nobody here is nothing, and what has lost its shape is an error', () => {
  expect(noticeOf({ type: 'payment_intent.created', object: {} })).toMatchObject({ about: 'nothing' });
  expect(noticeOf({ type: 'charge.refunded', object: { payment_intent: null } })).toMatchObject({ about: 'nothing' });
  expect(noticeOf({ type: 'refund.updated', object: { payment_intent: { id: 'pi_1' } } })).toEqual({
    about: 'refunds',
    paymentId: 'pi_1',
  });
  expect(() => noticeOf({ type: 'invoice.paid', object: { customer: null } })).toThrow('customer');
});
