import type { Books } from './books.ts';
import type { Kept } from './shelves.ts';
import { addTransaction } from './balance.ts';
import { invalid } from './refusal.ts';
import type { Metadata } from './wire.ts';

export interface RefundOrder {
  amount: number | undefined;
  reason: string | null;
  metadata: Metadata;
}

const dollars = (cents: number) => `$${(cents / 100).toFixed(2)}`;

/** Gives back a charge, or what is asked of it. @throws Refusal as 400 where that is not left, or is disputed */
export async function refund(books: Books, charge: Kept<'charge'>, order: RefundOrder): Promise<Kept<'refund'>> {
  const { id, amount: paid, amount_refunded: before, currency } = charge.body;
  if (charge.body.status !== 'succeeded') throw invalid(`Charge ${id} was not successful.`, { param: 'charge' });
  if (charge.body.refunded) {
    throw invalid(`Charge ${id} has already been refunded.`, { code: 'charge_already_refunded' });
  }
  // What was disputed and won can be given back as before.
  if ((await books.having('dispute', 'charge', id)).some(({ body }) => body.status !== 'won')) {
    const message = `Charge ${id} has been charged back; cannot issue a refund.`;
    throw invalid(message, { code: 'charge_disputed' });
  }
  const amount = order.amount ?? paid - before;
  if (amount < 1) throw invalid('Invalid positive integer', { code: 'parameter_invalid_integer', param: 'amount' });
  if (amount > paid - before) {
    const message = `Refund amount (${dollars(amount)}) is greater than unrefunded amount on charge (${dollars(paid - before)})`;
    throw invalid(message, { param: 'amount' });
  }
  const refundId = books.id('refund');
  const moved = await addTransaction(books, { type: 'refund', amount: -amount, fee: 0, currency, source: refundId });
  const kept = await books.add<'refund'>({
    body: {
      id: refundId,
      object: 'refund',
      amount,
      balance_transaction: moved.id,
      charge: id,
      created: books.now,
      currency,
      customer: charge.body.customer,
      customer_account: null,
      destination_details: { card: { reference_status: 'pending', type: 'refund' }, type: 'card' },
      metadata: order.metadata,
      payment_intent: charge.body.payment_intent,
      payment_method: charge.body.payment_method,
      reason: order.reason,
      receipt_number: null,
      source_transfer_reversal: null,
      status: 'succeeded',
      transfer_reversal: null,
    },
    extra: {},
    dueMs: null,
  });
  charge.body = { ...charge.body, amount_refunded: before + amount, refunded: before + amount === paid };
  await books.save(charge);
  await books.tell('refund.created', kept.body);
  await books.tell('charge.refunded', charge.body, { amount_refunded: before, refunded: false });
  return kept;
}

/** The bank could not take it: the money is back here. @throws Refusal as 400 where it has failed already */
export async function failRefund(books: Books, kept: Kept<'refund'>): Promise<void> {
  if (kept.body.status === 'failed') throw invalid('This refund has already failed.');
  const charge = await books.need('charge', kept.body.charge);
  const { amount, currency, id, status } = kept.body;
  const back = await addTransaction(books, { type: 'refund_failure', amount, fee: 0, currency, source: id });
  kept.body = {
    ...kept.body,
    status: 'failed',
    failure_balance_transaction: back.id,
    failure_reason: 'expired_or_canceled_card',
  };
  charge.body = { ...charge.body, amount_refunded: charge.body.amount_refunded - amount, refunded: false };
  await books.save(kept);
  await books.save(charge);
  await books.tell('refund.updated', kept.body, { status });
}
