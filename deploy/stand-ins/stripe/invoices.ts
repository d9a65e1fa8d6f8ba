import type { Books } from './books.ts';
import type { Kept } from './shelves.ts';
import { token } from './ids.ts';
import { type Invoice, type LineItem, listOf, PLAIN, type Price } from './wire.ts';

export interface InvoiceLine {
  amount: number;
  description: string;
  price: Price;
  quantity: number;
  proration: boolean;
}

/** An invoice over these lines, open; below zero it is for nothing. */
export async function addInvoice(
  books: Books,
  subscription: Kept<'subscription'>,
  reason: Invoice['billing_reason'],
  lines: readonly InvoiceLine[],
): Promise<Kept<'invoice'>> {
  const id = books.id('invoice');
  const { body, extra } = subscription;
  const customer = await books.find('customer', body.customer);
  const subtotal = lines.reduce((sum, line) => sum + line.amount, 0);
  const due = Math.max(subtotal, 0);
  const { periodStartS, periodEndS } = extra.state;
  const shown = lines.map((line) => ({
    id: `il_${token(24)}`,
    object: 'line_item',
    amount: line.amount,
    currency: body.currency,
    description: line.description,
    discount_amounts: [],
    discountable: !line.proration,
    discounts: [],
    invoice: id,
    livemode: false,
    metadata: {},
    parent: {
      invoice_item_details: null,
      subscription_item_details: {
        invoice_item: null,
        proration: line.proration,
        proration_details: { credited_items: null },
        subscription: body.id,
        subscription_item: body.items.data[0]?.id ?? '',
      },
      type: 'subscription_item_details',
    },
    period: { start: periodStartS, end: periodEndS },
    pretax_credit_amounts: [],
    pricing: {
      price_details: { price: line.price.id, product: line.price.product },
      type: 'price_details',
      unit_amount_decimal: String(line.price.unit_amount),
    },
    quantity: line.quantity,
    quantity_decimal: String(line.quantity),
    subscription: body.id,
    subtotal: line.amount,
    taxes: [],
  }));
  return books.add<'invoice'>({
    body: {
      ...PLAIN.invoice,
      id,
      object: 'invoice',
      amount_due: due,
      amount_paid: 0,
      amount_remaining: due,
      attempt_count: 0,
      attempted: false,
      auto_advance: true,
      billing_reason: reason,
      created: books.now,
      currency: body.currency,
      customer: body.customer,
      customer_email: customer?.body.email ?? null,
      customer_name: customer?.body.name ?? null,
      effective_at: books.now,
      ending_balance: 0,
      lines: listOf(shown, `/v1/invoices/${id}/lines`),
      metadata: {},
      next_payment_attempt: null,
      number: `EASEL-${token(6).toUpperCase()}`,
      parent: {
        quote_details: null,
        subscription_details: { metadata: body.metadata, subscription: body.id },
        type: 'subscription_details',
      },
      period_end: periodEndS,
      period_start: periodStartS,
      starting_balance: 0,
      status: 'open',
      status_transitions: { finalized_at: books.now, marked_uncollectible_at: null, paid_at: null, voided_at: null },
      subtotal,
      subtotal_excluding_tax: subtotal,
      total: subtotal,
      total_excluding_tax: subtotal,
    },
    extra: { intent: null },
    dueMs: null,
  });
}

export async function markPaid(books: Books, invoice: Kept<'invoice'>, intent: string | null): Promise<void> {
  invoice.body = {
    ...invoice.body,
    status: 'paid',
    amount_paid: invoice.body.amount_due,
    amount_remaining: 0,
    attempt_count: invoice.body.attempt_count + (intent === null ? 0 : 1),
    attempted: true,
    auto_advance: false,
    next_payment_attempt: null,
    status_transitions: { ...(invoice.body.status_transitions as object), paid_at: books.now },
  };
  invoice.extra = { intent };
  await books.save(invoice);
  await books.tell('invoice.paid', invoice.body);
}

/** @param nextAttemptS when it is tried again; null gives it up */
export async function markFailed(
  books: Books,
  invoice: Kept<'invoice'>,
  intent: string | null,
  nextAttemptS: number | null,
): Promise<void> {
  invoice.body = {
    ...invoice.body,
    status: nextAttemptS === null ? 'uncollectible' : 'open',
    attempt_count: invoice.body.attempt_count + 1,
    attempted: true,
    auto_advance: nextAttemptS !== null,
    next_payment_attempt: nextAttemptS,
  };
  invoice.extra = { intent };
  await books.save(invoice);
  await books.tell('invoice.payment_failed', invoice.body);
}

/** What an invoice of a checkout's lines says. */
export const soldLines = (items: readonly LineItem[]): InvoiceLine[] =>
  items.map(({ amount_total, description, price, quantity }) => ({
    amount: amount_total,
    description,
    price,
    quantity,
    proration: false,
  }));

/** How an invoice was paid, as far as it was tried. */
export function paymentsOf(invoice: Kept<'invoice'>) {
  const { id, amount_paid, amount_due, created, currency, status } = invoice.body;
  const { intent } = invoice.extra;
  const payments =
    intent === null
      ? []
      : [
          {
            id: `inpay_${id.slice(3)}`,
            object: 'invoice_payment',
            amount_paid: status === 'paid' ? amount_paid : null,
            amount_requested: amount_due,
            created,
            currency,
            invoice: id,
            is_default: true,
            livemode: false,
            payment: { payment_intent: intent, type: 'payment_intent' },
            status: status === 'paid' ? 'paid' : 'open',
            status_transitions: {
              canceled_at: null,
              paid_at: (invoice.body.status_transitions as { paid_at: number | null }).paid_at,
            },
          },
        ];
  return listOf(payments, `/v1/invoice_payments?invoice=${id}`);
}
