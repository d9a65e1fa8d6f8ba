import { typed, type Evidence, type Violation } from './evidence.ts';
import type { Known } from './known-order.ts';

/** spec: public-and-commerce §9 "Checkout": until then its member may change it. */
const CHANGEABLE_MS = 30 * 60_000;
/** Within which an order is tried again, and more. */
const SLACK_MS = 7 * 3_600_000;

/** Printed once for each attempt that support has asked for, only what is paid, and not what is cancelled. */
export function prints(order: Known, evidence: Evidence): Violation[] {
  return [
    ...printedOnce(order),
    ...printedAfterPayment(order),
    ...printedIsKnown(order, evidence),
    ...isSent(order, evidence),
  ];
}

function printedOnce({ facts, placed, printed, wrong }: Known): Violation[] {
  const attempts = 1 + typed(facts, 'OrderReprinted').length;
  const made = printed.map(({ attempt }) => attempt);
  const copies = new Map(
    placed.items.flatMap((item) => (item.kind === 'product' ? [[item.itemId, item.quantity] as const] : [])),
  );
  const isOther = printed.some((one) => [...one.copies].some(([itemId, count]) => copies.get(itemId) !== count));
  return [
    ...(new Set(made).size < made.length || made.some((attempt) => attempt > attempts)
      ? [wrong('printed once', `was given to the print service for the attempts ${made.join()} of ${attempts}`)]
      : []),
    ...(isOther ? [wrong('printed as ordered', 'is printed in other numbers than were ordered')] : []),
  ];
}

/** Never before half an hour after its payment, nor after it was cancelled or refunded. */
function printedAfterPayment({ facts, printed, wrong }: Known): Violation[] {
  const paidAtMs = Date.parse(typed(facts, 'OrderPaid')[0]?.data.paidAt ?? '');
  const over = typed(facts, 'OrderStatusChanged').find(({ data }) => data.to === 'cancelled' || data.to === 'refunded');
  const overAtMs = over ? Date.parse(over.data.changedAt) : Infinity;
  return printed
    .filter(({ createdAt }) => !(createdAt.getTime() >= paidAtMs + CHANGEABLE_MS))
    .map(({ id }) =>
      wrong('paid before printed', `was given to the print service as ${id}, and was not paid long enough`),
    )
    .concat(
      printed
        .filter(({ createdAt, isCancelled }) => createdAt.getTime() > overAtMs && !isCancelled)
        .map(({ id }) => wrong('nothing is printed in vain', `was given to the print service as ${id} after it ended`)),
    );
}

/**
 * What the print service has, the product knows of, or has cancelled, or asks for again: also what was paid back after
 * an answer was lost.
 */
function printedIsKnown(order: Known, evidence: Evidence): Violation[] {
  const { facts, printed, status, wrong } = order;
  const known = new Set(typed(facts, 'OrderSentToPrint').map(({ data }) => data.printOrderId));
  const isAsking = (status === 'in_production' || status === 'refunded') && isMissed(evidence);
  return printed
    .filter(({ id, isCancelled }) => !known.has(id) && !isCancelled && !isAsking)
    .map(({ id }) => wrong('print is known', `is ${status}, and printed as ${id}, which nobody knows of`));
}

function isAnythingWanted({ facts, placed }: Known): boolean {
  const givenBack = new Set(typed(facts, 'OrderRefundRequested').flatMap(({ data }) => data.itemIds));
  return placed.items.some(({ kind, itemId }) => kind === 'product' && !givenBack.has(itemId));
}

/** What is paid for is given to the print service, or support knows why it is not. */
function isSent(order: Known, evidence: Evidence): Violation[] {
  const { facts, status, wrong } = order;
  const paid = typed(facts, 'OrderPaid')[0]?.data;
  if (!paid || !isAnythingWanted(order) || (status !== 'paid' && status !== 'in_production')) return [];
  const at = facts.findLast(({ type }) => type === 'OrderSentToPrint' || type === 'OrderPrintFailed');
  const sinceMs = Date.parse(typed(facts, 'OrderReprinted').at(-1)?.data.reprintedAt ?? paid.paidAt);
  const isDone = at !== undefined && Date.parse(dateOf(at)) >= sinceMs;
  const isEarly = evidence.at.getTime() < sinceMs + CHANGEABLE_MS + SLACK_MS;
  return isDone || isEarly || isMissed(evidence)
    ? []
    : [wrong('paid is printed', `is ${status}, and nobody prints it`)];
}

const dateOf = ({ recordedAt }: { recordedAt: Date }): string => recordedAt.toISOString();

/** The print service was away, or lost an answer, a while ago: it is asked again. */
const isMissed = ({ at, printMissedMs }: Evidence): boolean => at.getTime() - printMissedMs < SLACK_MS;
