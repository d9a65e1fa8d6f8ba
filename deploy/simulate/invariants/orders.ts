import { sumOf, typed, type Evidence, type Payment, type Violation } from './evidence.ts';
import { knownOf, type Known } from './known-order.ts';
import { prints } from './prints.ts';

const DAY_MS = 24 * 3_600_000;
const UNPAID_MS = DAY_MS;
/** Between two looks of a process at what it waits for, and more. */
const SLACK_MS = 2 * 3_600_000;

/** Holds at quiet points. */
export function orders(evidence: Evidence): Violation[] {
  if (!evidence.isQuiet) return [];
  const all = knownOf(evidence);
  return [
    ...placedOnce(evidence),
    ...all.flatMap((order) => [
      ...chargedOnce(order),
      ...paidIfCharged(order),
      ...granted(order, evidence),
      ...refunded(order),
      ...cancelledIsBack(order),
      ...testMovesNothing(order, evidence),
      ...isOver(order, evidence),
      ...prints(order, evidence),
    ]),
    ...ofOrdersAlone(evidence, all),
  ];
}

/** One call makes one order, and an order begins and is paid once. */
function placedOnce({ orders: all }: Evidence): Violation[] {
  const calls = new Set<string>();
  return [...all].flatMap(([orderId, facts]): Violation[] => {
    const placed = typed(facts, 'OrderPlaced');
    const call = placed[0]?.metadata.$correlationId ?? '';
    const isRepeated = calls.has(call);
    calls.add(call);
    const once = placed.length === 1 && typed(facts, 'OrderPaid').length <= 1 && !isRepeated;
    const memberId = placed[0]?.data.memberId;
    return once ? [] : [{ rule: 'order counts once', memberId, says: `order ${orderId} was placed or paid twice` }];
  });
}

function chargedOnce({ opened, totalCents, wrong }: Known): Violation[] {
  const charged = opened.flatMap(({ chargedCents }) => chargedCents);
  const rule = 'order is charged once';
  return [
    ...(opened.length > 1 ? [wrong(rule, `${opened.length} payments were opened`)] : []),
    ...(charged.length > 1 ? [wrong(rule, `${charged.length} charges were made`)] : []),
    ...opened
      .filter(({ cents }) => cents !== totalCents)
      .map(({ id, cents }) => wrong('order costs its total', `${id} is of ${cents} cents, and it costs ${totalCents}`)),
  ];
}

/** Paid exactly where it is charged; what came too late has all gone back. */
function paidIfCharged({ facts, payments, status, wrong }: Known): Violation[] {
  const rule = 'paid ⇔ charged';
  const paid = typed(facts, 'OrderPaid').map(({ data }) => data);
  return [
    ...paid
      .filter(({ paymentId, cents }) => !payments.some((one) => one.id === paymentId && one.cents === cents))
      .map(({ paymentId, cents }) => wrong(rule, `is paid by ${paymentId}, which has not charged ${cents} cents`)),
    ...payments
      .filter(({ id }) => !paid.some(({ paymentId }) => paymentId === id))
      .filter((payment) => status !== 'cancelled' || !isBack(payment))
      .map(({ id, cents }) => wrong(rule, `is ${status}, and ${id} has charged ${cents} cents`)),
  ];
}

/** Also where the bank did not take it in the end, or has taken it by itself and not given it back. */
const isBack = ({ cents, refunds, disputes }: Payment): boolean =>
  sumOf(refunds, (refund) => refund.cents) +
    sumOf(disputes, (dispute) => (dispute.state === 'won' ? 0 : dispute.cents)) >=
  cents;

/** Every item once, for its price, and nothing of what is not paid. */
function granted({ orderId, facts, placed, wrong }: Known, { account }: Evidence): Violation[] {
  const rule = 'paid = granted once';
  const { memberId, items } = placed;
  const paid = typed(facts, 'OrderPaid')[0]?.data;
  const itemIds = new Set(items.map(({ itemId }) => itemId));
  const images = typed(account(memberId), 'ImagePurchased').filter(({ data }) => itemIds.has(data.purchaseId));
  const prints = typed(account(memberId), 'PrintsPurchased').filter(({ data }) => data.orderId === orderId);
  const booked = sumOf([...images, ...prints], ({ data }) => data.cents);
  const isOfPayment = [...images, ...prints].every(({ data }) => data.paymentId === paid?.paymentId);
  const wanted = paid ? items.filter(({ kind }) => kind === 'image-download') : [];
  const isPrinted = paid !== undefined && items.some(({ kind }) => kind === 'product');
  const found = [
    ...wanted
      .map(({ itemId }) => images.filter(({ data }) => data.purchaseId === itemId).length)
      .filter((times) => times !== 1)
      .map((times) => `an image was granted ${times} times`),
    ...(images.length > wanted.length ? [`${images.length} images were granted, and ${wanted.length} paid for`] : []),
    ...(prints.length === Number(isPrinted) ? [] : [`its products were booked ${prints.length} times`]),
    ...(booked === (paid?.cents ?? 0) ? [] : [`${booked} cents are booked, and ${paid?.cents ?? 0} paid`]),
    ...(isOfPayment ? [] : ['what is booked is of another payment']),
  ];
  return found.map((says) => wrong(rule, says));
}

/** What has gone back is what the card service says, never more than was paid, and once for each decision. */
function refunded({ facts, payments, wrong }: Known): Violation[] {
  const told = typed(facts, 'OrderRefunded').map(({ data }) => data);
  const requests = typed(facts, 'OrderRefundRequested').map(({ data }) => data);
  const made = payments.flatMap(({ refunds }) => refunds);
  const seen = told.map(({ refundId, outcome }) => `${refundId} ${outcome}`);
  const happened = made.flatMap(({ id, failed }) => [`${id} made`, ...(failed ? [`${id} failed`] : [])]);
  const held = sumOf(payments, ({ cents }) => cents);
  const back = sumOf(made, ({ cents, failed }) => (failed ? 0 : cents));
  return [
    ...(seen.toSorted().join() === happened.toSorted().join()
      ? []
      : [wrong('order knows its refunds', `was told of ${seen.join() || 'none'}, and there are ${happened.join()}`)]),
    ...(back > held ? [wrong('refunded ≤ paid', `${back} cents went back of ${held}`)] : []),
    ...requests.flatMap(({ requestId, cents }) => {
      const of = made.filter((refund) => refund.requestId === requestId && !refund.failed);
      const sum = sumOf(of, (refund) => refund.cents);
      return of.length > 1 || sum > cents
        ? [wrong('refunded once', `${of.length} refunds of ${sum} cents were made for one of ${cents}`)]
        : [];
    }),
  ];
}

/**
 * All money of a cancelled order has gone back; the card service refuses to give back what a bank disputes, until the
 * dispute is won.
 */
const cancelledIsBack = ({ status, payments, wrong }: Known): Violation[] =>
  status !== 'cancelled' ||
  payments.every((payment) => payment.disputes.some(({ state }) => state !== 'won') || isBack(payment))
    ? []
    : [wrong('cancelled = money back', 'is cancelled, and not all of it went back')];

function testMovesNothing(
  { orderId, facts, placed, opened, printed, wrong }: Known,
  { account }: Evidence,
): Violation[] {
  if (!placed.testMode) return [];
  const itemIds = new Set(placed.items.map(({ itemId }) => itemId));
  const isMoved =
    opened.length > 0 ||
    printed.length > 0 ||
    facts.some(({ type }) => type !== 'OrderPlaced' && type !== 'OrderStatusChanged' && type !== 'OrderNoted') ||
    typed(account(placed.memberId), 'ImagePurchased').some(({ data }) => itemIds.has(data.purchaseId)) ||
    typed(account(placed.memberId), 'PrintsPurchased').some(({ data }) => data.orderId === orderId);
  return isMoved ? [wrong('test moves nothing', 'is a test order, and moved something')] : [];
}

/** Nothing waits for what has happened already. */
function isOver({ facts, placed, opened, status, wrong }: Known, { at }: Evidence): Violation[] {
  const unpaidMs = Date.parse(placed.placedAt) + UNPAID_MS;
  // While a bank was at its payment it was left alone, and retried after as long again, at most a day.
  const lastMs = Math.max(unpaidMs, facts.at(-1)?.recordedAt.getTime() ?? 0);
  const isOverdue = at.getTime() > lastMs + Math.min(DAY_MS, lastMs - unpaidMs) + SLACK_MS;
  const isAtBank = opened.some((payment) => payment.status === 'processing');
  const isPrinted = placed.items.some(({ kind }) => kind === 'product');
  const isWaiting = (status === 'pending' && isOverdue && !isAtBank) || (status === 'paid' && !isPrinted);
  return isWaiting ? [wrong('orders end', `is ${status} after ${facts.at(-1)?.type}, and nothing is under way`)] : [];
}

/** What a card has paid for in the shop is of an order. */
function ofOrdersAlone({ members, account }: Evidence, all: readonly Known[]): Violation[] {
  const itemIds = new Set(all.flatMap(({ placed }) => placed.items.map(({ itemId }) => itemId)));
  const orderIds = new Set(all.map(({ orderId }) => orderId));
  return members.flatMap((memberId) => {
    const images = typed(account(memberId), 'ImagePurchased').filter(
      ({ data }) => data.method === 'card' && !itemIds.has(data.purchaseId),
    );
    const prints = typed(account(memberId), 'PrintsPurchased').filter(({ data }) => !orderIds.has(data.orderId));
    const strange = images.length + prints.length;
    return strange === 0
      ? []
      : [{ rule: 'paid = granted once', memberId, says: `${strange} purchases by card are of no order` }];
  });
}
