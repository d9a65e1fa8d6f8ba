import { defineProblems } from '../kernel/problem.ts';

/** How invoices and receipts are named and found. spec: rulings "Invoices". */

export const invoiceProblems = defineProblems('invoices', {
  notFound: [404, 'There is no such invoice or receipt'],
});

/** Returns the n-th number of a year's invoices and credit notes; `n` counts from 1. */
export const invoiceNumber = (year: string, n: number): string => `INV-${year}-${String(n).padStart(6, '0')}`;

/** Returns the UTC year in which an instant (ISO 8601) lies. */
export const invoiceYear = (instant: string): string => instant.slice(0, 4);

/** Returns the page of an invoice or credit note by its number, or of what documents a purchase by its id. */
export const invoicePath = (number: string): string => `/invoices/${number}`;
