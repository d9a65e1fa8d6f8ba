import { invoiceYear } from '@easel/contracts/invoices/policy';
import { invoicesStream } from '@easel/contracts/invoices/stream';
import { DeciderRunner, type CommandContext } from '@easel/kernel/deciding/decider-runner';
import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { INVOICE_SETTINGS, sellerLines, type InvoicesConfig } from './invoices.config.ts';
import { invoices, type InvoicesCommand } from './invoices.decider.ts';

type WithoutSeller<Sent> = Sent extends unknown ? Omit<Sent, 'seller'> : never;
/** A payment or a refund, as its event reports it. */
export type Invoicing = WithoutSeller<InvoicesCommand>;

/** Issues the invoice of a payment, or the credit note of a refund, once however often it is asked to. */
export class IssueInvoice extends Command<void> {
  constructor(
    readonly invoicing: Invoicing,
    readonly context: CommandContext,
  ) {
    super();
  }
}

@CommandHandler(IssueInvoice)
export class IssueInvoiceHandler implements ICommandHandler<IssueInvoice> {
  constructor(
    private readonly runner: DeciderRunner,
    @Inject(INVOICE_SETTINGS) private readonly settings: InvoicesConfig,
  ) {}

  async execute({ invoicing, context }: IssueInvoice): Promise<void> {
    const stream = invoicesStream.nameOf(invoiceYear(invoicing.bookedAt));
    const seller = sellerLines(this.settings);
    await this.runner.execute(stream, invoices, { ...invoicing, seller }, context);
  }
}
