import { randomUUID } from 'node:crypto';
import type { Fact, Recorded } from '@easel/contracts/kernel/event';
import {
  type OrderAddress,
  type OrderedDownload,
  type OrderedProduct,
  type OrderFact,
  orderFacts,
} from '@easel/contracts/orders/events';
import { orderReference } from '@easel/contracts/orders/policy';
import { orderStream } from '@easel/contracts/orders/stream';
import { centred } from '@easel/contracts/products/placement';
import { digestOf } from './generations.ts';
import type { Recorder } from './recorded.ts';

type DataOf<Type extends OrderFact['type']> = Extract<OrderFact, Fact<Type>>['data'];
type Changed = Pick<DataOf<'OrderStatusChanged'>, 'from' | 'to' | 'reason'>;

const pictureOf = (itemId: string): OrderedDownload['image'] => {
  const file = (what: string, width: number, height: number) => ({
    blob: digestOf(`${itemId} ${what}`),
    width,
    height,
  });
  return {
    original: file('original', 2048, 1152),
    preview: file('preview', 1024, 576),
    thumbnail: file('thumbnail', 384, 216),
    thumbhash: '3OcRJYB4d3h/iIeHeEh3eIhw+j3A',
  };
};

export const orderedItem = (more: Partial<OrderedDownload> = {}): OrderedDownload => {
  const itemId = more.itemId ?? randomUUID();
  return {
    kind: 'image-download',
    itemId,
    generationId: randomUUID(),
    variantId: randomUUID(),
    sellerId: randomUUID(),
    size: '2K',
    original: '2K',
    format: 'webp',
    cents: 150,
    curator: false,
    image: pictureOf(itemId),
    ...more,
  };
};

/** As an event that the operator `olga` caused. */
export const byOperator = (event: Recorded): Recorded => ({
  ...event,
  metadata: { ...event.metadata, actor: { kind: 'operator', id: 'olga' } },
});

/** Two mugs. */
export const orderedProduct = (more: Partial<OrderedProduct> = {}): OrderedProduct => {
  const itemId = more.itemId ?? randomUUID();
  return {
    kind: 'product',
    itemId,
    productId: 'mug',
    name: 'Mug',
    size: '',
    colour: '',
    quantity: 2,
    unitCents: 1500,
    cents: 3000,
    generationId: randomUUID(),
    variantId: randomUUID(),
    makerId: randomUUID(),
    image: pictureOf(itemId),
    widthPx: 2048,
    heightPx: 1152,
    placement: centred,
    ...more,
  };
};

/** Where products go, by standard delivery. */
export const delivered = {
  street: '12 St James’s Square',
  city: 'London',
  state: '',
  zipCode: 'SW1Y 4JH',
  country: 'United Kingdom',
  deliveryMethod: 'standard',
  shippingCents: 599,
} as const;

/** Events of one order, each a minute after the one before. */
export class OrderStory {
  readonly orderId: string;
  readonly memberId: string;
  readonly paymentId = `pi_${randomUUID()}`;
  private minutes = 0;

  constructor(
    private readonly recorder: Recorder,
    { memberId = randomUUID(), orderId = randomUUID() }: { memberId?: string; orderId?: string } = {},
  ) {
    this.memberId = memberId;
    this.orderId = orderId;
  }

  placed({ reference = 'ORD-1764', ...more }: Partial<DataOf<'OrderPlaced'>> = {}): Recorded {
    const { items = [orderedItem()], testMode = false } = more;
    const subtotalCents = items.reduce((sum, { cents }) => sum + cents, 0);
    return this.record('OrderPlaced', {
      ...this.ids(),
      testMode,
      reference: orderReference(reference, testMode),
      customerName: 'Ada Byron',
      customerEmail: 'ada@example.org',
      customerPhone: '+44 20 7946 0000',
      street: '',
      city: '',
      state: '',
      zipCode: '',
      country: '',
      deliveryMethod: null,
      priceVersion: 1,
      subtotalCents,
      shippingCents: 0,
      totalCents: subtotalCents + (more.shippingCents ?? 0),
      placedAt: this.now(),
      ...more,
      items,
    });
  }

  opened(): Recorded {
    return this.record('OrderPaymentOpened', { ...this.ids(), paymentId: this.paymentId });
  }

  paid(cents = 150, more: Partial<DataOf<'OrderPaid'>> = {}): Recorded {
    return this.record('OrderPaid', { ...this.ids(), paymentId: this.paymentId, cents, paidAt: this.now(), ...more });
  }

  declined(reason = 'insufficient_funds'): Recorded {
    const data = { ...this.ids(), paymentId: this.paymentId, reason, failedAt: this.now() };
    return this.record('OrderPaymentFailed', data);
  }

  became(change: Changed): Recorded {
    return this.record('OrderStatusChanged', { ...this.ids(), ...change, changedAt: this.now() });
  }

  /** The print service's charge for an attempt. */
  charged(cents: number, attempt = 1): Recorded {
    const data = { ...this.ids(), attempt, printOrderId: `ord_${attempt}`, cents, chargedAt: this.now() };
    return this.record('OrderPrintCharged', data);
  }

  refunded(cents: number, outcome: 'made' | 'failed' = 'made'): Recorded {
    const data = { ...this.ids(), paymentId: this.paymentId, refundId: 're_1', requestId: null, cents, outcome };
    return this.record('OrderRefunded', { ...data, refundedAt: this.now() });
  }

  addressChanged(address: OrderAddress): Recorded {
    return this.record('OrderAddressChanged', { ...this.ids(), ...address, changedAt: this.now() });
  }

  noted(note: string, notedAt = this.now()): Recorded {
    return this.record('OrderNoted', { ...this.ids(), noteId: randomUUID(), note, notedAt });
  }

  sentToPrint(attempt = 1): Recorded {
    const printOrderId = `ord_${this.orderId}_${attempt}`;
    return this.record('OrderSentToPrint', { ...this.ids(), attempt, printOrderId, sentAt: this.now() });
  }

  printFailed(problem: string, attempt = 1): Recorded {
    return this.record('OrderPrintFailed', { ...this.ids(), attempt, problem, failedAt: this.now() });
  }

  reprinted(reason: string, attempt = 2): Recorded {
    return this.record('OrderReprinted', { ...this.ids(), attempt, reason, reprintedAt: this.now() });
  }

  printCharged(cents: number, attempt = 1): Recorded {
    const printOrderId = `ord_${this.orderId}_${attempt}`;
    return this.record('OrderPrintCharged', { ...this.ids(), attempt, printOrderId, cents, chargedAt: this.now() });
  }

  shipped(itemIds: string[], parcel: Partial<DataOf<'OrderParcelShipped'>> = {}): Recorded {
    return this.record('OrderParcelShipped', {
      ...this.ids(),
      attempt: 1,
      parcelId: `shp_${randomUUID()}`,
      carrier: 'Royal Mail',
      trackingNumber: 'RM123456789GB',
      trackingUrl: 'https://track.example.org/RM123456789GB',
      itemIds,
      dispatchedAt: this.now(),
      ...parcel,
    });
  }

  delayed(): Recorded {
    return this.record('OrderDelayed', { ...this.ids(), delayedAt: this.now() });
  }

  arrivalReported(arrived: boolean): Recorded {
    return this.record('OrderArrivalReported', { ...this.ids(), arrived, reportedAt: this.now() });
  }

  refundRequested(request: Partial<DataOf<'OrderRefundRequested'>> & { cents: number }): Recorded {
    return this.record('OrderRefundRequested', {
      ...this.ids(),
      requestId: randomUUID(),
      itemIds: [],
      shipping: false,
      reason: 'by-support',
      note: '',
      requestedAt: this.now(),
      ...request,
    });
  }

  private ids(): { orderId: string; memberId: string } {
    return { orderId: this.orderId, memberId: this.memberId };
  }

  private now(): string {
    return `2026-11-20T10:${String(this.minutes++).padStart(2, '0')}:00.000Z`;
  }

  private record<Type extends OrderFact['type']>(type: Type, data: DataOf<Type>): Recorded {
    const recorded = this.recorder.record<Fact>(orderStream.nameOf(this.orderId), { type, data });
    return { ...recorded, metadata: { ...recorded.metadata, schemaVersion: orderFacts[type].version } };
  }
}
