import { randomBytes } from '@easel/kernel/server/chance';

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** What ids of each kind begin with, as Stripe's do. */
export const PREFIX = {
  'checkout.session': 'cs_test_',
  payment_intent: 'pi_',
  payment_method: 'pm_',
  charge: 'ch_',
  balance_transaction: 'txn_',
  refund: 're_',
  dispute: 'du_',
  customer: 'cus_',
  product: 'prod_',
  price: 'price_',
  // Before the one that it begins with: a kind is found by its prefix.
  subscription_schedule: 'sub_sched_',
  subscription: 'sub_',
  subscription_item: 'si_',
  invoice: 'in_',
  invoice_payment: 'inpay_',
  'billing_portal.session': 'bps_',
  line_item: 'li_',
  event: 'evt_',
  request: 'req_',
} as const;

export type Kind = keyof typeof PREFIX;

const LENGTH = 24;
/** The id is all that keeps a stranger off the page. */
const SESSION_LENGTH = 58;

export function newId(kind: Kind): string {
  return PREFIX[kind] + token(kind === 'checkout.session' ? SESSION_LENGTH : LENGTH);
}

/** Letters and digits, each with nearly 6 bits of chance. */
export function token(length: number): string {
  let text = '';
  while (text.length < length) {
    for (const byte of randomBytes(length)) {
      // Bytes above the last full round would favour the first letters.
      if (byte < 248 && text.length < length) text += ALPHABET[byte % ALPHABET.length];
    }
  }
  return text;
}
