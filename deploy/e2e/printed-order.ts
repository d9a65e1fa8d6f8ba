import type { OwnOrder } from '@easel/contracts/orders/http';
import { orderProblems } from '@easel/contracts/orders/policy';
import type { PendingProduct } from '@easel/contracts/products/pending';
import { centred } from '@easel/contracts/products/placement';
import type { Page } from 'playwright-core';

const PICTURE = '11111111-1111-4111-8111-111111111111';
const ORDER = '22222222-2222-4222-8222-222222222222';
export const paymentOfOrder = `/api/orders/${ORDER}/payment`;
const SHIRT = '33333333-3333-4333-8333-333333333333';
const FILE = '44444444-4444-4444-8444-444444444444';
const TITLE = 'A fox in the snow, oil on canvas, in the soft evening light behind the birches';
const THUMBNAIL = '/icon-192.png';

/** A product as it waits in the browser's cart. */
export const shirtInCart: PendingProduct = {
  kind: 'product',
  id: 'shirt',
  productId: 't-shirt',
  generationId: PICTURE,
  variantId: PICTURE,
  name: 'T-shirt',
  size: 'XL',
  color: 'navy',
  price: 24,
  quantity: 2,
  image: THUMBNAIL,
  imageNumber: 1,
  placement: centred,
};

export async function putIntoCart(page: Page, items: readonly object[]): Promise<void> {
  await page.evaluate(`localStorage.setItem('cart', ${JSON.stringify(JSON.stringify(items))})`);
  await page.evaluate(`window.dispatchEvent(new Event('cart-updated'))`);
}

const item = {
  generationId: PICTURE,
  variantId: PICTURE,
  refunded: false,
  width: 2048,
  height: 2048,
  thumbhash: '',
  thumbnail_url: THUMBNAIL,
};
const at = '2026-11-20T12:00:00.000Z';
const paid: OwnOrder = {
  id: ORDER,
  reference: 'ORD-1795176000000',
  status: 'paid',
  subtotal: 49.5,
  shipping: 5.99,
  total: 55.49,
  placed_at: at,
  thumbnails: [THUMBNAIL],
  items: [
    {
      ...item,
      kind: 'product',
      id: SHIRT,
      productId: 't-shirt',
      name: 'T-shirt',
      size: 'XL',
      color: 'navy',
      quantity: 2,
      price: 48,
      placement: centred,
    },
    { ...item, kind: 'image-download', id: FILE, size: '2K', format: 'png', price: 1.5, download_url: null },
  ],
  customer: { name: 'Ada Byron', email: 'ada@example.org', phone: '+1 555 0100' },
  delivery: {
    method: 'standard',
    address: {
      street: '1 Main Street',
      city: 'Springfield',
      state: 'Illinois',
      zipCode: '62701',
      country: 'United States',
    },
    promised_by: null,
    parcels: [],
    arrived: null,
  },
  refunded: 0,
  invoice: null,
  timeline: [
    { what: 'placed', at, amount: null },
    { what: 'paid', at, amount: 55.49 },
  ],
};

const parcel = {
  id: 'shp_1',
  carrier: 'UPS',
  tracking_number: '1Z999AA10123456784',
  tracking_url: 'https://carrier.example/track/1Z999AA10123456784',
  dispatched_at: '2026-11-24T12:00:00.000Z',
  promised_by: '2026-12-01T23:59:59.999Z',
  items: [SHIRT],
};
const late: OwnOrder = {
  ...paid,
  status: 'shipped',
  items: paid.items.map((one) => ({ ...one, refunded: one.id === FILE })),
  delivery: paid.delivery && {
    ...paid.delivery,
    promised_by: parcel.promised_by,
    parcels: [parcel, { ...parcel, id: 'shp_2', carrier: '', tracking_number: '', tracking_url: '' }],
  },
  refunded: 1.5,
  timeline: [
    ...paid.timeline,
    { what: 'in-production', at, amount: null },
    { what: 'delayed', at, amount: null },
    { what: 'parcel-shipped', at: parcel.dispatched_at, amount: null },
    { what: 'refund-requested', at: parcel.dispatched_at, amount: 1.5 },
    { what: 'refunded', at: parcel.dispatched_at, amount: 1.5 },
  ],
};
const orders = { paid, late };

/** Opens an order with products as it is days later: the server's answer is given here. */
export async function openPrintedOrder(page: Page, which: keyof typeof orders): Promise<void> {
  const order = orders[which];
  const json = { success: true, order, titles: { [PICTURE]: TITLE } };
  await page.route(`**/api/orders/${ORDER}`, (route) => route.fulfill({ json }));
  await page.goto(`/orders/${ORDER}`);
  await page.getByRole('heading', { level: 1, name: `Order ${order.reference}` }).waitFor();
}

/** Declines every card. The server’s answers are given here: the picture in the cart cannot be ordered. */
export async function declineCards(page: Page): Promise<void> {
  const order = { id: ORDER, reference: paid.reference, status: 'pending', subtotal: 1.5, shipping: 0, total: 1.5 };
  const placed = { success: true, message: 'Order stored', order };
  const { status, code } = orderProblems.paymentRefused;
  const declined = { success: false, code, message: 'Your card was declined.', errors: [], requestId: 'r' };
  await page.route('**/api/orders', (route) => route.fulfill({ json: placed }));
  await page.route(`**${paymentOfOrder}`, (route) => route.fulfill({ status, json: declined }));
}
