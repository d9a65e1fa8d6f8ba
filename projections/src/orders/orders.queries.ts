import { keysetFilter } from '@easel/contracts/kernel/console';
import type { OrderRecord } from '@easel/contracts/orders/console.http';
import type { OwnOrder } from '@easel/contracts/orders/http';
import { orderStatuses } from '@easel/contracts/orders/policy';
import { listedOrder, type OrderView, ownOrder, printOf } from '@easel/contracts/orders/view';
import { arrayLiteral } from '@easel/kernel/database/arrays';
import { exists, type FoundBy, queriesOf } from '@easel/kernel/database/query-writer';
import { column, type Database } from '@easel/kernel/database/table';
import { oneOrMore, SimpleRest } from '@easel/kernel/http/simple-rest';
import * as z from 'zod/mini';
import { PAGINATION, pageOf } from '../kernel/listing-page.ts';
import { readModel } from '../kernel/projector.ts';
import type { Reads } from '../kernel/reads.ts';
import type { JsonReply } from '../kernel/reply.ts';
import { Statement, WrittenStatement } from '../kernel/statement.ts';
import { orders } from './orders.projector.ts';
import { ORDERED, orders as table, type tables, trackingKey } from './orders.tables.ts';

export const ordersModel = readModel(orders);
const { schema } = ordersModel;
const db = queriesOf<Database<typeof tables>>(schema);

/** Orders that one reply of the console holds. */
const MOST = 250;
const NOWHERE = '-1';
/** Beyond every cursor. */
const END = String(2n ** 63n - 1n);
/** Added to the positions of late orders, so that their cursors are above those of all others. */
const LATE_ABOVE = 2n ** 62n;

const filter = z.object({
  id: z.optional(oneOrMore(z.uuid(), MOST)),
  status: z.optional(oneOrMore(z.enum(orderStatuses), orderStatuses.length)),
  test: z.optional(z.boolean()),
  late: z.optional(z.boolean()),
  q: z.optional(z.string().check(z.trim(), z.maxLength(40))),
  tracking: z.optional(z.string().check(z.trim(), z.minLength(1), z.maxLength(100))),
  member: z.optional(z.uuid()),
  payment: z.optional(z.string().check(z.minLength(1), z.maxLength(300))),
  ...keysetFilter,
});
export type OrderFilter = z.output<typeof filter>;

export const orderList = new SimpleRest({
  resource: 'orders',
  // Late orders first, then the newest, whatever is asked for: clients ask for `id` unasked.
  sortable: ['id', 'position'],
  defaultSort: { field: 'position', order: 'DESC' },
  filter,
  most: MOST,
});

const OWN = new Statement<{ views: OrderView[]; pagination: object; incomplete: boolean }>(
  'own orders',
  `with ${pageOf(schema)},
   rows as materialized (
     select json_agg(view order by at desc, page.id desc) as views
     from page join ${schema}.placed on placed.id = page.id
   )
   select coalesce(views, '[]') as views, ${PAGINATION} as pagination,
     exists (select from ${schema}.incomplete where member_id = $1::uuid) as incomplete
   from rows, listed`,
);

const ONE = new WrittenStatement('one order', { id: column.uuid }, (given) =>
  db
    .selectFrom('placed')
    .where('id', '=', given('id'))
    .selectAll()
    .select((eb) =>
      exists(eb.selectFrom('incomplete').whereRef('incomplete.member_id', '=', 'placed.member_id')).as('incomplete'),
    ),
);
type FoundOrder = FoundBy<typeof ONE>;

/**
 * What leads to the orders of the console, an index each; what finds the fewest comes first. What else is asked for is
 * looked at on the way.
 */
const leads = {
  id: 'id = any($4::uuid[])',
  payment: 'payment_id = $8::text',
  tracking: `tracking <> '' and string_to_array(tracking, ' ') @> array[$10::text]`,
  q: `reference >= $6::text and reference < $6::text || '~'`,
  member: 'member_id = $7::uuid',
  late: 'late_since <= now()',
  all: 'true',
};
type Lead = keyof typeof leads;

/** One expression, so that the planner expects as many rows as the lead finds. */
const WANTED = `coalesce(
  ($4::uuid[] is null or id = any($4::uuid[])) and ($5::text[] is null or status = any($5::text[]))
  and ($6::text is null or starts_with(reference, $6::text)) and ($7::uuid is null or member_id = $7::uuid)
  and ($8::text is null or payment_id = $8::text) and ($9::boolean is null or test = $9::boolean)
  and ($10::text is null or string_to_array(tracking, ' ') @> array[$10::text])
  and ($11::boolean is null or coalesce(late_since <= now(), false) = $11::boolean), false)`;

const columns = table.names.join(', ');

/** The one row of an empty page: orders that cannot be shown may be missing from it. */
interface NoOrder {
  id: null;
  incomplete: boolean;
}

/** An order with its cursor at the time of the query. */
type ListedOrder = FoundOrder & { cursor: string };

/** Few orders: all are read and sorted. */
const amongFew = (lead: Lead) =>
  `select * from (
     select ${columns}, position + case when late_since <= now() then ${LATE_ABOVE} else 0 end as cursor
     from ${schema}.placed where ${leads[lead]} and ${WANTED}
   ) as found where cursor > $2::bigint and cursor < $3::bigint`;

const lateOnes = (order: 'asc' | 'desc') =>
  `(select ${columns}, position + ${LATE_ABOVE} as cursor from ${schema}.placed
    where late_since <= now() and $11::boolean is not false
      and position > $2::bigint - ${LATE_ABOVE} and position < $3::bigint - ${LATE_ABOVE} and ${WANTED}
    order by position ${order} limit $1::int)`;

const otherOnes = (order: 'asc' | 'desc') =>
  `(select ${columns}, position as cursor from ${schema}.placed
    where coalesce(late_since <= now(), false) = false
      and position > $2::bigint and position < $3::bigint and ${WANTED}
    order by position ${order} limit $1::int)`;

/** Finds the orders of a page, and perhaps more. Where there may be many, it reads no more than a page has. */
function candidates(lead: Lead, order: 'asc' | 'desc'): string {
  if (lead === 'late') return lateOnes(order);
  if (lead === 'all') return `${lateOnes(order)} union all ${otherOnes(order)}`;
  return amongFew(lead);
}

/** `$1` is one more than the page has: it shows that there is another page. */
const pageStatement = (lead: Lead, order: 'asc' | 'desc') =>
  new Statement<ListedOrder | NoOrder>(
    `orders by ${lead}, ${order}`,
    `select placed.*, incomplete from (select exists (select from ${schema}.incomplete) as incomplete) as marked
     left join lateral (
       select * from (${candidates(lead, order)}) as candidate order by cursor ${order} limit $1::int
     ) as placed on true
     order by cursor ${order}`,
  );

const pages = Object.fromEntries(
  (Object.keys(leads) as Lead[]).map((lead) => [
    lead,
    { older: pageStatement(lead, 'desc'), newer: pageStatement(lead, 'asc') },
  ]),
) as Record<Lead, Record<'older' | 'newer', Statement<ListedOrder | NoOrder>>>;

/** The payment of an order, by which its invoice is found. */
interface OrderPayment {
  memberId: string;
  paymentId: string;
}
/** Finds the numbers of the invoices of orders by their payments. */
export type OrderInvoices = (reads: Reads, payments: readonly OrderPayment[]) => Promise<ReadonlyMap<string, string>>;

/** Answers `own`: a member's orders, the newest first. Pages count from 1. */
export async function ownOrders(
  reads: Reads,
  memberId: string,
  { page, limit }: { page: number; limit: number },
): Promise<JsonReply> {
  const [found] = await OWN.run(reads, [memberId, ORDERED, (page - 1) * limit, limit]);
  if (!found) throw new Error('a page without a row');
  const { views, pagination, incomplete } = found;
  return { json: JSON.stringify({ success: true, items: views.map(listedOrder), pagination }), incomplete };
}

/** An order, and the generations whose images it is of. */
interface FoundOwnOrder {
  order: OwnOrder;
  generations: string[];
  incomplete: boolean;
}

/** Finds an order of a member; undefined where they have none of this id. */
export async function ownOrderById(
  reads: Reads,
  { id, memberId }: { id: string; memberId: string },
  invoices: OrderInvoices,
): Promise<FoundOwnOrder | undefined> {
  const [found] = await ONE.run(reads, { id });
  if (found?.member_id !== memberId) return undefined;
  return {
    order: whole(found, await invoicesOf(reads, [found], invoices)),
    generations: found.view.items.map(({ generationId }) => generationId),
    incomplete: found.incomplete,
  };
}

/** Finds the digest of a small image of what was ordered; undefined where another member than the viewer ordered it. */
export async function orderedImage(
  reads: Reads,
  { id, item, viewerId }: { id: string; item: string; viewerId?: string },
): Promise<string | undefined> {
  const [found] = await ONE.run(reads, { id });
  if (!found || (viewerId !== undefined && found.member_id !== viewerId)) return undefined;
  return found.view.items.find(({ itemId }) => itemId === item)?.image.thumbnail.blob;
}

/** Chooses the statement for what is asked for. */
export function statementFor(asked: OrderFilter): Statement<ListedOrder | NoOrder> {
  const lead = (Object.keys(leads) as Lead[]).find((one) => one === 'all' || Boolean(asked[one])) ?? 'all';
  return pages[lead][asked.after === undefined ? 'older' : 'newer'];
}

/** Returns the values of its parameters. */
export function valuesOf(asked: OrderFilter, limit: number): (string | number | boolean | null)[] {
  const { id, status, test, late, q, tracking, member, payment, before, after } = asked;
  return [
    limit + 1,
    after ?? NOWHERE,
    before ?? END,
    id ? arrayLiteral(id) : null,
    status ? arrayLiteral(status) : null,
    q?.toUpperCase() ?? null,
    member ?? null,
    payment ?? null,
    test ?? null,
    tracking === undefined ? null : trackingKey(tracking),
    late ?? null,
  ];
}

type WalkedOrders = JsonReply & { rows: number; more: boolean };

/** Answers `list`: orders of all members, late ones first, then the newest. */
export async function listedOrders(
  reads: Reads,
  asked: OrderFilter,
  limit: number,
  invoices: OrderInvoices,
): Promise<WalkedOrders> {
  const { after } = asked;
  const rows = await statementFor(asked).run(reads, valuesOf(asked, limit));
  const found = rows.filter((row): row is ListedOrder => row.id !== null);
  const page = found.slice(0, limit);
  if (after !== undefined) page.reverse();
  const numbers = await invoicesOf(reads, page, invoices);
  return {
    json: JSON.stringify(page.map((row) => recordOf(row, row.cursor, numbers))),
    rows: page.length,
    more: found.length > limit,
    incomplete: rows[0]?.incomplete ?? false,
  };
}

const COUNTS = new Statement<{ late: number; incomplete: boolean }>(
  'order counts',
  `select (select count(*)::int from ${schema}.placed where ${leads.late}) as late,
     exists (select from ${schema}.incomplete) as incomplete`,
);

/** Answers `counts`: how many orders are late. */
export async function orderCounts(reads: Reads): Promise<JsonReply> {
  const [found] = await COUNTS.run(reads, []);
  if (!found) throw new Error('counts without a row');
  const { late, incomplete } = found;
  return { json: JSON.stringify({ success: true, late }), incomplete };
}

/** Answers `record`; undefined where there is no order of this id. */
export async function orderRecord(reads: Reads, id: string, invoices: OrderInvoices): Promise<JsonReply | undefined> {
  const [found] = await ONE.run(reads, { id });
  if (!found) return undefined;
  const isLate = found.late_since !== null && found.late_since <= new Date();
  const cursor = String(BigInt(found.position) + (isLate ? LATE_ABOVE : 0n));
  const record = recordOf(found, cursor, await invoicesOf(reads, [found], invoices));
  return { json: JSON.stringify(record), incomplete: found.incomplete };
}

const invoicesOf = (reads: Reads, rows: readonly FoundOrder[], invoices: OrderInvoices) =>
  invoices(
    reads,
    rows.flatMap(({ member_id: memberId, payment_id: paymentId }) =>
      paymentId === null ? [] : { memberId, paymentId },
    ),
  );

const whole = (row: FoundOrder, invoices: ReadonlyMap<string, string>): OwnOrder => {
  const { view, payment_id, customer_name: name, customer_email: email, customer_phone: phone } = row;
  const { street, city, state, zip_code: zipCode } = row;
  const address = { street, city, state, zipCode, country: view.country };
  return ownOrder(view, { customer: { name, email, phone }, address }, invoices.get(payment_id ?? '') ?? null);
};

const recordOf = (row: FoundOrder, cursor: string, invoices: ReadonlyMap<string, string>): OrderRecord => ({
  ...whole(row, invoices),
  timeline: explainedTimeline(row),
  member_id: row.member_id,
  payment_id: row.payment_id,
  print: printOf(row.view),
  shipping_refunded: row.view.shippingRefunded || row.view.status === 'refunded',
  notes: row.notes.map(({ noteId: id, note, notedAt: at, operatorId }) => ({ id, note, at, operator_id: operatorId })),
  late: BigInt(cursor) >= LATE_ABOVE,
  cursor,
});

const explainedTimeline = ({ view, decisions }: FoundOrder): OrderRecord['timeline'] => {
  const byEntry = new Map(decisions.map((decision) => [decision.entry, decision]));
  return view.timeline.map((shown, index) => {
    const decision = byEntry.get(index);
    return { ...shown, operator_id: decision?.operatorId ?? null, reason: decision?.reason ?? '' };
  });
};
