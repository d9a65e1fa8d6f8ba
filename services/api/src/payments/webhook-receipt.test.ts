import { expect, test } from 'vitest';
import { receiptOf } from './webhook-receipt.ts';

test('what is said of the payment stands in the log, of what may be personal only that it was said', () => {
  const session = {
    id: 'cs_1',
    object: 'checkout.session',
    amount_total: 2500,
    payment_status: 'paid',
    livemode: false,
    payment_intent: { id: 'pi_1', receipt_email: 'mira@example.org' },
    customer: 'cus_1',
    customer_details: { email: 'mira@example.org', name: 'Mira' },
    metadata: { memberId: 'm' },
    after_expiration: null,
  };
  const receipt = receiptOf(session);
  expect(receipt).toEqual({
    received: {
      id: 'cs_1',
      object: 'checkout.session',
      amount_total: 2500,
      payment_status: 'paid',
      livemode: false,
      payment_intent: 'pi_1',
    },
    withheld: ['customer', 'customer_details', 'metadata'],
    paymentId: 'pi_1',
  });
  expect(JSON.stringify(receipt)).not.toContain('mira@');
});

test('says which payment it is about where it tells of the payment itself', () => {
  const receipt = receiptOf({ id: 'pi_1', object: 'payment_intent', client_secret: 'pi_1_secret', amount: 75 });
  expect(receipt).toEqual({
    received: { id: 'pi_1', object: 'payment_intent', amount: 75 },
    withheld: ['client_secret'],
    paymentId: 'pi_1',
  });
});

test('what has no payment, or no shape, is received all the same', () => {
  expect(receiptOf({ id: 'in_1', payment_intent: null })).toEqual({
    received: { id: 'in_1' },
    withheld: [],
    paymentId: null,
  });
  expect(receiptOf(null)).toEqual({ received: {}, withheld: [], paymentId: null });
});
