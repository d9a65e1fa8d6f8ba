import { streamKind } from '../kernel/stream.ts';

/** The invoices of a UTC year. */
export const invoicesStream = streamKind({ category: 'invoices', subject: 'year' });
