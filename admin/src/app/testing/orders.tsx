import { type OrderRecord, ordersConsoleHttp } from '@easel/contracts/orders/console.http';
import { centred } from '@easel/contracts/products/placement';
import { useRouterProvider } from 'react-admin';
import OrderShow from '../../features/orders/order-show.tsx';
import { server, show } from './screen.tsx';

export const memberId = '1d7c1b1e-1111-4c3f-9a55-000000000001';

/** Of an entry of the timeline that no operator caused. */
const unexplained = { operator_id: null, reason: '' };

export const order = (number: number, changes: Partial<OrderRecord> = {}): OrderRecord => ({
  id: `6d7c1b1e-1111-4c3f-9a55-00000000000${number}`,
  reference: `ORD-170000000000${number}`,
  status: 'delivered',
  subtotal: 14,
  shipping: 0,
  total: 14,
  placed_at: '2026-11-21T12:00:00.000Z',
  thumbnails: [],
  items: [
    {
      id: '2d7c1b1e-1111-4c3f-9a55-000000000001',
      kind: 'image-download',
      generationId: '3d7c1b1e-1111-4c3f-9a55-000000000001',
      variantId: '4d7c1b1e-1111-4c3f-9a55-000000000001',
      refunded: false,
      size: '4K',
      format: 'png',
      price: 14,
      width: 3840,
      height: 2160,
      thumbhash: '',
      thumbnail_url: '/api/images/auth/orders/1/1/thumbnail.webp',
      download_url: null,
    },
  ],
  customer: { name: 'Ada Lovelace', email: 'ada@example.org', phone: '' },
  delivery: null,
  refunded: 0,
  invoice: 'INV-2026-7',
  timeline: [
    { what: 'placed', at: '2026-11-21T12:00:00.000Z', amount: null, ...unexplained },
    { what: 'payment-failed', at: '2026-11-21T12:01:00.000Z', amount: null, ...unexplained },
    { what: 'paid', at: '2026-11-21T12:02:00.000Z', amount: 14, ...unexplained },
    { what: 'delivered', at: '2026-11-21T12:02:01.000Z', amount: null, ...unexplained },
  ],
  member_id: memberId,
  payment_id: 'pi_7',
  print: null,
  shipping_refunded: false,
  notes: [],
  late: false,
  cursor: String(100 - number),
  ...changes,
});

/** Two mugs and a download, on their way. */
export function printedOrder(number: number, changes: Partial<OrderRecord> = {}): OrderRecord {
  const download = order(number).items[0]!;
  const mugs: OrderRecord['items'][number] = {
    id: '2d7c1b1e-1111-4c3f-9a55-000000000002',
    kind: 'product',
    generationId: '3d7c1b1e-1111-4c3f-9a55-000000000002',
    variantId: '4d7c1b1e-1111-4c3f-9a55-000000000002',
    refunded: false,
    productId: 'mug',
    name: 'Mug',
    size: '',
    color: 'White',
    quantity: 2,
    placement: centred,
    price: 30,
    width: 1024,
    height: 576,
    thumbhash: '',
    thumbnail_url: '/api/images/auth/orders/1/2/thumbnail.webp',
  };
  return order(number, {
    status: 'shipped',
    items: [mugs, { ...download, price: 1.5 }],
    subtotal: 31.5,
    shipping: 5.99,
    total: 37.49,
    delivery: {
      method: 'standard',
      address: { street: '12 St James’s Square', city: 'London', state: '', zipCode: 'SW1', country: 'United Kingdom' },
      promised_by: '2026-11-27T23:59:59.999Z',
      parcels: [
        {
          id: 'shp_1',
          carrier: 'Royal Mail',
          tracking_number: 'RM123456789GB',
          tracking_url: 'https://track.example.org/RM123456789GB',
          dispatched_at: '2026-11-20T18:00:00.000Z',
          promised_by: '2026-11-27T23:59:59.999Z',
          items: [mugs.id],
        },
      ],
      arrived: null,
    },
    print: { attempt: 1, id: 'ord_840796', problem: null, cost: 8.25 },
    ...changes,
  });
}

/** By react-admin's own router, which has its place in the hash. */
function Page() {
  const { Route, Routes } = useRouterProvider();
  return (
    <Routes>
      <Route path="/orders/:id/show" element={<OrderShow />} />
    </Routes>
  );
}

export const openOrderPage = (id: string) => {
  window.location.hash = `#/orders/${id}/show`;
  return show(<Page />, { resource: 'orders' });
};

/** Its pictures do not arrive. */
export const openOrder = (shown: OrderRecord) => {
  server.reply(ordersConsoleHttp.record, shown);
  server.hold(ordersConsoleHttp.picture);
  return openOrderPage(shown.id);
};
