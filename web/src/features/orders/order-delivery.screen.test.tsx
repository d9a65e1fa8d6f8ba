import { downloadsHttp, type Quote } from '@easel/contracts/downloads/http';
import { ordersHttp, type OwnOrder } from '@easel/contracts/orders/http';
import { orderProblems } from '@easel/contracts/orders/policy';
import { firstPriceList } from '@easel/contracts/prices/policy';
import { productsHttp } from '@easel/contracts/products/http';
import { productProblems } from '@easel/contracts/products/policy';
import { settingsHttp } from '@easel/contracts/settings/http';
import { screen, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { button, complaintOf, server, show, signIn, withFakeServer } from '../../lib/testing/screen.tsx';
import { cart } from '../cart/cart.ts';
import OrderPage from './order-page.tsx';
import { itemsText, listedText } from './order-words.ts';
import {
  generationId,
  home,
  orderId,
  paidOrder,
  parcel,
  shippedOrder,
  shirt,
  shirtId,
} from './testing/sample-products.ts';

withFakeServer();
beforeEach(signIn);
afterEach(() => vi.useRealTimers());

const answer = (order: OwnOrder) =>
  server.reply(ordersHttp.one, { success: true as const, order, titles: { [generationId]: 'A fox' } });
const open = (order: OwnOrder) => {
  answer(order);
  return show(<OrderPage />, { at: `/orders/${orderId}`, pattern: '/orders/:id' });
};
const panel = (name: string) => screen.findByRole('region', { name });
const changed = (status: OwnOrder['status']) => ({
  success: true as const,
  order: { id: orderId, reference: 'ORD-1', status, subtotal: 49.5, shipping: 5.99, total: 55.49 },
});
/** On the second of the confirmations that a dialog has; the first one opened it. */
const confirm = (name: string) => within(screen.getByRole('dialog')).getByRole('button', { name });
const onDay = (iso: string) => vi.useFakeTimers({ now: new Date(iso), toFake: ['Date'] });

describe('an order with products', () => {
  test('shows its items, where they go and how, and what its delivery cost', async () => {
    open(paidOrder);
    const delivery = (await panel('Delivery')).textContent;
    for (const text of ['1 Main Street', 'Springfield, Illinois 62701', 'Standard, 3-5 business days']) {
      expect(delivery).toContain(text);
    }
    expect(delivery).toContain('Made in 2 to 4 business days. It begins soon.');
    screen.getByText('T-shirt · XL · Navy · 2 copies');
    expect((await panel('Total')).textContent).toContain('Delivery$5.99');
    button('Download: A fox');
  });

  test('shows each parcel with its carrier, tracking, promised day and items', async () => {
    const second = { ...parcel, id: 'shp_2', carrier: '', tracking_number: '', tracking_url: '', items: [] };
    open(shippedOrder({ parcels: [parcel, second] }));
    const delivery = await panel('Delivery');
    const [first, other] = within(within(delivery).getByRole('list', { name: 'Parcels' })).getAllByText(/^Parcel \d/);
    expect([first?.textContent, other?.textContent]).toEqual(['Parcel 1 of 2, UPS', 'Parcel 2 of 2']);
    const link = within(delivery).getByRole('link', { name: 'Track 1Z999' });
    expect([link.getAttribute('href'), link.getAttribute('rel')]).toEqual([parcel.tracking_url, 'noreferrer']);
    expect(within(delivery).getByRole('list', { name: 'In parcel 1 of 2' }).textContent).toBe(
      'T-shirt · XL · Navy · 2 copies: A fox',
    );
    within(delivery).getByText('Sent without tracking');
    expect(delivery.textContent).toMatch(/Promised byDecember [12], 2026 \(/);
  });

  test.each(['http://carrier.example/1Z999', 'javascript:alert(1)', ''])(
    'leads to a carrier’s page over https alone, and not to %j',
    async (tracking_url) => {
      open(shippedOrder({ parcels: [{ ...parcel, tracking_url }] }));
      within(await panel('Delivery')).getByText('Tracking number 1Z999');
      expect(screen.queryByRole('link', { name: /1Z999/ })).toBeNull();
    },
  );

  test('says what is refunded, item by item, and what is on its way', async () => {
    const items = paidOrder.items.map((item) => ({ ...item, refunded: item.id === shirtId }));
    const at = '2026-11-25T12:00:00.000Z';
    const timeline: OwnOrder['timeline'] = [
      ...paidOrder.timeline,
      { what: 'in-production', at, amount: null },
      { what: 'print-failed', at, amount: null },
      { what: 'refund-requested', at, amount: 48 },
      { what: 'refund-failed', at, amount: 48 },
    ];
    open({ ...paidOrder, status: 'in_production', items, timeline });
    await screen.findByText('Refund: $48.00');
    expect(screen.queryByText('Refund: $1.50')).toBeNull();
    const told = screen.getByRole('list', { name: 'Timeline' }).textContent;
    for (const text of [
      'In production',
      'Printing stopped: our support is looking into it',
      'Refund of $48.00 on its way',
      'Your bank did not take the refund of $48.00',
    ]) {
      expect(told).toContain(text);
    }
    expect(screen.queryByRole('button', { name: 'Cancel order' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Change address' })).toBeNull();
  });

  test('is cancelled until it is in production, and says that the money goes back', async () => {
    const user = open(paidOrder);
    server.reply(ordersHttp.cancel, () => {
      answer({ ...paidOrder, status: 'cancelled' });
      return changed('cancelled');
    });
    await user.click(await screen.findByRole('button', { name: 'Cancel order' }));
    screen.getByText(/What you paid goes back to your card: \$55\.49\..*cannot be downloaded any more/);
    await user.click(confirm('Cancel order'));
    await screen.findByText('Order cancelled');
    expect(screen.queryByRole('button', { name: 'Cancel order' })).toBeNull();
  });

  test('has its address changed until it is in production', async () => {
    const user = open(paidOrder);
    server.reply(ordersHttp.changeAddress, changed('paid'));
    await user.click(await screen.findByRole('button', { name: 'Change address' }));
    const street = await screen.findByLabelText<HTMLInputElement>('Street address');
    expect(street.value).toBe(home.street);
    await user.selectOptions(screen.getByLabelText('Country'), 'Germany');
    await user.clear(street);
    await user.click(confirm('Change address'));
    expect(complaintOf('Street address')).toBe('Please fill in all address fields');
    expect(server.callsOf(ordersHttp.changeAddress)).toEqual([]);
    await user.type(street, 'Hauptstraße 1');
    await user.click(confirm('Change address'));
    await screen.findByText('Address changed');
    expect(server.callsOf(ordersHttp.changeAddress)[0]?.body).toEqual({
      ...home,
      street: 'Hauptstraße 1',
      state: '',
      country: 'Germany',
    });
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  test('says why its address is fixed, where production began meanwhile', async () => {
    const user = open(paidOrder);
    server.refuse(ordersHttp.changeAddress, orderProblems.addressFixed);
    await user.click(await screen.findByRole('button', { name: 'Change address' }));
    await screen.findByLabelText('Street address');
    await user.click(confirm('Change address'));
    await screen.findByText(orderProblems.addressFixed.message);
  });
});

describe('the arrival', () => {
  test('is confirmed as soon as the order is on its way', async () => {
    onDay('2026-11-25T12:00:00Z');
    const user = open(shippedOrder());
    server.reply(ordersHttp.reportArrival, changed('delivered'));
    await user.click(await screen.findByRole('button', { name: 'It has arrived' }));
    await screen.findByText('Thank you. The order is delivered.');
    expect(server.callsOf(ordersHttp.reportArrival)[0]?.body).toEqual({ arrived: true });
    expect(screen.queryByRole('button', { name: 'It has not arrived' })).toBeNull();
  });

  test('is missed once the promised day is over, and what delivery cost goes back', async () => {
    onDay('2026-12-02T00:00:00Z');
    const user = open(shippedOrder());
    server.reply(ordersHttp.reportArrival, () => {
      answer(shippedOrder({ arrived: false }));
      return changed('shipped');
    });
    await user.click(await screen.findByRole('button', { name: 'It has not arrived' }));
    screen.getByText(/What delivery cost, \$5\.99, goes back to your card/);
    expect(server.callsOf(ordersHttp.reportArrival)).toEqual([]);
    await user.click(confirm('It has not arrived'));
    await screen.findByText('You said that it has not arrived. Our support is looking for it.');
    expect(server.callsOf(ordersHttp.reportArrival)[0]?.body).toEqual({ arrived: false });
    button('It has arrived');
    expect(screen.queryByRole('button', { name: 'It has not arrived' })).toBeNull();
  });

  test('is missed, too, where it was only assumed, but not where it was confirmed', async () => {
    onDay('2026-12-20T00:00:00Z');
    open({ ...shippedOrder(), status: 'delivered' });
    await screen.findByRole('button', { name: 'It has not arrived' });
    expect(screen.queryByRole('button', { name: 'It has arrived' })).toBeNull();
  });

  test('is not asked for again once it was confirmed', async () => {
    onDay('2026-12-20T00:00:00Z');
    open({ ...shippedOrder({ arrived: true }), status: 'delivered' });
    await panel('Delivery');
    expect(screen.queryByRole('button', { name: /arrived/ })).toBeNull();
  });
});

describe('ordering again', () => {
  const picture = {
    generationId,
    variantId: shirt.variantId,
    imageNumber: 3,
    title: 'A fox',
    width: 4096,
    height: 4096,
    preview_url: '/api/images/p.webp',
    thumbnail_url: '/api/images/t.webp',
  };
  const quote: Quote = {
    formats: ['png', 'jpg'],
    availableTiers: ['1K', '2K'],
    requestedTier: '2K',
    finalTier: '2K',
    imageDimensions: { width: 2048, height: 2048 },
    cents: 175,
    credits: 10,
    own: false,
    bought: false,
    downloadsLeft: null,
    expiresAt: '2026-12-01T00:00:00.000Z',
  };
  const products = firstPriceList.products.map((one) => ({
    ...one,
    cents: one.id === 't-shirt' ? 2600 : one.cents,
    sizes: [...one.sizes],
    colours: [...one.colours],
  }));
  const priced = (list = products) =>
    server.reply(settingsHttp.prices, { success: true as const, prices: { ...firstPriceList, products: list } });
  const again = async (order: OwnOrder) => {
    const user = open(order);
    await user.click(await screen.findByRole('button', { name: 'Order again' }));
    return user;
  };

  test('puts everything into the cart at today’s prices', async () => {
    priced()
      .reply(productsHttp.picture, { success: true as const, picture })
      .reply(downloadsHttp.request, { success: true as const, quote, token: 't' });
    await again({ ...paidOrder, status: 'refunded' });
    await screen.findByText('at /cart');
    expect(cart.get()).toMatchObject([
      { ...shirt, id: `again-${shirtId}`, price: 26, quantity: 2, imageNumber: 3, image: '/api/images/t.webp' },
      { kind: 'image-download', resolutionTier: '2K', format: 'png', price: 1.75, name: 'A fox' },
    ]);
  });

  test('says what could not be put there, and why', async () => {
    priced()
      .reply(productsHttp.picture, { success: true as const, picture })
      .reply(downloadsHttp.request, {
        success: true as const,
        quote: { ...quote, cents: 0, bought: true },
        token: 't',
      });
    await again(shippedOrder());
    await screen.findByText('Image download · 2K · PNG (A fox): it is yours already');
    expect(screen.getByRole('link', { name: 'Cart' }).getAttribute('href')).toBe('/cart');
    expect(cart.get()).toHaveLength(1);
  });

  test('puts nothing there that is not made or may not be printed any more', async () => {
    priced([]).refuse(downloadsHttp.request, productProblems.notFound);
    const user = await again(shippedOrder());
    await screen.findByText(/T-shirt .*: we do not make it like this any more/);
    screen.getByText(/Image download .*: it is not for sale any more/);
    screen.getByText('Nothing of this order could be put into your cart:');
    expect(cart.get()).toEqual([]);
    priced().refuse(productsHttp.picture, productProblems.notFound);
    await user.click(button('Order again'));
    await screen.findByText(/T-shirt .*: its picture cannot be printed any more/);
  });

  test('is not offered while the order waits for its payment', async () => {
    open({ ...paidOrder, status: 'pending' });
    await screen.findByRole('link', { name: 'Pay now' });
    expect(screen.queryByRole('button', { name: 'Order again' })).toBeNull();
  });

  test('is not offered where all of it is files that are the member’s', async () => {
    const items = paidOrder.items.filter(({ kind }) => kind === 'image-download');
    open({ ...paidOrder, status: 'delivered', items, delivery: null });
    await screen.findByRole('button', { name: 'Download: A fox' });
    expect(screen.queryByRole('button', { name: 'Order again' })).toBeNull();
  });
});

test('what was ordered is said in a few words', () => {
  const mug = { name: 'Mug', quantity: 1 };
  expect(listedText({ items: 3, products: [{ name: 'T-shirt', quantity: 2 }, mug] })).toBe(
    'T-shirt (2 copies), Mug, 1 image download',
  );
  expect(listedText({ items: 5, products: [mug, mug, mug, mug, mug] })).toBe('Mug, Mug, Mug, 2 other products');
  expect(listedText({ items: 2, products: [] })).toBe('2 image downloads');
  expect(itemsText(paidOrder.items)).toBe('1 image download and 2 printed products');
});
