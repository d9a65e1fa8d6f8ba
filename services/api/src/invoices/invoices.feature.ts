import { invoicesStream } from '@easel/contracts/invoices/stream';
import { feature } from '@easel/kernel/deciding/feature';
import { InvoicesController } from './invoices.controller.ts';
import { invoices } from './invoices.decider.ts';
import { InvoiceLetters } from './invoices.letters.ts';
import { IssueInvoiceHandler } from './issue-invoices.ts';
import { issueInvoices } from './issue-invoices.process.ts';
import { postReceipts } from './post-receipts.process.ts';

export const invoicesFeature = feature({
  stream: invoicesStream,
  decider: invoices,
  routes: [InvoicesController],
  processes: [issueInvoices, postReceipts],
  useCases: [IssueInvoiceHandler],
  providers: [InvoiceLetters],
});
