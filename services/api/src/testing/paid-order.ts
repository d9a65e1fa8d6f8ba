import { randomUUID } from 'node:crypto';
import type { OrderFact } from '@easel/contracts/orders/events';
import { orderStream } from '@easel/contracts/orders/stream';
import type { TestServer } from '@easel/kernel/testing/server';
import { imageTerms } from '../account/testing/account-facts.ts';

/** Places an order of one picture for $1.50, and pays it by card; its purchase is left to the caller. */
export async function payOrder({ foundation }: Pick<TestServer, 'foundation'>, memberId: string) {
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
        items: [{ kind: 'image-download', ...picture, format: 'png', cents }],
        priceVersion: 1,
        subtotalCents: cents,
        shippingCents: 0,
        totalCents: cents,
        placedAt: at,
      },
    },
    { type: 'OrderPaid', data: { orderId, memberId, paymentId, cents, paidAt: at } },
  ];
  const metadata = { $correlationId: 'c', actor: { kind: 'system', id: 'test' }, schemaVersion: 1 } as const;
  const facts = events.map((fact) => ({ id: randomUUID(), fact, metadata }));
  await foundation.log.append(orderStream.nameOf(orderId), 'none', facts);
  return { orderId, paymentId, terms };
}
