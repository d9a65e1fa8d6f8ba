import { brand } from '@easel/contracts/brand';
import { invoicePath } from '@easel/contracts/invoices/policy';
import type { Recorded } from '@easel/contracts/kernel/event';
import type { OrderedItem, OrderFact } from '@easel/contracts/orders/events';
import {
  deliveries,
  PRINT_AFTER_MS,
  PRODUCTION_DAYS,
  promisedBy,
  type DeliveryMethod,
} from '@easel/contracts/orders/policy';
import { evolveOrder, orderPlaced, promiseOf, type OrderView } from '@easel/contracts/orders/view';
import { productParts } from '@easel/contracts/products/product-parts';
import type { Letter } from '../mail/mails.ts';
import { dollars, utcDay } from '../mail-words.ts';

type DataOf<Type extends OrderFact['type']> = Extract<OrderFact, { type: Type }>['data'];
/** An order that is delivered. */
type Delivered = OrderView & { deliveryMethod: DeliveryMethod };
type Said = Pick<Letter, 'subject' | 'paragraphs' | 'links'>;

/** What the mail about a refund says of its credit note. */
export interface CreditNote {
  number: string;
  /** Lines of the seller's name and address. */
  seller: readonly string[];
}

/**
 * Returns the mail about the event of this revision; undefined of an order of downloads alone, of which the invoice is
 * mailed, of a test order, of a refund whose credit note is mailed, and where there is no more reason for it. The
 * events are all of the order, in order. No text that was entered is in it: of the address, only the country, which was
 * chosen from a list. The mail about a credit note is the one about its refund.
 */
export function orderLetter(
  to: string,
  events: readonly Recorded<OrderFact>[],
  revision: number,
  creditNote?: CreditNote,
): Letter | undefined {
  const [placed] = events;
  const event = events.find((one) => one.revision === revision);
  if (placed?.type !== 'OrderPlaced' || !event) throw new Error(`The order has no event ${revision} to mail`);
  if (placed.data.testMode) return undefined;
  const order = foldOf(
    placed.data,
    events.filter((one) => one.revision <= revision),
  );
  if (!isDelivered(order)) return undefined;
  const said = saidOf(event, order, events, creditNote);
  return (
    said && {
      to,
      ...said,
      paragraphs: ['Hello,', ...said.paragraphs],
      action: { label: 'Open your order', path: `/orders/${order.orderId}` },
      footnotes: ['We send you this mail because of your order. It is not advertising.'],
    }
  );
}

const isDelivered = (order: OrderView): order is Delivered => order.deliveryMethod !== null;

function foldOf(placed: DataOf<'OrderPlaced'>, events: readonly OrderFact[]): OrderView {
  return events.reduce(
    (order, event) => (event.type === 'OrderPlaced' ? order : evolveOrder(order, event)),
    orderPlaced(placed),
  );
}

function saidOf(
  event: OrderFact,
  order: Delivered,
  events: readonly OrderFact[],
  creditNote: CreditNote | undefined,
): Said | undefined {
  switch (event.type) {
    case 'OrderPaid':
      return confirmed(order, event.data);
    case 'OrderParcelShipped':
      return shipped(order, event.data);
    case 'OrderDelayed':
      return isStillInProduction(events) ? delayed(order) : undefined;
    case 'OrderStatusChanged':
      return assumedArrived(order);
    case 'OrderRefunded':
      if (!creditNote && hasCreditNote(event.data, events)) return undefined;
      return refunded(order, event.data, events, creditNote);
    default:
      throw new Error(`There is no mail about ${event.type}`);
  }
}

function confirmed(order: Delivered, { cents, paidAt }: DataOf<'OrderPaid'>): Said {
  const { reference, items, deliveryMethod, shippingCents, country } = order;
  const { name, days } = deliveries[deliveryMethod];
  const hasDownloads = items.some(({ kind }) => kind === 'image-download');
  const openUntil = new Date(Date.parse(paidAt) + PRINT_AFTER_MS).toISOString();
  return {
    subject: `Your ${brand.name} order ${reference} is confirmed`,
    paragraphs: [
      `thank you for your order ${reference}. We have received your payment of ${dollars(cents)} on ${utcDay(paidAt)}.`,
      ...items.map((item) => `${itemText(item)}: ${dollars(item.cents)}`),
      `${name} delivery to ${country}: ${shippingCents === 0 ? 'free' : dollars(shippingCents)}`,
      `Making it takes ${daysText(PRODUCTION_DAYS)}, and delivery ${daysText(days)} after that. We write to you when a parcel leaves.`,
      ...(hasDownloads ? ['The pictures to download are on the page of your order.'] : []),
      `You can cancel the order or change its address on its page until ${utcMinute(openUntil)}. After that we start to make it.`,
    ],
  };
}

function shipped(order: Delivered, parcel: DataOf<'OrderParcelShipped'>): Said {
  const { reference, items, deliveryMethod } = order;
  const { attempt, carrier, dispatchedAt, itemIds } = parcel;
  const promised = promisedBy(new Date(dispatchedAt), deliveryMethod).toISOString();
  return {
    subject: `A parcel of your ${brand.name} order ${reference} is on its way`,
    paragraphs: [
      `a parcel of your order ${reference} left on ${utcDay(dispatchedAt)}${carrier === '' ? '' : ` with ${carrier}`}.`,
      ...(attempt > 1 ? ['We have printed this once more for you.'] : []),
      ...items.filter(({ itemId }) => itemIds.includes(itemId)).map(itemText),
      ...(promiseOf(order) === null ? ['The rest of your order follows in another parcel.'] : []),
      `The parcel should arrive by ${utcDay(promised)}.`,
      ...trackingText(parcel),
      'If something has not arrived after that day, please tell us on the page of your order.',
    ],
  };
}

function trackingText({ trackingNumber, trackingUrl }: DataOf<'OrderParcelShipped'>): string[] {
  return [
    ...(trackingNumber === '' ? [] : [`Tracking number: ${trackingNumber}`]),
    // The address is the print service's: only a plain one of the web is passed on.
    ...(/^https:\/\/\S+$/.test(trackingUrl) ? [`Track the parcel: ${trackingUrl}`] : []),
  ];
}

const delayed = ({ reference }: Delivered): Said => ({
  subject: `Your ${brand.name} order ${reference} is delayed`,
  paragraphs: [
    `making your order ${reference} takes longer than the ${daysText(PRODUCTION_DAYS)} that we had planned. We are sorry.`,
    'You need not do anything: our support sees the delay as well, and we write to you when the parcel leaves.',
  ],
  links: [{ label: 'Ask our support', path: '/contact' }],
});

function assumedArrived(order: Delivered): Said {
  const { reference } = order;
  const promised = promiseOf(order);
  return {
    subject: `Has your ${brand.name} order ${reference} arrived?`,
    paragraphs: [
      `your order ${reference} should have arrived${promised === null ? '' : ` by ${utcDay(promised)}`}. As you have not told us that anything is missing, we now count it as delivered.`,
      'If it has not arrived, please tell us on the page of your order. Our support then looks for it.',
    ],
  };
}

/** Whether a refund is credited: not that of a payment which the order did not take, nor of a test payment. */
const hasCreditNote = ({ paymentId }: DataOf<'OrderRefunded'>, events: readonly OrderFact[]): boolean =>
  events.some(({ type, data }) => type === 'OrderPaid' && data.paymentId === paymentId && data.livemode !== false);

function refunded(
  order: Delivered,
  refund: DataOf<'OrderRefunded'>,
  events: readonly OrderFact[],
  creditNote: CreditNote | undefined,
): Said {
  const { reference } = order;
  const { cents, refundedAt } = refund;
  return {
    subject: `We have refunded ${dollars(cents)} of your ${brand.name} order ${reference}`,
    paragraphs: [
      `we have refunded ${dollars(cents)} of your order ${reference} to the card that you paid with, on ${utcDay(refundedAt)}.`,
      ...reasonText(order, refund, events),
      'Most banks show a refund within 5 to 10 business days.',
      ...(creditNote ? [`Credit note ${creditNote.number} from ${creditNote.seller.join(', ')}.`] : []),
    ],
    ...(creditNote && { links: [{ label: 'Open the credit note', path: invoicePath(creditNote.number) }] }),
  };
}

function reasonText(order: Delivered, { requestId }: DataOf<'OrderRefunded'>, events: readonly OrderFact[]): string[] {
  const { status, items } = order;
  const request = events.find(
    (event): event is Extract<OrderFact, { type: 'OrderRefundRequested' }> =>
      event.type === 'OrderRefundRequested' && event.data.requestId === requestId,
  )?.data;
  if (!request) {
    const isReturned = status === 'cancelled';
    return isReturned
      ? ['The order had been cancelled before your payment arrived. Nothing is made or delivered.']
      : [];
  }
  if (request.reason === 'cancelled') return ['The order is cancelled. Nothing is made or delivered.'];
  const what = [
    ...items.filter(({ itemId }) => request.itemIds.includes(itemId)).map(itemText),
    ...(request.shipping ? ['Delivery'] : []),
  ];
  return [
    request.reason === 'late' ? 'Your order is late, and we are sorry. The refund is for:' : 'The refund is for:',
    ...what,
  ];
}

/** Whether nothing has become of it since it was delayed. */
function isStillInProduction(events: readonly OrderFact[]): boolean {
  const last = events.findLast((event) => event.type === 'OrderStatusChanged');
  return last?.data.to === 'in_production';
}

function itemText(item: OrderedItem): string {
  if (item.kind === 'image-download') return `A picture in ${item.size} as ${item.format.toUpperCase()}`;
  const { quantity, name, size, colour } = item;
  return `${quantity} × ${productParts({ name, size, color: colour }).join(', ')}`;
}

const daysText = ([least, most]: readonly [number, number]): string =>
  least === most ? (most === 1 ? '1 business day' : `${most} business days`) : `${least} to ${most} business days`;

const utcMinute = (instant: string): string => `${instant.slice(0, 10)} ${instant.slice(11, 16)} (UTC)`;
