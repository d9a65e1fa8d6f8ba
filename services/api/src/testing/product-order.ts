import { randomUUID } from 'node:crypto';
import { orderFacts, type OrderedProduct, type OrderFact } from '@easel/contracts/orders/events';
import { orderStream } from '@easel/contracts/orders/stream';
import { centred } from '@easel/contracts/products/placement';
import type { TestServer } from '@easel/kernel/testing/server';
import { imageTerms } from '../account/testing/account-facts.ts';

/** Two T-shirts for $48.00. */
export const twoShirts = (itemId: string = randomUUID()): OrderedProduct => ({
  kind: 'product',
  itemId,
  productId: 't-shirt',
  name: 'T-shirt',
  size: 'M',
  colour: 'white',
  quantity: 2,
  unitCents: 2400,
  cents: 4800,
  generationId: randomUUID(),
  variantId: randomUUID(),
  makerId: randomUUID(),
  image: imageTerms().image,
  widthPx: 4096,
  heightPx: 4096,
  placement: centred,
});

type Data<Type extends OrderFact['type']> = Extract<OrderFact, { type: Type }>['data'];

/** The events of an order of two T-shirts with delivery, for $53.99. */
export class ProductOrder {
  readonly ids: { orderId: string; memberId: string };
  readonly paymentId = `pi_${randomUUID()}`;
  readonly shirts = twoShirts();
  readonly printsCents = 4800 + 599;

  constructor(memberId: string) {
    this.ids = { orderId: randomUUID(), memberId };
  }

  placed(at: Date, change: Partial<Data<'OrderPlaced'>> = {}): OrderFact {
    const data = {
      ...this.ids,
      reference: 'ORD-1764',
      testMode: false,
      customerName: 'Ada Byron',
      customerEmail: 'ada@example.org',
      customerPhone: '',
      street: '12 Heron Lane',
      city: 'Otterbourne',
      state: '',
      zipCode: 'SO21',
      country: 'United Kingdom',
      deliveryMethod: 'standard',
      items: [this.shirts],
      priceVersion: 1,
      subtotalCents: 4800,
      shippingCents: 599,
      totalCents: this.printsCents,
      placedAt: at.toISOString(),
      ...change,
    } as const;
    return { type: 'OrderPlaced', data: { ...data, items: [...data.items] } };
  }

  paid(at: Date): OrderFact {
    const { ids, paymentId, printsCents: cents } = this;
    return { type: 'OrderPaid', data: { ...ids, paymentId, cents, paidAt: at.toISOString() } };
  }

  movedTo(street: string, at: Date): OrderFact {
    const address = { street, city: 'Otterbourne', state: '', zipCode: 'SO21', country: 'United Kingdom' };
    return { type: 'OrderAddressChanged', data: { ...this.ids, ...address, changedAt: at.toISOString() } };
  }

  became(change: Pick<Data<'OrderStatusChanged'>, 'from' | 'to' | 'reason'>, at: Date): OrderFact {
    return { type: 'OrderStatusChanged', data: { ...this.ids, ...change, changedAt: at.toISOString() } };
  }

  /** The print service has it. */
  printing(at: Date): OrderFact[] {
    const about = { ...this.ids, attempt: 1 };
    return [
      this.became({ from: 'paid', to: 'in_production', reason: 'printing' }, at),
      { type: 'OrderSentToPrint', data: { ...about, printOrderId: `ord_${about.orderId}`, sentAt: at.toISOString() } },
    ];
  }

  /** The print service has handed all of it to the carrier. */
  shipped(at: Date): OrderFact[] {
    const about = { ...this.ids, attempt: 1 };
    const parcel = { parcelId: `shp_${about.orderId}`, carrier: 'DHL', trackingNumber: '', trackingUrl: '' };
    return [
      {
        type: 'OrderParcelShipped',
        data: { ...about, ...parcel, itemIds: [this.shirts.itemId], dispatchedAt: at.toISOString() },
      },
      this.became({ from: 'in_production', to: 'shipped', reason: 'dispatched' }, at),
    ];
  }

  async append({ foundation }: Pick<TestServer, 'foundation'>, ...events: readonly OrderFact[]): Promise<void> {
    const metadata = { $correlationId: 'c', actor: { kind: 'system', id: 'test' } } as const;
    const facts = events.map((fact) => ({
      id: randomUUID(),
      fact,
      metadata: { ...metadata, schemaVersion: orderFacts[fact.type].version },
    }));
    await foundation.log.appendAnywhere(orderStream.nameOf(this.ids.orderId), facts);
  }
}
