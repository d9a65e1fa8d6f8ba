import { brand } from '@easel/contracts/brand';
import { z } from 'zod';

/** The environment of whatever process issues invoices. */
export const invoicesConfig = z.object({
  INVOICE_SELLER: z
    .string()
    .trim()
    .min(1)
    .max(1_000, 'must have at most 1000 characters')
    .default(brand.name)
    .describe('name and address of the seller on invoices and receipts, its lines separated by |'),
});
export type InvoicesConfig = z.output<typeof invoicesConfig>;

/** Returns the lines of the seller's name and address. */
export const sellerLines = ({ INVOICE_SELLER }: InvoicesConfig): string[] =>
  INVOICE_SELLER.split('|').flatMap((line) => line.trim() || []);

/** Under which the settings are provided. */
export const INVOICE_SETTINGS = Symbol('invoice settings');
