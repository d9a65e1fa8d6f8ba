import type { PendingProduct } from '@easel/contracts/products/pending';
import type { OwnOrder } from '@easel/contracts/orders/http';
import { centred } from '@easel/contracts/products/placement';

const variantId = '6d7c1b1e-1111-4c3f-9a55-000000000003';
export const generationId = '6d7c1b1e-1111-4c3f-9a55-000000000001';
export const orderId = '6d7c1b1e-1111-4c3f-9a55-0000000000aa';
export const shirtId = '6d7c1b1e-1111-4c3f-9a55-0000000000c1';
const fileId = '6d7c1b1e-1111-4c3f-9a55-0000000000c2';

/** A product as it waits in the cart. */
export const shirt: PendingProduct = {
  kind: 'product',
  id: 'shirt',
  productId: 't-shirt',
  generationId,
  variantId,
  name: 'T-shirt',
  size: 'XL',
  color: 'navy',
  price: 24,
  quantity: 2,
  image: '/api/images/a.webp',
  imageNumber: 1,
  placement: centred,
};

export const home = {
  street: '1 Main Street',
  city: 'Springfield',
  state: 'Illinois',
  zipCode: '62701',
  country: 'United States',
};

const shared = {
  generationId,
  variantId,
  refunded: false,
  width: 2048,
  height: 2048,
  thumbhash: '',
  thumbnail_url: '/api/images/auth/orders/a/b/thumbnail.webp',
};
const at = '2026-11-20T12:00:00.000Z';

/** Two shirts and a file, paid for. */
export const paidOrder: OwnOrder = {
  id: orderId,
  reference: 'ORD-1',
  status: 'paid',
  subtotal: 49.5,
  shipping: 5.99,
  total: 55.49,
  placed_at: at,
  thumbnails: [],
  items: [
    {
      ...shared,
      kind: 'product',
      id: shirtId,
      productId: 't-shirt',
      name: 'T-shirt',
      size: 'XL',
      color: 'navy',
      quantity: 2,
      price: 48,
      placement: centred,
    },
    {
      ...shared,
      kind: 'image-download',
      id: fileId,
      size: '2K',
      format: 'png',
      price: 1.5,
      download_url: `/api/purchases/${fileId}/file`,
    },
  ],
  customer: { name: 'Ada Byron', email: 'ada@example.com', phone: '' },
  delivery: { method: 'standard', address: home, promised_by: null, parcels: [], arrived: null },
  refunded: 0,
  invoice: null,
  timeline: [
    { what: 'placed', at, amount: null },
    { what: 'paid', at, amount: 55.49 },
  ],
};

type Delivery = NonNullable<OwnOrder['delivery']>;
type Parcel = Delivery['parcels'][number];

export const parcel: Parcel = {
  id: 'shp_1',
  carrier: 'UPS',
  tracking_number: '1Z999',
  tracking_url: 'https://carrier.example/track/1Z999',
  dispatched_at: '2026-11-24T12:00:00.000Z',
  promised_by: '2026-12-01T23:59:59.999Z',
  items: [shirtId],
};

/** The order on its way, promised for 1 December 2026. */
export const shippedOrder = (delivery: Partial<Delivery> = {}): OwnOrder => ({
  ...paidOrder,
  status: 'shipped',
  delivery: {
    method: 'standard',
    address: home,
    promised_by: parcel.promised_by,
    parcels: [parcel],
    arrived: null,
    ...delivery,
  },
});
