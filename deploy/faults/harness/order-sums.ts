import type { OrderFact } from '@easel/contracts/orders/events';
import { orderStream } from '@easel/contracts/orders/stream';
import { expect } from 'vitest';
import type { Product } from './product.ts';
import { paymentFacts, Records, streamsOf } from './records.ts';

/** What became of all orders, in numbers of orders and in cents. */
export interface OrderSums {
  orders: number;
  printed: number;
  refunded: number;
  unpaid: number;
  /** Cards. */
  declined: number;
  paidCents: number;
  refundedCents: number;
  printCents: number;
}

/** What the card service has of an order. */
interface Charged {
  charges: number;
  cents: number;
  refundedCents: number;
}

/** A print order as the print service has it. */
interface PrintOrder {
  id: string;
  /** `{orderId}:{attempt}`. */
  key: string;
  cents: number;
}

interface Order {
  id: string;
  facts: readonly OrderFact[];
}

const NOT_CHARGED: Charged = { charges: 0, cents: 0, refundedCents: 0 };

/** Orders of which something is on its way still, with their facts. */
export const unsettledOrders = (product: Product): Promise<string[]> =>
  Records.of(product, async (records) =>
    (await ordersOf(records))
      .filter(({ facts }) => !isSettled(facts))
      .map(({ id, facts }) => `${id}: ${typesOf(facts)}`),
  );

/**
 * Compares each order of the log with the records of the card service and of the print service, once all are settled.
 * Throws where they differ, and where an order was charged or printed twice.
 */
export const compareOrders = (product: Product): Promise<OrderSums> =>
  Records.of(product, async (records) => {
    const orders = await ordersOf(records);
    const charged = await chargesOf(records);
    const printed = await printOrdersOf(records);
    const sums = {
      orders: 0,
      printed: 0,
      refunded: 0,
      unpaid: 0,
      declined: 0,
      paidCents: 0,
      refundedCents: 0,
      printCents: 0,
    };
    for (const order of orders) {
      expectSame(order, charged.get(order.id) ?? NOT_CHARGED, printed.get(order.id) ?? []);
      add(sums, order);
    }
    const known = new Set(orders.map(({ id }) => id));
    expect([...charged.keys(), ...printed.keys()].filter((id) => !known.has(id))).toEqual([]);
    return sums;
  });

async function ordersOf(records: Records): Promise<Order[]> {
  const streams = streamsOf(await records.streams(), orderStream.category);
  // Nothing but facts of orders is in them.
  return streams.map(([stream, events]) => ({
    id: orderStream.idOf(stream),
    facts: paymentFacts(events) as OrderFact[],
  }));
}

const typesOf = (facts: readonly OrderFact[]): string => facts.map(({ type }) => type).join(' ');

type FactOf<Type extends OrderFact['type']> = Extract<OrderFact, { type: Type }>;

const having = <Type extends OrderFact['type']>(facts: readonly OrderFact[], type: Type): FactOf<Type>[] =>
  facts.filter((fact): fact is FactOf<Type> => fact.type === type);

/** Whether nothing happens to it any more but being delivered. */
function isSettled(facts: readonly OrderFact[]): boolean {
  if (having(facts, 'OrderRefundRequested').length > having(facts, 'OrderRefunded').length) return false;
  if (having(facts, 'OrderPaid').length === 0) return true;
  const hasLeft = having(facts, 'OrderParcelShipped').length > 0 && having(facts, 'OrderPrintCharged').length > 0;
  return hasLeft || having(facts, 'OrderRefunded').length > 0;
}

/** One that is paid is printed once or refunded, and neither where it is not paid. */
function expectSame({ id, facts }: Order, charged: Charged, printed: readonly PrintOrder[]): void {
  const count = (type: OrderFact['type']) => facts.filter((fact) => fact.type === type).length;
  const [paid] = having(facts, 'OrderPaid');
  const [sent] = having(facts, 'OrderSentToPrint');
  const charges = paid ? 1 : 0;
  const prints = sent ? 1 : 0;
  const { paidCents, refundedCents, printCents } = sumsOf(facts);
  const types = typesOf(facts);
  expect({
    id,
    types,
    paid: count('OrderPaid'),
    sent: count('OrderSentToPrint'),
    shipped: count('OrderParcelShipped'),
    failed: count('OrderPrintFailed'),
    refundedCents,
    charged,
    printed,
  }).toEqual({
    id,
    types,
    paid: charges,
    sent: prints,
    shipped: prints,
    failed: 0,
    refundedCents: sent ? 0 : paidCents,
    charged: { charges, cents: paidCents, refundedCents },
    printed: sent ? [{ id: sent.data.printOrderId, key: `${id}:${sent.data.attempt}`, cents: printCents }] : [],
  });
}

function sumsOf(facts: readonly OrderFact[]): Pick<OrderSums, 'paidCents' | 'refundedCents' | 'printCents'> {
  const refunds = having(facts, 'OrderRefunded');
  return {
    paidCents: total(having(facts, 'OrderPaid').map(({ data }) => data.cents)),
    refundedCents: total(refunds.map(({ data }) => (data.outcome === 'made' ? data.cents : -data.cents))),
    // The last one holds.
    printCents: having(facts, 'OrderPrintCharged').at(-1)?.data.cents ?? 0,
  };
}

function add(sums: OrderSums, { facts }: Order): void {
  const isPaid = having(facts, 'OrderPaid').length > 0;
  const isPrinted = having(facts, 'OrderSentToPrint').length > 0;
  sums.orders += 1;
  sums[isPrinted ? 'printed' : isPaid ? 'refunded' : 'unpaid'] += 1;
  sums.declined += having(facts, 'OrderPaymentFailed').length;
  const { paidCents, refundedCents, printCents } = sumsOf(facts);
  sums.paidCents += paidCents;
  sums.refundedCents += refundedCents;
  sums.printCents += printCents;
}

const total = (cents: readonly number[]): number => cents.reduce((sum, one) => sum + one, 0);

async function chargesOf(records: Records): Promise<Map<string, Charged>> {
  const rows = await records.rows<Charged & { id: string }>(
    `select body->'metadata'->>'orderId' as id, count(*)::int as charges, sum((body->>'amount')::int)::int as cents,
        sum((body->>'amount_refunded')::int)::int as "refundedCents"
      from stripe_standin.objects
      where object = 'charge' and body->>'status' = 'succeeded' and body->'metadata'->>'orderId' is not null
      group by 1`,
  );
  return new Map(rows.map(({ id, ...charged }) => [id, charged]));
}

async function printOrdersOf(records: Records): Promise<Map<string, PrintOrder[]>> {
  const rows = await records.rows<PrintOrder>(
    `select id, key, coalesce((
        select round(sum((charge->'totalCost'->>'amount')::numeric) * 100) from json_array_elements(body->'charges') charge
      ), 0)::int as cents
      from prodigi_standin.orders order by seq`,
  );
  return Map.groupBy(rows, ({ key }) => key.split(':')[0] ?? '');
}
