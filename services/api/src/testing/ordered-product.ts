import type { OrderedProduct } from '@easel/contracts/orders/events';
import { centred } from '@easel/contracts/products/placement';

/** A poster of 18 × 24 inches for $19.00, of a picture of 4K. */
export function orderedProduct(over: Partial<OrderedProduct> = {}): OrderedProduct {
  const file = (blob: string) => ({ blob: blob.repeat(64), width: 3840, height: 2160 });
  return {
    kind: 'product',
    itemId: '11111111-1111-4111-8111-111111111111',
    productId: 'poster',
    name: 'Poster',
    size: '18x24',
    colour: '',
    quantity: 1,
    unitCents: 1900,
    cents: 1900,
    generationId: '22222222-2222-4222-8222-222222222222',
    variantId: '33333333-3333-4333-8333-333333333333',
    makerId: '44444444-4444-4444-8444-444444444444',
    image: { original: file('a'), preview: file('b'), thumbnail: file('c'), thumbhash: '' },
    widthPx: 3840,
    heightPx: 2160,
    placement: centred,
    ...over,
  };
}
