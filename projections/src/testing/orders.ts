import { randomUUID } from 'node:crypto';
import type { Fact, Recorded } from '@easel/contracts/kernel/event';
import type { OrderedDownload, OrderFact } from '@easel/contracts/orders/events';
import { orderReference } from '@easel/contracts/orders/policy';
import { orderStream } from '@easel/contracts/orders/stream';
import { digestOf } from './generations.ts';
import type { Recorder } from './recorded.ts';

type DataOf<Type extends OrderFact['type']> = Extract<OrderFact, Fact<Type>>['data'];
type Changed = Pick<DataOf<'OrderStatusChanged'>, 'from' | 'to' | 'reason'>;

export const orderedItem = (more: Partial<OrderedDownload> = {}): OrderedDownload => {
  const itemId = more.itemId ?? randomUUID();
  const file = (what: string, width: number, height: number) => ({
    blob: digestOf(`${itemId} ${what}`),
    width,
    height,
  });
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
    image: {
      original: file('original', 2048, 1152),
      preview: file('preview', 1024, 576),
      thumbnail: file('thumbnail', 384, 216),
      thumbhash: '3OcRJYB4d3h/iIeHeEh3eIhw+j3A',
    },
    ...more,
  };
};

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
    const totalCents = items.reduce((sum, { cents }) => sum + cents, 0);
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
      subtotalCents: totalCents,
      shippingCents: 0,
      totalCents,
      placedAt: this.now(),
      ...more,
      items,
    });
  }

  opened(): Recorded {
    return this.record('OrderPaymentOpened', { ...this.ids(), paymentId: this.paymentId });
  }

  paid(cents = 150, livemode?: boolean): Recorded {
    const data = { ...this.ids(), paymentId: this.paymentId, cents, paidAt: this.now() };
    return this.record('OrderPaid', { ...data, ...(livemode !== undefined && { livemode }) });
  }

  declined(reason = 'insufficient_funds'): Recorded {
    const data = { ...this.ids(), paymentId: this.paymentId, reason, failedAt: this.now() };
    return this.record('OrderPaymentFailed', data);
  }

  became(change: Changed): Recorded {
    return this.record('OrderStatusChanged', { ...this.ids(), ...change, changedAt: this.now() });
  }

  /** What the print service asks for an attempt. */
  charged(cents: number, attempt = 1): Recorded {
    const data = { ...this.ids(), attempt, printOrderId: `ord_${attempt}`, cents, chargedAt: this.now() };
    return this.record('OrderPrintCharged', data);
  }

  refunded(cents: number, outcome: 'made' | 'failed' = 'made'): Recorded {
    const data = { ...this.ids(), paymentId: this.paymentId, refundId: 're_1', requestId: null, cents, outcome };
    return this.record('OrderRefunded', { ...data, refundedAt: this.now() });
  }

  private ids(): { orderId: string; memberId: string } {
    return { orderId: this.orderId, memberId: this.memberId };
  }

  private now(): string {
    return `2026-11-20T10:0${this.minutes++}:00.000Z`;
  }

  private record<Type extends OrderFact['type']>(type: Type, data: DataOf<Type>): Recorded {
    return this.recorder.record<Fact>(orderStream.nameOf(this.orderId), { type, data });
  }
}
