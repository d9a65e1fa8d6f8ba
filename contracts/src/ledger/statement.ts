import { centsToDollars, tenthsToCredits } from '../kernel/money.ts';
import { ledgerReasonLabels, type LedgerReason } from './policy.ts';

/** A line of a statement as people read it. Sums are tenths of a credit and cents of a dollar; `at` is ISO 8601. */
export interface StatementLine {
  at: string;
  reason: LedgerReason;
  note: string | null;
  tenths: number;
  cents: number;
  /** What a card paid; less than zero where it went back. */
  card_cents: number;
  balance_tenths: number;
  balance_cents: number;
}

/** Heading, what stands under it, and with how many decimals; what moved adds up to what was there afterwards. */
export const statementColumns = [
  ['Date (UTC)', ({ at }: StatementLine) => at.slice(0, 16).replace('T', ' ')],
  ['What', ({ reason }: StatementLine) => ledgerReasonLabels[reason]],
  ['Note', ({ note }: StatementLine) => note],
  ['Credits', ({ tenths }: StatementLine) => tenthsToCredits(tenths), 1],
  ['Dollars', ({ cents }: StatementLine) => centsToDollars(cents), 2],
  ['Paid by card', ({ card_cents }: StatementLine) => centsToDollars(card_cents), 2],
  ['Credits afterwards', (line: StatementLine) => tenthsToCredits(line.balance_tenths), 1],
  ['Wallet afterwards', (line: StatementLine) => centsToDollars(line.balance_cents), 2],
] as const;
