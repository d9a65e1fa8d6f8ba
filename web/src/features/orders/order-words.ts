import type { ListedOrder, OwnOrder } from '@easel/contracts/orders/http';
import type { OrderStatus } from '@easel/contracts/orders/policy';
import { formatDollars } from '../../lib/dollars.ts';
import { counted } from '../../lib/figures.ts';
import { productText } from '../cart/product-words.ts';

export const statusWords: Readonly<Record<OrderStatus, string>> = {
  pending: 'Waiting for payment',
  paid: 'Paid',
  in_production: 'In production',
  shipped: 'Shipped',
  delivered: 'Delivered',
  cancelled: 'Cancelled',
  refunded: 'Refunded',
  test_mode: 'Test order',
};

/** Says what happened to an order, with the sum that moved. */
export function timelineText({ what, amount }: OwnOrder['timeline'][number]): string {
  const sum = amount === null ? '' : ` ${formatDollars(amount)}`;
  switch (what) {
    case 'placed':
      return 'Order placed';
    case 'paid':
      return `Paid${sum} by card`;
    case 'payment-failed':
      return 'Card declined';
    case 'address-changed':
      return 'Address changed';
    case 'in-production':
      return 'In production';
    case 'print-failed':
      return 'Printing stopped: our support is looking into it';
    case 'reprinted':
      return 'Printed once more';
    case 'delayed':
      return 'Delayed: making it takes longer than we said';
    case 'parcel-shipped':
      return 'Parcel shipped';
    case 'missing':
      return 'Reported as not arrived';
    case 'refund-requested':
      return `Refund${sum && ` of${sum}`} on its way`;
    case 'delivered':
      return 'Delivered';
    case 'cancelled':
      return 'Cancelled';
    case 'refunded':
      return `Refunded${sum} to your card`;
    case 'refund-failed':
      return `Your bank did not take the refund${sum && ` of${sum}`}`;
  }
}

/** What pictures were made from, by generation. */
export type Titles = Readonly<Record<string, string>>;

/** Of a maker who was erased there is no title. */
export const titleOf = ({ generationId }: { generationId: string }, titles: Titles): string =>
  titles[generationId] ?? 'Without a title';

/** spec: public-and-commerce §8 "Checkout"; files are there at once, a delivery is confirmed by mail. */
export const placedText = (isDelivered: boolean): string =>
  isDelivered
    ? 'Order placed successfully! You will receive a confirmation email shortly.'
    : 'Order placed successfully!';

/** '2 image downloads and 3 printed products': of products all copies. */
export function itemsText(
  items: readonly ({ kind: 'image-download' } | { kind: 'product'; quantity: number })[],
): string {
  const downloads = items.filter(({ kind }) => kind === 'image-download').length;
  const copies = items.reduce((sum, item) => sum + (item.kind === 'product' ? item.quantity : 0), 0);
  return [
    ...(downloads > 0 ? [counted(downloads, 'image download')] : []),
    ...(copies > 0 ? [counted(copies, 'printed product')] : []),
  ].join(' and ');
}

/** Names that a row of the list has room for. */
const NAMED = 3;

/** 'T-shirt (2 copies), Mug, 1 image download'. */
export function listedText({ items, products }: Pick<ListedOrder, 'items' | 'products'>): string {
  const named = products
    .slice(0, NAMED)
    .map(({ name, quantity }) => (quantity > 1 ? `${name} (${counted(quantity, 'copy', 'copies')})` : name));
  const others = products.length - named.length;
  const downloads = items - products.length;
  return [
    ...named,
    ...(others > 0 ? [counted(others, 'other product')] : []),
    ...(downloads > 0 ? [counted(downloads, 'image download')] : []),
  ].join(', ');
}

interface DownloadWords {
  kind: 'image-download';
  size: string;
  format: string;
}

interface ProductWords {
  kind: 'product';
  name: string;
  size: string;
  color: string;
  quantity: number;
}

/** 'Image download · 2K · PNG', or 'T-shirt · XL · Navy · 2 copies'. */
export function itemText(item: DownloadWords | ProductWords): string {
  if (item.kind === 'image-download') return `Image download · ${item.size} · ${item.format.toUpperCase()}`;
  const copies = item.quantity > 1 ? counted(item.quantity, 'copy', 'copies') : '';
  return [productText(item), copies].filter((part) => part !== '').join(' · ');
}
