import { centsToDollars } from '@easel/contracts/kernel/money';
import type { PrintablePicture } from '@easel/contracts/products/http';
import type { PendingProduct } from '@easel/contracts/products/pending';
import type { Placement } from '@easel/contracts/products/placement';
import type { Offer } from './offers.ts';

interface Chosen {
  size: string;
  color: string;
  quantity: number;
  placement: Placement;
}

/** Returns what goes into the cart. The same product with the same picture in the same place is the same item. */
export function itemOf(offer: Offer, picture: PrintablePicture, chosen: Chosen): PendingProduct {
  const { generationId, variantId, imageNumber, thumbnail_url: image } = picture;
  const { size, color, placement } = chosen;
  const { fit, x, y, scale, rotation, background } = placement;
  return {
    kind: 'product',
    id: [offer.id, size, color, variantId, fit, x, y, scale, rotation, background].join('_'),
    productId: offer.id,
    generationId,
    variantId,
    name: offer.name,
    price: centsToDollars(offer.cents),
    image,
    imageNumber,
    ...chosen,
  };
}
