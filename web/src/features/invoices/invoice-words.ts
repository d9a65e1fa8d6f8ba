import type { Invoice } from '@easel/contracts/invoices/http';
import { orderContents } from '@easel/contracts/invoices/policy';
import { tierLabel } from '@easel/contracts/subscriptions/policy';
import { plainDate } from '../../lib/dates.ts';
import { formatDollars } from '../../lib/dollars.ts';
import { formatCredits } from '../../lib/figures.ts';

/** What a kind of document is called, and its sum. */
export const kindWords: Readonly<Record<Invoice['kind'], { name: string; total: string }>> = {
  invoice: { name: 'Invoice', total: 'Total paid' },
  'credit-note': { name: 'Credit note', total: 'Total refunded' },
  receipt: { name: 'Receipt', total: 'Total paid' },
};

/** Returns what was paid for, and for which time where it is a plan. */
export function itemText({ item }: Pick<Invoice, 'item'>): { what: string; period?: string } {
  switch (item.kind) {
    case 'top-up':
      return { what: 'Wallet top-up' };
    case 'plan':
      return {
        what: `${tierLabel(item.tier)} plan, ${item.period}`,
        period: `${plainDate(item.from)} to ${plainDate(item.until)} (UTC)`,
      };
    case 'order':
      return { what: `Order ${item.reference}: ${orderContents(item)}` };
    case 'failed-refund':
      return { what: 'Refund that your bank returned to us' };
    case 'refund':
      return { what: 'Refund to your card' };
    case 'picture':
      return { what: `Picture in ${item.size}` };
  }
}

/** Returns from what it was paid; undefined where the document is about a refund. */
export function paidBy({ item }: Pick<Invoice, 'item'>): string | undefined {
  if (item.kind === 'refund' || item.kind === 'failed-refund') return undefined;
  if (item.kind !== 'picture') return 'Card';
  return { credits: 'Credits', dollars: 'Wallet', card: 'Card' }[item.method];
}

/** '$39.99', '-$10.00', or '10 credits' where it was paid in credits. */
export const sumText = ({ credits, amount }: Pick<Invoice, 'credits' | 'amount'>): string =>
  credits > 0 ? formatCredits(credits) : formatDollars(amount);
