import { Refused } from '@easel/contracts/kernel/problem';
import type { OrderFact, OrderAddress } from '@easel/contracts/orders/events';
import {
  addWorkingDays,
  ASSUMED_AFTER_MS,
  mayBecome,
  orderProblems,
  PRODUCTION_DAYS,
  promisedBy,
  type DeliveryMethod,
} from '@easel/contracts/orders/policy';
import { explained, type Note } from './notes.decider.ts';
import {
  hasProducts,
  isAllOnItsWay,
  itemsGivenBack,
  productsOf,
  toPrint,
  type DataOf,
  type Order,
  type Placed,
} from './order-state.decider.ts';
import { refundLeft } from './refunds.decider.ts';

/** A parcel as the print service reports it. */
export type SeenParcel = Pick<
  DataOf<'OrderParcelShipped'>,
  'parcelId' | 'carrier' | 'trackingNumber' | 'trackingUrl' | 'itemIds'
> & { dispatchedAt: Date };

export type PrintCommand =
  /**
   * Before anything is sent: from now on the order can be neither cancelled nor changed by its member. If all of its
   * products are paid back, its downloads are all of it, and it is delivered.
   */
  | { type: 'BeginPrinting' }
  /** `inVain`: nothing of it is wanted any more, and the print service no longer cancels it. */
  | { type: 'SendOrderToPrint'; attempt: number; printOrderId: string; inVain?: boolean }
  /** The print service refused it. */
  | { type: 'FailPrint'; attempt: number; problem: string }
  /** The state at the print service. The same report again changes nothing. */
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
  /** `why` in support's words. */
  | { type: 'ChangeOrderAddress'; address: OrderAddress; by: 'member' | 'support'; why?: Note | undefined }
  /**
   * `notLateYet` to a member before the promised day is over. `requestId` names the refund of what delivery cost, which
   * a missing order gets by itself after that day.
   */
  | { type: 'ReportArrival'; arrived: boolean; requestId: string }
  /** Delivers an order that was not reported missing in time; too early it changes nothing (`assumedAt`). */
  | { type: 'AssumeArrival' };

type Of<Type extends PrintCommand['type']> = Extract<PrintCommand, { type: Type }> & { orderId: string; at: Date };

export function decidePrint(
  command: PrintCommand & { orderId: string; at: Date },
  order: Order,
  placed: Placed,
): OrderFact[] {
  switch (command.type) {
    case 'BeginPrinting':
      return begin(command, order, placed);
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
      return command.at >= (assumedAt(order, placed) ?? NEVER)
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

function begin(command: Of<'BeginPrinting'>, order: Order, placed: Placed): OrderFact[] {
  if (order.status !== 'paid' || !hasProducts(placed)) return [];
  if (isAnythingToPrint(order, placed)) return changed(command, placed, order, 'in_production', 'printing');
  const givenBack = itemsGivenBack(order);
  const hasDownloads = placed.items.some(({ kind, itemId }) => kind === 'image-download' && !givenBack.has(itemId));
  return hasDownloads ? changed(command, placed, order, 'delivered', 'downloads-ready') : [];
}

/** Items whose money goes back before they are printed are not printed. */
const isAnythingToPrint = (order: Order, placed: Placed): boolean => toPrint(order, placed).length > 0;

/** Whether the print service may have an order of which nothing is wanted any more, and whose id is not known. */
export const isPrintLost = (order: Order, placed: Placed): boolean =>
  order.print.printOrderId === null &&
  (order.status === 'refunded' || (isAtPrint(order) && !isAnythingToPrint(order, placed)));

const hasLeft = ({ status }: Order): boolean => status === 'shipped' || status === 'delivered';
/** Whether anything is made at the print service, or was. */
export const isAtPrint = (order: Order): boolean => order.status === 'in_production' || hasLeft(order);
const isPaidFor = (order: Order): boolean => order.status === 'paid' || isAtPrint(order);

/** What is not wanted any more is recorded only where it is printed all the same: its parcels and costs follow. */
function send(command: Of<'SendOrderToPrint'>, order: Order, placed: Placed): OrderFact[] {
  const { orderId, attempt, printOrderId, inVain = false, at } = command;
  const isWanted = isAtPrint(order) && isAnythingToPrint(order, placed);
  if (!isWanted && !(inVain && isPrintLost(order, placed))) return [];
  if (attempt !== order.print.attempt || order.print.printOrderId !== null) return [];
  const { memberId } = placed;
  return [{ type: 'OrderSentToPrint', data: { orderId, memberId, attempt, printOrderId, sentAt: at.toISOString() } }];
}

function fail({ orderId, attempt, problem, at }: Of<'FailPrint'>, order: Order, { memberId }: Placed): OrderFact[] {
  if (!isAtPrint(order) || attempt !== order.print.attempt || order.print.problem === problem) return [];
  return [{ type: 'OrderPrintFailed', data: { orderId, memberId, attempt, problem, failedAt: at.toISOString() } }];
}

/** Parcels of an earlier attempt are on their way all the same. Of what they name, only this order's items are kept. */
function report(command: Of<'ReportPrint'>, order: Order, placed: Placed): OrderFact[] {
  const { orderId, attempt, printOrderId, at } = command;
  const { memberId } = placed;
  const about = { orderId, memberId, attempt };
  const products = new Set(productsOf(placed).map(({ itemId }) => itemId));
  const seen = new Map(command.parcels.map((parcel) => [parcel.parcelId, parcel]));
  const facts: OrderFact[] = [...seen.values()]
    .filter(({ parcelId }) => !Object.hasOwn(order.parcels, parcelId))
    .map(({ dispatchedAt, itemIds, ...parcel }) => ({
      type: 'OrderParcelShipped',
      data: {
        ...about,
        ...parcel,
        itemIds: itemIds.filter((itemId) => products.has(itemId)),
        dispatchedAt: dispatchedAt.toISOString(),
      },
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

/** Makes again what is stuck or has left. What is being made goes on. */
function reprint({ orderId, reason, at }: Of<'Reprint'>, order: Order, placed: Placed): OrderFact[] {
  const { print, status } = order;
  // An attempt that has not been sent yet is what is asked for.
  if (isAtPrint(order) && print.attempt > 1 && print.printOrderId === null && print.problem === null) return [];
  const isStuck = status === 'in_production' && print.problem !== null;
  const { memberId } = placed;
  if ((!isStuck && !hasLeft(order)) || !isAnythingToPrint(order, placed)) throw new Refused(orderProblems.notPrintable);
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
  const change = { orderId, memberId, ...address, changedAt: at.toISOString() };
  return explained([{ type: 'OrderAddressChanged', data: change }], command, memberId, order);
}

function reportArrival(command: Of<'ReportArrival'>, order: Order, placed: Placed): OrderFact[] {
  const { orderId, arrived, requestId, at } = command;
  const { memberId, deliveryMethod } = placed;
  if (deliveryMethod === null || !isPaidFor(order)) throw new Refused(orderProblems.notFound);
  if (order.arrived === arrived) return [];
  refuseBeforePromise(command, order, deliveryMethod, placed);
  const facts: OrderFact[] = [
    { type: 'OrderArrivalReported', data: { orderId, memberId, arrived, reportedAt: at.toISOString() } },
  ];
  if (arrived) return [...facts, ...changed(command, placed, order, 'delivered', 'arrived')];
  const delivery = { type: 'RequestOrderRefund', what: 'delivery', itemIds: [], reason: 'late', note: '' } as const;
  return [...facts, ...refundLeft({ ...delivery, orderId, requestId, at }, order, placed)];
}

/** Refuses a report before the promised day. An order that has not left is support's to look at. */
function refuseBeforePromise(
  { arrived, at }: Of<'ReportArrival'>,
  order: Order,
  method: DeliveryMethod,
  placed: Placed,
): void {
  if (!hasLeft(order)) throw new Refused(orderProblems.notLateYet);
  if (arrived) return;
  const hasParcels = Object.keys(order.parcels).length > 0;
  if (!hasParcels || !isAllOnItsWay(order, placed)) throw new Refused(orderProblems.notLateYet);
  const promised = promisedFor(order, method);
  if (at <= promised) throw new Refused(orderProblems.notLateYet, { promised: promised.toISOString() });
}

/** Returns the last instant by which all parcels are promised. */
function promisedFor({ parcels }: Order, method: DeliveryMethod): Date {
  const ends = Object.values(parcels).map(({ dispatchedAt }) => promisedBy(new Date(dispatchedAt), method).getTime());
  return new Date(Math.max(...ends));
}

const NEVER = new Date(8.64e15);

/** Returns when an order is assumed to have arrived; undefined while a part of it has not left. */
export function assumedAt(order: Order, placed: Placed): Date | undefined {
  const { deliveryMethod } = placed;
  if (order.status !== 'shipped' || order.arrived !== null || deliveryMethod === null) return undefined;
  if (!isAllOnItsWay(order, placed)) return undefined;
  return new Date(promisedFor(order, deliveryMethod).getTime() + ASSUMED_AFTER_MS);
}

/** Returns when making an order that was sent then takes too long. */
export const madeBy = (sentAt: Date): Date => addWorkingDays(sentAt, PRODUCTION_DAYS[1] + 1);
