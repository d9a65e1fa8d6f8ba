import type { InvoiceFact } from '@easel/contracts/invoices/events';
import { invoiceNumber, invoiceYear } from '@easel/contracts/invoices/policy';
import type { Decider } from '@easel/kernel/deciding/decider';

/** The invoices and credit notes of one year. */
interface Invoices {
  issued: number;
  /** What has its document. */
  settled: Record<string, true>;
}

type Issued<Type extends InvoiceFact['type']> = Omit<
  Extract<InvoiceFact, { type: Type }>['data'],
  'number' | 'currency'
>;

/** The stream is that of the year of `bookedAt`. */
export type InvoicesCommand =
  ({ type: 'IssueInvoice' } & Issued<'InvoiceIssued'>) | ({ type: 'IssueCreditNote' } & Issued<'CreditNoteIssued'>);

/**
 * Numbers the invoices and credit notes of a year without gaps: the runner appends each at the revision it was decided
 * at.
 */
export const invoices: Decider<Invoices, InvoicesCommand, InvoiceFact> = {
  snapshot: 'invoices@1',

  initial: () => ({ issued: 0, settled: {} }),

  decide(command, { issued, settled }) {
    if (Object.hasOwn(settled, keyOf(command))) return [];
    const number = invoiceNumber(invoiceYear(command.bookedAt), issued + 1);
    if (command.type === 'IssueInvoice') {
      const { type: _, ...invoice } = command;
      return [{ type: 'InvoiceIssued', data: { number, ...invoice, currency: 'USD' } }];
    }
    const { type: _, ...note } = command;
    return [{ type: 'CreditNoteIssued', data: { number, ...note, currency: 'USD' } }];
  },

  evolve(state, { data }) {
    state.issued += 1;
    state.settled[keyOf(data)] = true;
    return state;
  },
};

/** Names what has one document: a payment, a refund, or a refund's failure. */
function keyOf(document: Issued<'InvoiceIssued'> | Issued<'CreditNoteIssued'>): string {
  if ('refundId' in document) return `refund ${document.refundId}`;
  const { item, paymentId } = document;
  return item.kind === 'failed-refund' ? `failed refund ${item.refundId}` : `payment ${paymentId}`;
}
