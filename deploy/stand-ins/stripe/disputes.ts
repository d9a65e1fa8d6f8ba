import type { Books } from './books.ts';
import type { Kept } from './shelves.ts';
import { DISPUTE_FEE_CENTS } from './domain/fees.ts';
import { addTransaction } from './balance.ts';
import { invalid } from './refusal.ts';

const RESPOND_WITHIN_S = 7 * 86_400;

export interface DisputeOrder {
  /** In cents; all that is left of the charge where none is said. */
  amount?: number | undefined;
  reason: string;
}

/** The cardholder's bank takes the money back until it is decided. @throws Refusal as 400 */
export async function openDispute(
  books: Books,
  charge: Kept<'charge'>,
  { amount, reason }: DisputeOrder,
): Promise<Kept<'dispute'>> {
  const left = charge.body.amount - charge.body.amount_refunded;
  const disputed = amount ?? left;
  if (charge.body.status !== 'succeeded' || charge.body.disputed) {
    throw invalid(`Charge ${charge.body.id} cannot be disputed.`, { param: 'charge' });
  }
  if (disputed <= 0 || disputed > left) throw invalid(`At most ${left} can be disputed.`, { param: 'amount' });
  const id = books.id('dispute');
  const { currency, payment_intent } = charge.body;
  const withdrawn = await addTransaction(books, {
    type: 'adjustment',
    amount: -disputed,
    fee: DISPUTE_FEE_CENTS,
    currency,
    source: id,
  });
  const dispute = await books.add<'dispute'>({
    body: {
      id,
      object: 'dispute',
      amount: disputed,
      balance_transactions: [withdrawn],
      charge: charge.body.id,
      created: books.now,
      currency,
      enhanced_eligibility_types: [],
      evidence: {},
      evidence_details: {
        due_by: books.now + RESPOND_WITHIN_S,
        enhanced_eligibility: {},
        has_evidence: false,
        past_due: false,
        submission_count: 0,
      },
      intended_submission_method: null,
      is_charge_refundable: false,
      livemode: false,
      metadata: {},
      network_reason_code: null,
      payment_intent,
      reason,
      status: 'needs_response',
    },
    extra: {},
    dueMs: null,
  });
  charge.body = { ...charge.body, disputed: true };
  await books.save(charge);
  await books.tell('charge.dispute.created', dispute.body);
  return dispute;
}

/** A dispute that is won gives the money back. @throws Refusal as 400 where it is closed */
export async function closeDispute(books: Books, dispute: Kept<'dispute'>, outcome: 'won' | 'lost'): Promise<void> {
  if (dispute.body.status !== 'needs_response') throw invalid('This dispute is already closed.');
  const { amount, currency, id, balance_transactions } = dispute.body;
  const returned =
    outcome === 'won'
      ? [await addTransaction(books, { type: 'adjustment', amount, fee: 0, currency, source: id })]
      : [];
  dispute.body = {
    ...dispute.body,
    status: outcome,
    balance_transactions: [...balance_transactions, ...returned],
  };
  await books.save(dispute);
  await books.tell('charge.dispute.closed', dispute.body);
}
