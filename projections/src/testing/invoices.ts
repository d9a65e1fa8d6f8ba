import type { InvoiceFact } from '@easel/contracts/invoices/events';
import { invoicesStream } from '@easel/contracts/invoices/stream';
import type { Recorded } from '@easel/contracts/kernel/event';
import type { Recorder } from './recorded.ts';

type DataOf<Type extends InvoiceFact['type']> = Extract<InvoiceFact, { type: Type }>['data'];
type Said<Type extends InvoiceFact['type']> = Pick<DataOf<Type>, 'memberId'> & Partial<DataOf<Type>>;

const document = {
  number: 'INV-2026-000001',
  paymentId: 'pi_1',
  cents: 2500,
  currency: 'USD',
  seller: ['Easel Ltd', '1 Example Street'],
  bookedAt: '2026-11-20T10:00:00.000Z',
} as const;

/** As the payment or refund of the event `cause` brings it about. */
function recordedOf(recorder: Recorder, fact: InvoiceFact, cause?: Recorded): Recorded {
  const recorded = recorder.record<InvoiceFact>(invoicesStream.nameOf('2026'), fact);
  return cause ? { ...recorded, metadata: { ...recorded.metadata, $causationId: cause.id } } : recorded;
}

/** The invoice of a payment into the wallet, as the first of 2026 where nothing else is said. */
export const invoiceIssued = (recorder: Recorder, data: Said<'InvoiceIssued'>, cause?: Recorded): Recorded =>
  recordedOf(
    recorder,
    {
      type: 'InvoiceIssued',
      data: { ...document, seller: [...document.seller], item: { kind: 'top-up' }, ...data },
    },
    cause,
  );

export const creditNoteIssued = (recorder: Recorder, data: Said<'CreditNoteIssued'>, cause?: Recorded): Recorded =>
  recordedOf(
    recorder,
    { type: 'CreditNoteIssued', data: { ...document, seller: [...document.seller], refundId: 're_1', ...data } },
    cause,
  );
