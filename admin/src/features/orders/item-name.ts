import type { OrderRecord } from '@easel/contracts/orders/console.http';
import { productParts } from '@easel/contracts/products/product-parts';

/** Returns the name of an item on one line. */
export function nameOf(item: OrderRecord['items'][number]): string {
  if (item.kind === 'image-download') return `Image download, ${item.size} ${item.format.toUpperCase()}`;
  return productParts(item).join(', ');
}
