const PERCENT = 2.9;
const FIXED_CENTS = 30;
export const DISPUTE_FEE_CENTS = 1_500;

/** What Stripe keeps of a card payment in the United States: 2.9 % and 30 cents. */
export function feeCents(amountCents: number): number {
  if (amountCents <= 0) return 0;
  return Math.round((amountCents * PERCENT) / 100) + FIXED_CENTS;
}
