import type { Fault } from './assets.ts';
import { shippingCents, skus } from './catalogue.ts';
import type { Kept, Settings } from './store.ts';
import { newId, type Cost, type Order, type Shipment } from './wire.ts';

const DOWNLOADS = 10;
/** From this step on an order can be neither cancelled nor changed. */
const IN_PRODUCTION = 3;
const SHIPPING = 4;

const CARRIERS: Readonly<Record<string, { name: string; service: string }>> = {
  Express: { name: 'DHL', service: 'Express' },
  Overnight: { name: 'FedEx', service: 'Priority Overnight' },
};
const STAGE = 'com.prodigi.order.status.stage.changed';

/** Whether production has work left. */
export const isOpen = ({ order }: Kept): boolean =>
  order.status.stage === 'InProgress' && order.status.details.downloadAssets !== 'Error';

export const canChange = (kept: Kept): boolean => isOpen(kept) && kept.step < IN_PRODUCTION;

/** Whether the next step needs its files. */
export const needsFiles = ({ step }: Kept): boolean => step === 0;

/** Takes an order one step further, and returns the types of its callbacks. `faults` are of its files. */
export function advance(kept: Kept, settings: Settings, faults: readonly Fault[]): string[] {
  if (!isOpen(kept)) return [];
  const { order } = kept;
  const { details } = order.status;
  if (kept.step === 0) return takeFiles(kept, faults);
  kept.step += 1;
  if (kept.step === 2) {
    details.allocateProductionLocation = 'Complete';
    order.shipments = shipmentsOf(order, settings.shipments);
  } else if (kept.step === IN_PRODUCTION) {
    details.printReadyAssetsPrepared = 'Complete';
    details.inProduction = 'InProgress';
  } else if (kept.step === SHIPPING) {
    details.inProduction = 'Complete';
    details.shipping = 'InProgress';
    order.charges = chargesOf(order, settings.currency);
  } else return ship(order);
  return [];
}

function takeFiles(kept: Kept, faults: readonly Fault[]): string[] {
  const { status, items, id } = kept.order;
  kept.tries += 1;
  const isOver = kept.tries >= DOWNLOADS || faults.some(({ again }) => !again);
  status.issues = faults.map(({ itemId, problem }) => ({
    objectId: itemId,
    errorCode: isOver ? 'order.items.assets.FailedToDownloaded' : 'order.items.assets.NotDownloaded',
    description: `Warning: Download attempt ${kept.tries} of ${DOWNLOADS} failed for 'default' asset on item '${itemId}': ${problem}`,
  }));
  for (const item of items) {
    const fault = faults.find(({ itemId }) => itemId === item.id);
    item.status = fault ? (isOver ? 'Invalid' : 'NotYetDownloaded') : 'Ok';
    for (const asset of item.assets) asset.status = fault ? (isOver ? 'Error' : 'InProgress') : 'Complete';
  }
  if (faults.length > 0) {
    status.details.downloadAssets = isOver ? 'Error' : 'InProgress';
    return isOver ? [`com.prodigi.order.status.issues.changed#${id}`] : [];
  }
  kept.step = 1;
  status.details.downloadAssets = 'Complete';
  return [`${STAGE}#InProgress`];
}

function shipmentsOf({ items, shippingMethod }: Order, wanted: number): Shipment[] {
  const count = Math.min(wanted, items.length);
  return Array.from({ length: count }, (_, index) => ({
    id: newId('shp'),
    status: 'Processing',
    carrier: CARRIERS[shippingMethod] ?? { name: 'USPS', service: 'Standard' },
    tracking: null,
    dispatchDate: null,
    fulfillmentLocation: { countryCode: 'US', labCode: `us${index + 1}` },
    items: items.filter((_item, place) => place % count === index).map(({ id: itemId }) => ({ itemId })),
  }));
}

/** Ships the next parcel; the last one completes the order. */
function ship({ shipments, status }: Order): string[] {
  const next = shipments.find((shipment) => shipment.status === 'Processing');
  if (next) {
    const number = `TEST${next.id.slice(4).toUpperCase()}`;
    next.status = 'Shipped';
    next.dispatchDate = new Date().toISOString();
    next.tracking = { number, url: `https://tracking.example/${number}` };
  }
  const types = next ? ['com.prodigi.order.shipments.shipment#Shipped'] : [];
  if (shipments.some((shipment) => shipment.status === 'Processing')) return types;
  status.stage = 'Complete';
  status.details.shipping = 'Complete';
  return [...types, `${STAGE}#Complete`];
}

/** Nothing leaves any more that has not left. */
export function cancel({ order }: Kept): string[] {
  if (order.status.stage !== 'InProgress') return [];
  order.status.stage = 'Cancelled';
  for (const shipment of order.shipments) if (shipment.status === 'Processing') shipment.status = 'Cancelled';
  return [`${STAGE}#Cancelled`];
}

function chargesOf({ items, shipments, shippingMethod }: Order, currency: string): Order['charges'] {
  const cost = (cents: number): Cost => ({ amount: (cents / 100).toFixed(2), currency });
  const centsOf = ({ sku, copies }: Order['items'][number]) => (skus.get(sku.toUpperCase())?.cents ?? 0) * copies;
  const each = shippingCents[shippingMethod] ?? 0;
  const itemCents = items.reduce((sum, item) => sum + centsOf(item), 0);
  return [
    {
      id: newId('chg'),
      chargeType: 'Item',
      prodigiInvoiceNumber: null,
      totalCost: cost(itemCents),
      items: items.map((item) => ({
        id: newId('chi'),
        shipmentId: null,
        itemId: item.id,
        cost: cost(centsOf(item)),
      })),
    },
    {
      id: newId('chg'),
      chargeType: 'Shipping',
      prodigiInvoiceNumber: null,
      totalCost: cost(each * shipments.length),
      items: shipments.map(({ id: shipmentId }) => ({ id: newId('chi'), shipmentId, itemId: null, cost: cost(each) })),
    },
  ];
}
