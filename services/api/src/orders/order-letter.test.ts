import type { Recorded } from '@easel/contracts/kernel/event';
import type { OrderFact, OrderedItem } from '@easel/contracts/orders/events';
import { describe, expect, test } from 'vitest';
import { letterBodies } from '../mail/letter-bodies.ts';
import { orderedProduct } from '../testing/ordered-product.ts';
import { orderLetter, type CreditNote } from './order-letter.ts';

const to = 'ada@example.org';
const orderId = '11111111-1111-4111-8111-111111111111';
const memberId = '99999999-9999-4999-8999-999999999999';
const about = { orderId, memberId };
const [posterId, shirtId] = ['11111111-1111-4111-8111-00000000000a', '11111111-1111-4111-8111-00000000000b'];

const poster = orderedProduct({ itemId: posterId });
const shirt = orderedProduct({
  itemId: shirtId,
  productId: 't-shirt',
  name: 'T-shirt <b>',
  size: 'M',
  colour: 'sand',
  quantity: 2,
  cents: 4800,
});
const download: OrderedItem = {
  kind: 'image-download',
  itemId: '11111111-1111-4111-8111-00000000000c',
  generationId: poster.generationId,
  variantId: poster.variantId,
  sellerId: poster.makerId,
  size: '4K',
  original: '4K',
  format: 'png',
  cents: 150,
  curator: false,
  image: poster.image,
};

const placed = (over: Partial<Extract<OrderFact, { type: 'OrderPlaced' }>['data']> = {}): OrderFact => ({
  type: 'OrderPlaced',
  data: {
    ...about,
    reference: 'ORD-1764',
    testMode: false,
    customerName: 'Ada Byron',
    customerEmail: 'other@example.org',
    customerPhone: '',
    street: '1 Secret Street',
    city: 'Hidden',
    state: '',
    zipCode: 'N1',
    country: 'United Kingdom',
    deliveryMethod: 'express',
    items: [poster, shirt],
    priceVersion: 1,
    subtotalCents: 6700,
    shippingCents: 1299,
    totalCents: 7999,
    placedAt: '2026-11-20T09:58:00.000Z',
    ...over,
  },
});
const paid: Extract<OrderFact, { type: 'OrderPaid' }> = {
  type: 'OrderPaid',
  data: { ...about, paymentId: 'pi_1', cents: 7999, paidAt: '2026-11-20T23:45:00.000Z' },
};
const becomes = (
  to: Extract<OrderFact, { type: 'OrderStatusChanged' }>['data']['to'],
  reason: Extract<OrderFact, { type: 'OrderStatusChanged' }>['data']['reason'],
): OrderFact => ({
  type: 'OrderStatusChanged',
  data: { ...about, from: 'paid', to, reason, changedAt: '2026-12-20T10:00:00.000Z' },
});
const inProduction = becomes('in_production', 'printing');
/** On a Friday. */
const parcel = (over: Partial<Extract<OrderFact, { type: 'OrderParcelShipped' }>['data']> = {}): OrderFact => ({
  type: 'OrderParcelShipped',
  data: {
    ...about,
    attempt: 1,
    parcelId: 'shp_1',
    carrier: 'Royal Mail',
    trackingNumber: 'RM123',
    trackingUrl: 'https://track.example/RM123',
    itemIds: [posterId, shirtId],
    dispatchedAt: '2026-11-27T15:00:00.000Z',
    ...over,
  },
});
const delayed: OrderFact = { type: 'OrderDelayed', data: { ...about, delayedAt: '2026-11-28T10:00:00.000Z' } };
const requested = (over: Partial<Extract<OrderFact, { type: 'OrderRefundRequested' }>['data']>): OrderFact => ({
  type: 'OrderRefundRequested',
  data: {
    ...about,
    requestId: '55555555-5555-4555-8555-555555555555',
    itemIds: [],
    shipping: false,
    cents: 4800,
    reason: 'by-support',
    note: 'Their words',
    requestedAt: '2026-12-01T10:00:00.000Z',
    ...over,
  },
});
const refunded = (requestId: string | null = '55555555-5555-4555-8555-555555555555'): OrderFact => ({
  type: 'OrderRefunded',
  data: {
    ...about,
    paymentId: 'pi_1',
    refundId: 're_1',
    requestId,
    cents: 4800,
    outcome: 'made',
    refundedAt: '2026-12-01T10:01:00.000Z',
  },
});

const recorded = (events: readonly OrderFact[]): Recorded<OrderFact>[] =>
  events.map((event, revision) => ({
    ...event,
    id: `44444444-4444-4444-8444-${String(revision).padStart(12, '0')}`,
    stream: `order-${orderId}`,
    revision,
    position: BigInt(revision),
    recordedAt: new Date('2026-11-20T10:00:00.000Z'),
    metadata: { $correlationId: 'c', actor: { kind: 'system', id: 's' }, schemaVersion: 1 },
  }));

/** The letter of the last event, or of the one at this place. */
const letterOf = (events: readonly OrderFact[], at = events.length - 1) => orderLetter(to, recorded(events), at);
const said = (events: readonly OrderFact[], at?: number) => read(letterOf(events, at));
const read = (letter: ReturnType<typeof orderLetter>) => {
  if (!letter) throw new Error('no mail is written');
  return { ...letterBodies(letter, 'https://easel.example'), subject: letter.subject, to: letter.to };
};

describe('the mail that an order is confirmed', () => {
  test('goes to the member and says what was ordered, what it cost, and how long it takes', () => {
    const { text, ...letter } = said([placed(), paid]);
    expect(letter).toMatchObject({ to, subject: 'Your Easel order ORD-1764 is confirmed' });
    for (const part of [
      'your order ORD-1764. We have received your payment of $79.99 on 2026-11-20 (UTC).',
      '1 × Poster, 18x24: $19.00\n',
      '2 × T-shirt <b>, M, sand: $48.00\n',
      'Express delivery to United Kingdom: $12.99\n',
      'takes 2 to 4 business days, and delivery 1 to 2 business days after that',
      'cancel the order or change its address on its page until 2026-11-21 00:15 (UTC)',
      'Open your order:\nhttps://easel.example/orders/11111111-1111-4111-8111-111111111111\n',
    ]) {
      expect(text).toContain(part);
    }
    expect(text).not.toContain('pictures to download');
  });

  test('escapes names in its HTML', () => {
    expect(said([placed(), paid]).html).toContain('2 × T-shirt &lt;b&gt;, M');
  });

  test('has nothing of the address but the country that holds by then, and nothing that was entered', () => {
    const moved: OrderFact = {
      type: 'OrderAddressChanged',
      data: {
        ...about,
        street: '2 Secret Street',
        city: 'Hidden',
        state: '',
        zipCode: 'F1',
        country: 'France',
        changedAt: '2026-11-20T09:59:00.000Z',
      },
    };
    const { text } = said([placed(), moved, paid]);
    expect(text).toContain('delivery to France');
    expect(text).not.toMatch(/Secret|Hidden|N1|F1|Byron|other@/);
  });

  test('says that delivery is free, and where the pictures are', () => {
    const items = [poster, download];
    const { text } = said([placed({ items, shippingCents: 0, deliveryMethod: 'overnight' }), paid]);
    expect(text).toContain('Overnight delivery to United Kingdom: free\n');
    expect(text).toContain('and delivery 1 business day after that');
    expect(text).toContain('A picture in 4K as PNG: $1.50\n');
    expect(text).toContain('The pictures to download are on the page of your order.');
  });
});

describe('no mail is written', () => {
  test('of an order of downloads alone, of which the invoice is mailed', () => {
    expect(letterOf([placed({ items: [download], deliveryMethod: null }), paid])).toBeUndefined();
  });

  test('of a test order', () => {
    expect(letterOf([placed({ testMode: true }), paid])).toBeUndefined();
  });

  test.each([
    ['is on its way', [parcel(), becomes('shipped', 'dispatched')]],
    ['was refunded', [becomes('refunded', 'refunded')]],
  ])('of a delay where the order %s by the time that it would be sent', (_what, after) => {
    expect(letterOf([placed(), paid, inProduction, delayed, ...after], 3)).toBeUndefined();
  });
});

describe('the mail that a parcel is on its way', () => {
  test('says with whom, what is in it, by when it should arrive, and how to track it', () => {
    const { subject, text, html } = said([placed(), paid, inProduction, parcel()]);
    expect(subject).toBe('A parcel of your Easel order ORD-1764 is on its way');
    for (const part of [
      'left on 2026-11-27 (UTC) with Royal Mail.',
      '1 × Poster, 18x24\n',
      '2 × T-shirt <b>, M, sand\n',
      // Two business days after a Friday.
      'should arrive by 2026-12-01 (UTC).',
      'Tracking number: RM123\n',
      'Track the parcel: https://track.example/RM123\n',
    ]) {
      expect(text).toContain(part);
    }
    expect(text).not.toContain('follows');
    expect(html).not.toContain('href="https://track.example');
  });

  test('says that the rest follows, until all is on its way', () => {
    const first = parcel({ itemIds: [shirtId] });
    const second = parcel({ parcelId: 'shp_2', itemIds: [posterId] });
    const events = [placed(), paid, inProduction, first, second];
    const { text } = said(events, 3);
    expect(text).toContain('The rest of your order follows in another parcel.');
    expect(text).not.toContain('Poster');
    expect(said(events, 4).text).not.toContain('follows');
  });

  test('leaves out what the carrier does not say, and addresses that are no web pages', () => {
    const { text } = said([
      placed(),
      paid,
      parcel({ carrier: '', trackingNumber: '', trackingUrl: 'javascript:alert(1)' }),
    ]);
    expect(text).toContain('left on 2026-11-27 (UTC).');
    expect(text).not.toMatch(/[Tt]rack/);
  });

  test('says that it was printed once more', () => {
    expect(said([placed(), paid, parcel({ attempt: 2 })]).text).toContain('We have printed this once more for you.');
  });
});

test('the mail about a delay says that nothing needs to be done, and where to ask', () => {
  const { subject, text } = said([placed(), paid, inProduction, delayed]);
  expect(subject).toBe('Your Easel order ORD-1764 is delayed');
  expect(text).toContain('takes longer than the 2 to 4 business days that we had planned.');
  expect(text).toContain('https://easel.example/contact');
});

test('the mail about an order that counts as delivered says by when it was due, and what to do if it is not there', () => {
  const { subject, text } = said([placed(), paid, parcel(), becomes('delivered', 'assumed-arrived')]);
  expect(subject).toBe('Has your Easel order ORD-1764 arrived?');
  expect(text).toContain('should have arrived by 2026-12-01 (UTC).');
  expect(text).toContain('If it has not arrived, please tell us on the page of your order.');
});

describe('the mail about a refund', () => {
  const note: CreditNote = { number: 'INV-2026-000008', seller: ['Easel Ltd', '1 Example Street'] };
  const credited = (events: readonly OrderFact[]) => read(orderLetter(to, recorded(events), events.length - 1, note));

  test('is that of its credit note, which it names and links to', () => {
    const events = [placed(), paid, refunded(null)];
    expect(letterOf(events)).toBeUndefined();
    const { text } = credited(events);
    expect(text).toContain('Credit note INV-2026-000008 from Easel Ltd, 1 Example Street.');
    expect(text).toContain('Open the credit note:\nhttps://easel.example/invoices/INV-2026-000008\n');
  });

  test('has no credit note where the payment was a test', () => {
    const tested: OrderFact = { ...paid, data: { ...paid.data, livemode: false } };
    expect(said([placed(), tested, refunded(null)]).text).not.toContain('Credit note');
  });

  test('says how much went where, when it is seen, and for what', () => {
    const { subject, text } = credited([placed(), paid, requested({ itemIds: [shirtId], shipping: true }), refunded()]);
    expect(subject).toBe('We have refunded $48.00 of your Easel order ORD-1764');
    expect(text).toContain(
      'refunded $48.00 of your order ORD-1764 to the card that you paid with, on 2026-12-01 (UTC).',
    );
    expect(text).toContain('The refund is for:\n\n2 × T-shirt <b>, M, sand\n\nDelivery\n');
    expect(text).toContain('within 5 to 10 business days');
    expect(text).not.toMatch(/Poster|Their words/);
  });

  test('of a cancelled order says that nothing is made', () => {
    const all = requested({ itemIds: [posterId, shirtId], shipping: true, reason: 'cancelled' });
    const { text } = credited([placed(), paid, becomes('cancelled', 'by-member'), all, refunded()]);
    expect(text).toContain('The order is cancelled. Nothing is made or delivered.');
    expect(text).not.toContain('The refund is for');
  });

  test('of a late order says that we are sorry', () => {
    const { text } = credited([placed(), paid, parcel(), requested({ shipping: true, reason: 'late' }), refunded()]);
    expect(text).toContain('Your order is late, and we are sorry. The refund is for:\n\nDelivery\n');
  });

  test('of a payment that came after the order was cancelled says so', () => {
    const { text } = said([placed(), becomes('cancelled', 'unpaid'), refunded(null)]);
    expect(text).toContain('The order had been cancelled before your payment arrived.');
  });

  test('that was made at the card service gives no reason', () => {
    const { text } = credited([placed(), paid, refunded(null)]);
    expect(text).not.toMatch(/refund is for|cancelled/);
  });
});

test('mails about orders offer no unsubscribing, as they are not marketing', () => {
  expect(letterOf([placed(), paid])?.unsubscribe).toBeUndefined();
});
