import { Refused } from '@easel/contracts/kernel/problem';
import type { OrderFact, OrderAddress } from '@easel/contracts/orders/events';
import { addWorkingDays, mayBecome, orderProblems, PRODUCTION_DAYS, promisedBy } from '@easel/contracts/orders/policy';
import { isAllOnItsWay, productsOf, type DataOf, type Order, type Placed } from './order-state.decider.ts';

/** A parcel as the print service reports it. */
export type SeenParcel = Pick<
  DataOf<'OrderParcelShipped'>,
  'parcelId' | 'carrier' | 'trackingNumber' | 'trackingUrl' | 'itemIds'
> & { dispatchedAt: Date };

export type PrintCommand =
  /** Before anything is sent: from now on the order can be neither cancelled nor changed by its member. */
  | { type: 'BeginPrinting' }
  | { type: 'SendOrderToPrint'; attempt: number; printOrderId: string }
  /** The print service refused it. */
  | { type: 'FailPrint'; attempt: number; problem: string }
  /** How it stands at the print service. Seen again, it changes nothing. */
  | {
      type: 'ReportPrint';
      attempt: number;
      printOrderId: string;
      parcels: readonly SeenParcel[];
      /** Why it cannot go on; null while it can. */
      problem: string | null;
      /** Null until it is known. */
      cents: number | null;
    }
  | { type: 'Reprint'; reason: string }
  | { type: 'ChangeOrderAddress'; address: OrderAddress; by: 'member' | 'support' }
  /** `notLateYet` to a member before the promised day is over. */
  | { type: 'ReportArrival'; arrived: boolean }
  /** Nobody has missed it for long enough. */
  | { type: 'AssumeArrival' };

type Of<Type extends PrintCommand['type']> = Extract<PrintCommand, { type: Type }> & { orderId: string; at: Date };

export function decidePrint(
  command: PrintCommand & { orderId: string; at: Date },
  order: Order,
  placed: Placed,
): OrderFact[] {
  switch (command.type) {
    case 'BeginPrinting':
      return order.status === 'paid' && productsOf(placed).length > 0
        ? changed(command, placed, order, 'in_production', 'printing')
        : [];
    case 'SendOrderToPrint':
      return send(command, order, placed);
    case 'FailPrint':
      return fail(command, order, placed);
    case 'ReportPrint':
      return report(command, order, placed);
    case 'Reprint':
      return reprint(command, order, placed);
    case 'ChangeOrderAddress':
      return changeAddress(command, order, placed);
    case 'ReportArrival':
      return reportArrival(command, order, placed);
    case 'AssumeArrival':
      return order.status === 'shipped' && order.arrived === null && isAllOnItsWay(order, placed)
        ? changed(command, placed, order, 'delivered', 'assumed-arrived')
        : [];
  }
}

const changed = (
  { orderId, at }: { orderId: string; at: Date },
  { memberId }: Placed,
  { status: from }: Order,
  to: Order['status'],
  reason: DataOf<'OrderStatusChanged'>['reason'],
): OrderFact[] =>
  mayBecome(from, to)
    ? [{ type: 'OrderStatusChanged', data: { orderId, memberId, from, to, reason, changedAt: at.toISOString() } }]
    : [];

/** Whether anything is made at the print service, or was. */
export const isAtPrint = ({ status }: Pick<Order, 'status'>): boolean =>
  ['in_production', 'shipped', 'delivered'].includes(status);

function send(command: Of<'SendOrderToPrint'>, order: Order, { memberId }: Placed): OrderFact[] {
  const { orderId, attempt, printOrderId, at } = command;
  if (!isAtPrint(order) || attempt !== order.print.attempt || order.print.printOrderId !== null) return [];
  return [{ type: 'OrderSentToPrint', data: { orderId, memberId, attempt, printOrderId, sentAt: at.toISOString() } }];
}

function fail({ orderId, attempt, problem, at }: Of<'FailPrint'>, order: Order, { memberId }: Placed): OrderFact[] {
  if (attempt !== order.print.attempt || order.print.problem === problem) return [];
  return [{ type: 'OrderPrintFailed', data: { orderId, memberId, attempt, problem, failedAt: at.toISOString() } }];
}

/** Parcels of an earlier attempt are on their way all the same. */
function report(command: Of<'ReportPrint'>, order: Order, placed: Placed): OrderFact[] {
  const { orderId, attempt, printOrderId, at } = command;
  const { memberId } = placed;
  const about = { orderId, memberId, attempt };
  const facts: OrderFact[] = command.parcels
    .filter(({ parcelId }) => !Object.hasOwn(order.parcels, parcelId))
    .map(({ dispatchedAt, ...parcel }) => ({
      type: 'OrderParcelShipped',
      data: { ...about, ...parcel, dispatchedAt: dispatchedAt.toISOString() },
    }));
  if (facts.length > 0) facts.push(...changed(command, placed, order, 'shipped', 'dispatched'));
  if (attempt !== order.print.attempt) return facts;
  const { cents, problem } = command;
  if (cents !== null && cents !== order.print.cents) {
    const charged = { ...about, printOrderId, cents, chargedAt: at.toISOString() };
    facts.push({ type: 'OrderPrintCharged', data: charged });
  }
  if (problem !== null) facts.push(...fail({ type: 'FailPrint', orderId, attempt, problem, at }, order, placed));
  return facts;
}

/** What is being made goes on; only what is stuck, or has left, is made again. */
function reprint({ orderId, reason, at }: Of<'Reprint'>, order: Order, placed: Placed): OrderFact[] {
  const { print, status } = order;
  const isStuck = status === 'in_production' && print.problem !== null;
  if (!isStuck && status !== 'shipped' && status !== 'delivered') throw new Refused(orderProblems.notPrintable);
  // An attempt that has not been sent yet is what is asked for.
  if (print.printOrderId === null && print.problem === null) return [];
  const { memberId } = placed;
  const about = { orderId, memberId, attempt: print.attempt + 1, reason };
  return [{ type: 'OrderReprinted', data: { ...about, reprintedAt: at.toISOString() } }];
}

function changeAddress(command: Of<'ChangeOrderAddress'>, order: Order, placed: Placed): OrderFact[] {
  const { orderId, address, by, at } = command;
  const isOpen = order.status === 'pending' || order.status === 'paid';
  // For a reprint, or an order that the print service could not deliver.
  const isCorrected = by === 'support' && isAtPrint(order);
  if (placed.deliveryMethod === null || (!isOpen && !isCorrected)) throw new Refused(orderProblems.addressFixed);
  const { memberId } = placed;
  return [{ type: 'OrderAddressChanged', data: { orderId, memberId, ...address, changedAt: at.toISOString() } }];
}

function reportArrival(command: Of<'ReportArrival'>, order: Order, placed: Placed): OrderFact[] {
  const { orderId, arrived, at } = command;
  const { memberId, deliveryMethod } = placed;
  if (order.status !== 'shipped' && order.status !== 'delivered') throw new Refused(orderProblems.notFound);
  if (order.arrived === arrived || deliveryMethod === null) return [];
  if (!arrived) refuseBeforePromise(order, placed, at);
  const facts: OrderFact[] = [
    { type: 'OrderArrivalReported', data: { orderId, memberId, arrived, reportedAt: at.toISOString() } },
  ];
  if (arrived) facts.push(...changed(command, placed, order, 'delivered', 'arrived'));
  return facts;
}

function refuseBeforePromise(order: Order, placed: Placed, at: Date): void {
  const { deliveryMethod } = placed;
  const ends = Object.values(order.parcels).map(({ dispatchedAt }) =>
    deliveryMethod === null ? 0 : promisedBy(new Date(dispatchedAt), deliveryMethod).getTime(),
  );
  const promised = new Date(Math.max(0, ...ends));
  // What has not left yet is late by its making, which support sees.
  if (isAllOnItsWay(order, placed) && at > promised) return;
  throw new Refused(orderProblems.notLateYet, { promised: promised.toISOString() });
}

/** Returns when making an order that was sent then takes too long. */
export const madeBy = (sentAt: Date): Date => addWorkingDays(sentAt, PRODUCTION_DAYS[1] + 1);
