import type { OrderFact } from '@easel/contracts/orders/events';
import type { SeenParcel } from '../print.decider.ts';
import { at, changed, download, ids, now, opened, paid, placed, product, refunded } from './order-facts.ts';

export const [mug, shirt] = [product(1, 1500), product(2, 2400)];
export const TOTAL = 1500 + 2400 + 75 + 599;
export const pending = [placed([mug, shirt, download(1, 75)], { method: 'standard' })];
export const bought = [...pending, opened, paid(TOTAL)];
export const begun = changed('paid', 'in_production', 'printing');
export const sent = (attempt = 1): OrderFact => ({
  type: 'OrderSentToPrint',
  data: { ...ids, attempt, printOrderId: `ord_${attempt}`, sentAt: now },
});
export const inProduction = [...bought, begun, sent()];
export const parcel = (parcelId: string, itemIds: string[], dispatchedAt = at): SeenParcel => ({
  parcelId,
  carrier: 'Post',
  trackingNumber: 'T1',
  trackingUrl: '',
  itemIds,
  dispatchedAt,
});
export const shipped = (parcelId: string, itemIds: string[], attempt = 1, dispatchedAt = at): OrderFact => ({
  type: 'OrderParcelShipped',
  data: { ...ids, attempt, ...parcel(parcelId, itemIds), dispatchedAt: dispatchedAt.toISOString() },
});
export const both = [mug.itemId, shirt.itemId];
export const onItsWay = [...inProduction, shipped('shp_1', both), changed('in_production', 'shipped', 'dispatched')];
export const problem = (text: string, attempt = 1): OrderFact => ({
  type: 'OrderPrintFailed',
  data: { ...ids, attempt, problem: text, failedAt: now },
});
export const reprinted = (attempt: number): OrderFact => ({
  type: 'OrderReprinted',
  data: { ...ids, attempt, reason: 'broken', reprintedAt: now },
});
export const ended = [...inProduction, refunded('re_1', TOTAL), changed('in_production', 'refunded', 'refunded')];
