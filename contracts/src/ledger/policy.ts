/** What moves an account, as its statement names it. */
export const ledgerReasons = [
  'allowance',
  'referral',
  'prize',
  'earning',
  'challenge-share',
  'earning-reversal',
  'bad-debt',
  'earning-return',
  'adjustment',
  'expiry',
  'generation-hold',
  'generation-charge',
  'generation-release',
  'reversal',
  'reinstatement',
  'debt',
  'purchase',
  'prints',
  'top-up',
  'refund',
  'dispute',
  'payout',
  'payout-return',
  'plan-payment',
  'plan-refund',
  'plan-dispute',
] as const;
export type LedgerReason = (typeof ledgerReasons)[number];

/** It moves nothing that can be spent: where a line is a picture's, it is told with what was set aside for it. */
export const SETTLING: LedgerReason = 'generation-charge';

/** As people read them. */
export const ledgerReasonLabels: Readonly<Record<LedgerReason, string>> = {
  allowance: 'Monthly allowance',
  referral: 'Referral reward',
  prize: 'Prize',
  earning: 'Earnings',
  'challenge-share': 'Challenge earnings',
  'earning-reversal': 'Earnings taken back',
  'bad-debt': 'Bad debt: earnings taken back after their payout',
  'earning-return': 'Earnings restored',
  adjustment: 'Adjustment',
  expiry: 'Allowance expired',
  'generation-hold': 'Image',
  'generation-charge': 'Image completed',
  'generation-release': 'Image not made',
  reversal: 'Payment taken back',
  reinstatement: 'Payment came back',
  debt: 'Debt paid',
  purchase: 'Image purchase',
  prints: 'Prints and delivery',
  'top-up': 'Wallet top-up',
  refund: 'Refund',
  dispute: 'Payment disputed',
  payout: 'Payout',
  'payout-return': 'Payout returned',
  'plan-payment': 'Plan payment',
  'plan-refund': 'Plan refund',
  'plan-dispute': 'Plan payment disputed',
};

/** Which of the two currencies moved; a card pays past the wallet, and a refund may come before its payment. */
export const ledgerUnits = ['credits', 'dollars', 'both', 'none'] as const;
export type LedgerUnit = (typeof ledgerUnits)[number];

export const exportFormats = ['csv', 'ndjson'] as const;
export type ExportFormat = (typeof exportFormats)[number];
