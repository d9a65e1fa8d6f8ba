import { randomUUID } from 'node:crypto';
import { orderFacts, type OrderFact } from '@easel/contracts/orders/events';
import { orderStream } from '@easel/contracts/orders/stream';
import type { TestServer } from '@easel/kernel/testing/server';
import { imageTerms } from '../account/testing/account-facts.ts';

/** Has an order of one picture for $1.50 placed, and then paid or declined; what follows is left to the caller. */
export async function placeOrder(
  { foundation }: Pick<TestServer, 'foundation'>,
  memberId: string,
  payment: 'paid' | 'declined',
) {
  const [orderId, paymentId, at] = [randomUUID(), `pi_${randomUUID()}`, new Date().toISOString()];
  const cents = 150;
  const terms = imageTerms({ purchaseId: randomUUID(), method: 'card', paymentId, tenths: null, cents });
  const { purchaseId: itemId, generationId, variantId, sellerId, size, original, curator, image } = terms;
  const picture = { itemId, generationId, variantId, sellerId, size, original, curator, image };
  const events: OrderFact[] = [
    {
      type: 'OrderPlaced',
      data: {
        orderId,
        memberId,
        reference: 'ORD-1764',
        testMode: false,
        customerName: 'Ada Byron',
        customerEmail: 'ada@example.org',
        customerPhone: '',
        street: '',
        city: '',
        state: '',
        zipCode: '',
        country: '',
        deliveryMethod: null,
        items: [{ kind: 'image-download', ...picture, format: 'png', cents }],
        priceVersion: 1,
        subtotalCents: cents,
        shippingCents: 0,
        totalCents: cents,
        placedAt: at,
      },
    },
    payment === 'paid'
      ? { type: 'OrderPaid', data: { orderId, memberId, paymentId, cents, paidAt: at } }
      : { type: 'OrderPaymentFailed', data: { orderId, memberId, paymentId, reason: 'expired_card', failedAt: at } },
  ];
  const metadata = { $correlationId: 'c', actor: { kind: 'system', id: 'test' } } as const;
  const facts = events.map((fact) => ({
    id: randomUUID(),
    fact,
    metadata: { ...metadata, schemaVersion: orderFacts[fact.type].version },
  }));
  await foundation.log.append(orderStream.nameOf(orderId), 'none', facts);
  return { orderId, paymentId, terms };
}
