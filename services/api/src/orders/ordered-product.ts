import type { OrderedProduct } from '@easel/contracts/orders/events';
import type { orderBody } from '@easel/contracts/orders/http';
import type { PriceList } from '@easel/contracts/prices/policy';
import { effectiveDpi, LEAST_DPI } from '@easel/contracts/products/placement';
import { choicesOf, printSpecOf } from '@easel/contracts/products/policy';
import type { z } from 'zod/mini';
import type { Printable } from '../products/printable.lookup.ts';

export type AskedProduct = Extract<z.output<typeof orderBody>['items'][number], { kind: 'product' }>;

export const GONE = 'This image is no longer available';
const PRODUCT_GONE = 'This product is no longer available';
const CHOICE_GONE = 'This product is no longer available in this size or color';
const TOO_SMALL = 'This image is too small for this product. Please choose a smaller product, or zoom out.';
const BOUGHT_TOO_SMALL =
  'This image is too small for this product in the size you bought. ' +
  'Please buy a larger size, choose a smaller product, or zoom out.';

/** Returns a product as it is ordered, at the list's price, or the reason why it cannot be. */
export function orderedProduct(
  asked: AskedProduct,
  picture: Printable | undefined,
  list: PriceList,
): Omit<OrderedProduct, 'itemId'> | string {
  const { productId, size, color: colour, quantity, placement } = asked;
  const product = list.products.find(({ id }) => id === productId);
  if (!product) return PRODUCT_GONE;
  const choices = choicesOf(product);
  const spec = printSpecOf(productId, size);
  if (!choices.sizes.includes(size) || !choices.colours.includes(colour) || !spec) return CHOICE_GONE;
  if (!picture) return GONE;
  const { generationId, variantId, makerId, image, widthPx, heightPx, boughtSize } = picture;
  if (effectiveDpi(spec.area, { width: widthPx, height: heightPx }, placement) < LEAST_DPI) {
    return boughtSize === undefined ? TOO_SMALL : BOUGHT_TOO_SMALL;
  }
  const { name, cents: unitCents } = product;
  return {
    kind: 'product',
    productId,
    name,
    size,
    colour,
    quantity,
    unitCents,
    cents: unitCents * quantity,
    generationId,
    variantId,
    makerId,
    image,
    widthPx,
    heightPx,
    placement,
  };
}
