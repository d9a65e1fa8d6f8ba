import type { LedgerEntry } from '@easel/contracts/ledger/http';
import { ledgerReasonLabels } from '@easel/contracts/ledger/policy';
import { formatDollars } from '../../lib/dollars.ts';
import { formatCredits } from '../../lib/figures.ts';

/** Why it moved, as its member reads it. */
export function reasonText({ reason, settledBy }: Pick<LedgerEntry, 'reason' | 'settledBy'>): string {
  if (reason !== 'generation-hold') return ledgerReasonLabels[reason];
  if (settledBy === 'generation-release') return 'Image that was not made';
  return settledBy === null ? 'Image in the making' : ledgerReasonLabels[reason];
}

type Sums = Pick<LedgerEntry, 'credits' | 'held' | 'dollars' | 'frozen' | 'card'>;

export interface Movement {
  text: string;
  direction: 'in' | 'out';
}

const MINUS = '\u2212';

/** '+12.5 credits', '−$3.00'. */
function signed(sum: number, format: (sum: number) => string): Movement {
  const [sign, direction] = sum < 0 ? ([MINUS, 'out'] as const) : (['+', 'in'] as const);
  return { text: `${sign}${format(Math.abs(sum))}`, direction };
}

/**
 * What may be spent, as the entry changed it, or what a card paid past the wallet; nothing where it only settles what
 * an earlier one had set aside.
 */
export function movementsOf({ credits, dollars, card }: Sums): Movement[] {
  if (credits === 0 && dollars === 0 && card !== 0) {
    const { text, direction } = signed(-card, formatDollars);
    return [{ text: card > 0 ? `${text} by card` : `${text} to your card`, direction }];
  }
  return [
    ...(credits === 0 ? [] : [signed(credits, formatCredits)]),
    ...(dollars === 0 ? [] : [signed(dollars, formatDollars)]),
  ];
}

/** What happened to sums that were set aside, in words. */
export function asideText({
  credits,
  held,
  dollars,
  frozen,
  settledBy = null,
}: Sums & Pick<LedgerEntry, 'settledBy'>): string | undefined {
  if (held > 0) return settledBy === null ? 'Set aside until the image is ready' : undefined;
  if (held < 0)
    return credits > 0 ? 'Was set aside, and came back' : `Spends ${formatCredits(-held)} that were set aside`;
  if (frozen > 0) return 'Out of reach while the bank decides';
  if (frozen < 0) return dollars > 0 ? 'Was out of reach, and came back' : `${formatDollars(-frozen)} went to the bank`;
  return undefined;
}
