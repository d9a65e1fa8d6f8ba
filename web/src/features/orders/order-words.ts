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

/** 'Image download · 2K · PNG'. */
export const itemText = ({ size, format }: { size: string; format: string }): string =>
  `Image download · ${size} · ${format.toUpperCase()}`;
