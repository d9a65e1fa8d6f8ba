import type { OrderRecord } from '@easel/contracts/orders/http';

/** Says what an item is, on one line. */
export function nameOf(item: OrderRecord['items'][number]): string {
  if (item.kind === 'image-download') return `Image download, ${item.size} ${item.format.toUpperCase()}`;
  return [item.name, item.size, item.color].filter((part) => part !== '').join(', ');
}
