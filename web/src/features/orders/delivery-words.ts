import {
  addWorkingDays,
  deliveries,
  PRODUCTION_DAYS,
  type DeliveryMethod,
  type OrderStatus,
} from '@easel/contracts/orders/policy';
import { formatDollars } from '../../lib/dollars.ts';

/** '3-5 business days', counted from dispatch. */
export function daysText(method: DeliveryMethod): string {
  const [least, most] = deliveries[method].days;
  if (most === 1) return 'next business day';
  return `${least}-${most} business days`;
}

export const MADE_IN = `Made in ${PRODUCTION_DAYS[0]} to ${PRODUCTION_DAYS[1]} business days`;

/** Says when it is made; undefined once that is over, or will never be. */
export function productionText(status: OrderStatus): string | undefined {
  switch (status) {
    case 'pending':
      return `${MADE_IN} once it is paid`;
    case 'paid':
      return `${MADE_IN}. It begins soon.`;
    case 'in_production':
      return `Being made now. ${MADE_IN}.`;
    default:
      return undefined;
  }
}

const dayAndMonth = new Intl.DateTimeFormat('en', { day: 'numeric', month: 'short' });

/** 'Dec 7 – 11': when an order of today would arrive, in the reader's own time zone. */
export function arrivalText(method: DeliveryMethod, now: Date): string {
  const [first, last] = [0, 1].map((end) => {
    const dispatched = addWorkingDays(now, PRODUCTION_DAYS[end as 0 | 1]);
    return addWorkingDays(dispatched, deliveries[method].days[end as 0 | 1]);
  });
  return dayAndMonth.formatRange(first ?? now, last ?? now);
}

/** '$5.99', or 'Free'. */
export const deliveryPrice = (dollars: number): string => (dollars === 0 ? 'Free' : formatDollars(dollars));
