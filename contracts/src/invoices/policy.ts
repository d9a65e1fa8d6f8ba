import { defineProblems } from '../kernel/problem.ts';

/** How invoices and receipts are named and found. spec: rulings "Invoices". */

export const invoiceProblems = defineProblems('invoices', {
  notFound: [404, 'There is no such invoice or receipt'],
});

/** What a line of an order's invoice is of. */
export const lineKinds = ['product', 'picture'] as const;
export type LineKind = (typeof lineKinds)[number];

/** Returns what an order is of: '2 printed products and 1 picture'. Older invoices know how many items alone. */
export function orderContents({
  items,
  lines,
}: {
  items: number;
  lines?: readonly { of: LineKind; quantity: number }[] | undefined;
}): string {
  if (!lines) return counted(items, 'picture');
  return lineKinds
    .map((kind) => ({ kind, count: copiesOf(lines, kind) }))
    .filter(({ count }) => count > 0)
    .map(({ kind, count }) => counted(count, kind === 'product' ? 'printed product' : 'picture'))
    .join(' and ');
}

const copiesOf = (lines: readonly { of: LineKind; quantity: number }[], kind: LineKind): number =>
  lines.filter(({ of }) => of === kind).reduce((sum, { quantity }) => sum + quantity, 0);

const counted = (count: number, what: string): string => `${count} ${what}${count === 1 ? '' : 's'}`;

/** Returns the n-th number of a year's invoices and credit notes; `n` counts from 1. */
export const invoiceNumber = (year: string, n: number): string => `INV-${year}-${String(n).padStart(6, '0')}`;

/** Returns the UTC year in which an instant (ISO 8601) lies. */
export const invoiceYear = (instant: string): string => instant.slice(0, 4);

/** Returns the page of an invoice or credit note by its number, or of what documents a purchase by its id. */
export const invoicePath = (number: string): string => `/invoices/${number}`;
