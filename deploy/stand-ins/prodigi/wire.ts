import { randomBytes } from '@easel/kernel/server/chance';

export type Progress = 'NotStarted' | 'InProgress' | 'Complete' | 'Error';

export interface Cost {
  amount: string;
  currency: string;
}

export interface Recipient {
  name: string;
  email: string | null;
  phoneNumber: string | null;
  address: {
    line1: string;
    line2: string | null;
    townOrCity: string;
    stateOrCounty: string | null;
    postalOrZipCode: string;
    countryCode: string;
  };
}

export interface Asset {
  id: string;
  printArea: string;
  url: string;
  md5Hash: string | null;
  status: 'InProgress' | 'Complete' | 'Error';
}

export interface Item {
  id: string;
  status: 'NotYetDownloaded' | 'Ok' | 'Invalid';
  merchantReference: string | null;
  sku: string;
  copies: number;
  sizing: string;
  attributes: Record<string, string>;
  recipientCost: Cost | null;
  assets: Asset[];
}

export interface Shipment {
  id: string;
  status: 'Processing' | 'Shipped' | 'Cancelled';
  carrier: { name: string; service: string };
  tracking: { number: string; url: string } | null;
  dispatchDate: string | null;
  fulfillmentLocation: { countryCode: string; labCode: string };
  items: { itemId: string }[];
}

export interface Charge {
  id: string;
  chargeType: 'Item' | 'Shipping';
  prodigiInvoiceNumber: null;
  totalCost: Cost;
  items: { id: string; shipmentId: string | null; itemId: string | null; cost: Cost }[];
}

/** An order as Prodigi shows it. */
export interface Order {
  id: string;
  created: string;
  lastUpdated: string;
  callbackUrl: string | null;
  merchantReference: string | null;
  shippingMethod: string;
  idempotencyKey: string | null;
  status: {
    stage: 'InProgress' | 'Complete' | 'Cancelled';
    issues: { objectId: string; errorCode: string; description: string }[];
    details: Record<
      'downloadAssets' | 'printReadyAssetsPrepared' | 'allocateProductionLocation' | 'inProduction' | 'shipping',
      Progress
    >;
  };
  charges: Charge[];
  shipments: Shipment[];
  recipient: Recipient;
  items: Item[];
  packingSlip: null;
  metadata: Record<string, unknown> | null;
}

const hex = (bytes: number): string => randomBytes(bytes).toString('hex');

/** Begins as Prodigi's ids of that kind do. */
export const newId = (kind: 'ord' | 'ori' | 'ast' | 'shp' | 'chg' | 'chi' | 'evt'): string => `${kind}_${hex(8)}`;

/** Names a request, as the W3C has it. */
export const newTrace = (): string => `00-${hex(16)}-${hex(8)}-00`;
