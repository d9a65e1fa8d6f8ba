import type { Books } from './books.ts';
import type { BalanceTransaction } from './wire.ts';

interface Movement {
  type: BalanceTransaction['type'];
  amount: number;
  fee: number;
  currency: string;
  source: string;
}

const REPORTING: Record<BalanceTransaction['type'], string> = {
  charge: 'charge',
  refund: 'refund',
  refund_failure: 'refund_failure',
  adjustment: 'dispute',
};
const AVAILABLE_AFTER_S = 2 * 86_400;

/** What the account gains or loses, and what Stripe keeps of it. */
export async function addTransaction(books: Books, movement: Movement): Promise<BalanceTransaction> {
  const { type, amount, fee, currency, source } = movement;
  const body: BalanceTransaction = {
    id: books.id('balance_transaction'),
    object: 'balance_transaction',
    amount,
    available_on: books.now + AVAILABLE_AFTER_S,
    balance_type: 'payments',
    created: books.now,
    currency,
    description: null,
    exchange_rate: null,
    fee,
    fee_details:
      fee === 0
        ? []
        : [{ amount: fee, application: null, currency, description: 'Stripe processing fees', type: 'stripe_fee' }],
    net: amount - fee,
    reporting_category: REPORTING[type],
    source,
    status: 'pending',
    type,
  };
  await books.add<'balance_transaction'>({ body, extra: {}, dueMs: null });
  return body;
}
