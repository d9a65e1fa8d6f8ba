import type { InvoiceItem } from '@easel/contracts/invoices/events';
import { invoiceYear } from '@easel/contracts/invoices/policy';
import { invoicesStream } from '@easel/contracts/invoices/stream';
import type { OrderedItem, OrderFact } from '@easel/contracts/orders/events';
import { orderStream } from '@easel/contracts/orders/stream';
import { productParts } from '@easel/contracts/products/product-parts';
import { DeciderRunner, type CommandContext } from '@easel/kernel/deciding/decider-runner';
import { EventLog } from '@easel/kernel/log/event-log';
import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { INVOICE_SETTINGS, sellerLines, type InvoicesConfig } from './invoices.config.ts';
import { invoices, type InvoicesCommand } from './invoices.decider.ts';

type WithoutSeller<Sent> = Sent extends unknown ? Omit<Sent, 'seller'> : never;
type Described = WithoutSeller<InvoicesCommand>;
type DescribedInvoice = Extract<Described, { type: 'IssueInvoice' }>;
type OrderItem = Extract<InvoiceItem, { kind: 'order' }>;
type Line = NonNullable<OrderItem['lines']>[number];

/** A payment or a refund, as its event reports it: of an order that says no more than which one it is. */
export type Invoicing =
  | Exclude<Described, DescribedInvoice>
  | (Omit<DescribedInvoice, 'item'> & { item: Exclude<InvoiceItem, OrderItem> | Pick<OrderItem, 'kind' | 'orderId'> });

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
    private readonly log: EventLog,
    @Inject(INVOICE_SETTINGS) private readonly settings: InvoicesConfig,
  ) {}

  async execute({ invoicing, context }: IssueInvoice): Promise<void> {
    const stream = invoicesStream.nameOf(invoiceYear(invoicing.bookedAt));
    const seller = sellerLines(this.settings);
    const described = await describeOrder(this.log, invoicing);
    await this.runner.execute(stream, invoices, { ...described, seller }, context);
  }
}

/** Adds to the invoice of an order what the order says. Throws while that cannot be read. */
export async function describeOrder(log: Pick<EventLog, 'first'>, invoicing: Invoicing): Promise<Described> {
  if (invoicing.type === 'IssueCreditNote') return invoicing;
  const { item, ...invoice } = invoicing;
  if (item.kind !== 'order') return { ...invoice, item };
  const stream = orderStream.nameOf(item.orderId);
  const placed = await log.first<OrderFact>(stream);
  if (placed?.type !== 'OrderPlaced' || placed.unreadable) throw new Error(`${stream} cannot be read`);
  const { reference, items, deliveryMethod, shippingCents } = placed.data;
  const delivery = deliveryMethod !== null && { shippingCents };
  return { ...invoice, item: { ...item, reference, items: items.length, lines: items.map(lineOf), ...delivery } };
}

function lineOf(item: OrderedItem): Line {
  const { cents } = item;
  if (item.kind === 'image-download') {
    return { of: 'picture', text: `Picture in ${item.size}, ${item.format}`, quantity: 1, unitCents: cents, cents };
  }
  const { name, size, colour, quantity, unitCents } = item;
  const text = productParts({ name, size, color: colour }).join(', ');
  return { of: 'product', text, quantity, unitCents, cents };
}
