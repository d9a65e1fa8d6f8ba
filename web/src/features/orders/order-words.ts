import type { OwnOrder } from '@easel/contracts/orders/http';
import type { OrderStatus } from '@easel/contracts/orders/policy';
import { formatDollars } from '../../lib/dollars.ts';

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
      return 'Delayed';
    case 'parcel-shipped':
      return 'Parcel shipped';
    case 'missing':
      return 'Reported as missing';
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

/** 'Image download · 2K · PNG', or 'T-shirt · XL · navy · 2 copies'. */
export function itemText(item: DownloadWords | ProductWords): string {
  if (item.kind === 'image-download') return `Image download · ${item.size} · ${item.format.toUpperCase()}`;
  const copies = item.quantity > 1 ? `${item.quantity} copies` : '';
  return [item.name, item.size, item.color, copies].filter((part) => part !== '').join(' · ');
}
