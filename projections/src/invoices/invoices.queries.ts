import { readModel } from '../kernel/projector.ts';
import type { Reads } from '../kernel/reads.ts';
import type { JsonReply } from '../kernel/reply.ts';
import { Statement } from '../kernel/statement.ts';
import { invoices } from './invoices.projector.ts';

export const invoicesModel = readModel(invoices);
const { schema } = invoicesModel;

/** What a credit note is about: the first document of its payment, which is the payment's own invoice. */
const CREDITED = `case item ->> 'kind' when 'credit-note' then (
  select min(number) from ${schema}.document as other
  where other.member_id = document.member_id and other.payment_id = document.payment_id
    and other.item ->> 'kind' = 'invoice'
) end`;

/** Tells the invoice of an order from the others of its payment. */
const IS_OF_ORDER = `item ->> 'kind' = 'invoice' and item -> 'item' ->> 'kind' = 'order'`;

/** What was bought by card is on the invoice of its order, and has no document beside that. */
const ORDER_INVOICE = `
  select invoice.item from (select * from ${schema}.document where ${IS_OF_ORDER}) as invoice
  where document.item ->> 'kind' = 'receipt' and invoice.member_id = document.member_id
    and invoice.payment_id = document.payment_id`;

const ONE = new Statement<{ json: string | null; incomplete: boolean }>(
  'own invoice',
  `select
     (select json_build_object('success', true, 'invoice', coalesce((${ORDER_INVOICE}), item), 'credited', ${CREDITED})::text
      from ${schema}.document where number = $2 and member_id = $1::uuid) as json,
     exists (select from ${schema}.incomplete where member_id = $1::uuid) as incomplete`,
);

/** Answers `invoices/:number`; undefined unless it is the member's own. */
export async function ownInvoice(reads: Reads, memberId: string, number: string): Promise<JsonReply | undefined> {
  const [found] = await ONE.run(reads, [memberId, number]);
  if (!found?.json) return undefined;
  return { json: found.json, incomplete: found.incomplete };
}

const NUMBERS = new Statement<{ json: string }>(
  'invoices of events',
  `select coalesce(json_object_agg(event_id, number), '{}')::text as json from (
     select event_id, number from ${schema}.document where member_id = $1::uuid and event_id = any($2::uuid[])
     union all
     select paid.event_id, number from unnest($3::uuid[], $4::text[]) as paid (event_id, payment_id)
     join ${schema}.document on document.member_id = $1::uuid and document.payment_id = paid.payment_id
     where ${IS_OF_ORDER}
   ) as found`,
);

/**
 * Finds the numbers of the invoices and credit notes of a member's payments and refunds by their events, as a JSON
 * object; those of `orders` by their payment, as an order is on one invoice whatever its payment was for.
 */
export async function invoiceNumbers(
  reads: Reads,
  memberId: string,
  events: readonly string[],
  orders: readonly { eventId: string; paymentId: string }[],
): Promise<string> {
  if (events.length === 0 && orders.length === 0) return '{}';
  const [found] = await NUMBERS.run(reads, [
    memberId,
    events,
    orders.map(({ eventId }) => eventId),
    orders.map(({ paymentId }) => paymentId),
  ]);
  return found?.json ?? '{}';
}

const OF_ORDERS = new Statement<{ payment_id: string; number: string }>(
  'invoices of orders',
  `select document.payment_id, number from ${schema}.document
   join unnest($1::uuid[], $2::text[]) as paid (member_id, payment_id)
     on paid.member_id = document.member_id and paid.payment_id = document.payment_id
   where ${IS_OF_ORDER}`,
);

/** Finds the numbers of the invoices of orders by their payments. */
export async function orderInvoices(
  reads: Reads,
  payments: readonly { memberId: string; paymentId: string }[],
): Promise<Map<string, string>> {
  if (payments.length === 0) return new Map();
  const found = await OF_ORDERS.run(reads, [
    payments.map(({ memberId }) => memberId),
    payments.map(({ paymentId }) => paymentId),
  ]);
  return new Map(found.map(({ payment_id: paymentId, number }) => [paymentId, number]));
}
