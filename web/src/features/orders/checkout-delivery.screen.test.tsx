import { ordersHttp, type OwnOrder } from '@easel/contracts/orders/http';
import { orderProblems } from '@easel/contracts/orders/policy';
import { cleanup, screen, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { button, complaintOf, server, signIn, withFakeServer } from '../../lib/testing/screen.tsx';
import { token } from '../../lib/token.ts';
import { cart } from '../cart/cart.ts';
import { arrivalText } from './delivery-words.ts';
import { keptDetails } from './kept-details.ts';
import { answersFor, fox, next, onStep, openCheckout as open, place, toReview } from './testing/checkout-screen.tsx';
import { generationId, home, orderId, paidOrder, shirt } from './testing/sample-products.ts';

withFakeServer();
beforeEach(() => {
  signIn();
  cart.put(shirt);
  server.reply(ordersHttp.place, placed).reply(ordersHttp.pay, paid);
});
afterEach(() => vi.useRealTimers());

const { placed, paid } = answersFor({ subtotal: 48, shipping: 5.99, total: 53.99 });

const summary = () => screen.getByRole('region', { name: 'Order summary' }).textContent;
const country = (user: UserEvent, name: string) => user.selectOptions(screen.getByLabelText('Country'), name);
const regions = async (label: string) => {
  await screen.findByRole('option', { name: 'California' });
  return screen.getByLabelText(label);
};

async function toAddress(options?: Parameters<typeof open>[0]) {
  const user = open(options);
  await next(user);
  await onStep('Delivery Address');
  return user;
}
async function fillAddress(user: UserEvent) {
  await user.type(screen.getByLabelText('Street address'), home.street);
  await user.type(screen.getByLabelText('City'), home.city);
  await user.selectOptions(await regions('State'), home.state);
  await user.type(screen.getByLabelText('ZIP Code'), home.zipCode);
}
async function pay(user: UserEvent) {
  await toReview(user);
  await place(user);
}

describe('the delivery address', () => {
  test('is a step of its own where there are products, also in test mode, and comes before all later ones', async () => {
    const user = open({ at: '/checkout?step=review' });
    await onStep('Delivery Address');
    const steps = () => screen.getByRole('list', { name: 'Checkout steps' }).textContent;
    expect(steps()).toBe('1Personal Info2Delivery Address3Payment4Review');
    await user.click(button('Previous'));
    await onStep('Personal Info');
    cleanup();
    open({ testMode: true });
    expect(steps()).toBe('1Personal Info2Delivery Address3Review');
  });

  test('says which fields are missing or wrong, and focuses the first of them', async () => {
    const user = await toAddress();
    await regions('State');
    await next(user);
    for (const label of ['Street address', 'City', 'State', 'ZIP Code']) {
      expect(complaintOf(label)).toBe('Please fill in all address fields');
    }
    expect(document.activeElement).toBe(screen.getByLabelText('Street address'));
    await fillAddress(user);
    await user.clear(screen.getByLabelText('ZIP Code'));
    await user.type(screen.getByLabelText('ZIP Code'), '1234');
    await next(user);
    expect(complaintOf('ZIP Code')).toBe('Please enter a ZIP code such as 12345');
    await user.type(screen.getByLabelText('ZIP Code'), '5');
    expect(complaintOf('ZIP Code')).toBe('');
  });

  test('has the fields of its country', async () => {
    const user = await toAddress();
    expect(screen.getByLabelText<HTMLSelectElement>('Country').value).toBe('United States');
    await user.selectOptions(await regions('State'), 'Texas');
    await country(user, 'Japan');
    expect(screen.getByLabelText<HTMLSelectElement>('Prefecture').value).toBe('');
    screen.getByRole('option', { name: 'Kyoto' });
    await country(user, 'United Kingdom');
    expect(screen.getByLabelText('County (optional)').tagName).toBe('INPUT');
    screen.getByLabelText('Postcode');
    await country(user, 'Qatar');
    expect(screen.queryByLabelText(/Postcode|Code|County|State/)).toBeNull();
    await country(user, 'Hong Kong');
    screen.getByLabelText('Area');
  });

  test('tells browsers how to fill it in', async () => {
    await toAddress();
    const asked = ['Country', 'Street address', 'City', 'State', 'ZIP Code'].map((label) =>
      screen.getByLabelText(label).getAttribute('autocomplete'),
    );
    expect(asked).toEqual([
      'shipping country-name',
      'shipping street-address',
      'shipping address-level2',
      'shipping address-level1',
      'shipping postal-code',
    ]);
  });

  test('takes the code of a region that a browser filled in', async () => {
    keptDetails.set({ state: 'CA' });
    await toAddress();
    expect((await regions('State')) as HTMLSelectElement).toHaveProperty('value', 'California');
  });

  test('is kept over a reload and for another tab, and forgotten when the member signs out', async () => {
    const user = await toAddress();
    await fillAddress(user);
    await user.click(screen.getByRole('radio', { name: /^Express/ }));
    cleanup();
    await toAddress();
    expect(screen.getByLabelText<HTMLInputElement>('Street address').value).toBe(home.street);
    expect(screen.getByRole<HTMLInputElement>('radio', { name: /^Express/ }).checked).toBe(true);
    cleanup();
    token.clear('signed-out');
    expect(keptDetails.get()).toEqual({});
  });
});

describe('the delivery', () => {
  test('is chosen from three methods with their prices, days and dates, and is in the total', async () => {
    const user = await toAddress();
    expect(summary()).toContain('Subtotal$48.00Delivery (Standard)$5.99Total$53.99');
    expect(summary()).toContain('Includes delivery');
    screen.getByText(/Made in 2 to 4 business days/);
    const methods = within(screen.getByRole('group', { name: 'Delivery method' }));
    expect(methods.getAllByRole('radio')).toHaveLength(3);
    for (const text of [/^3-5 business days/, /^1-2 business days/, /^Next business day/]) methods.getByText(text);
    for (const price of ['$5.99', '$12.99', '$24.99']) methods.getByText(price);
    await user.click(methods.getByRole('radio', { name: /^Overnight/ }));
    expect(summary()).toContain('Delivery (Overnight)$24.99Total$72.99');
  });

  test('counts business days of making and of the way', () => {
    // A Monday, then a Friday.
    expect(arrivalText('standard', new Date('2026-11-30T12:00:00Z'))).toMatch(/^Dec 7\s–\s11$/);
    expect(arrivalText('overnight', new Date('2026-12-04T12:00:00Z'))).toMatch(/^Dec 9\s–\s11$/);
  });

  test('is free from $150 on, downloads included', async () => {
    cart.put({ ...shirt, quantity: 6, price: 24.75 });
    await toAddress();
    expect(summary()).toContain('Subtotal$148.50Delivery (Standard)$5.99');
    cart.put(fox);
    expect(await screen.findAllByText('Free')).toHaveLength(4);
    expect(summary()).toContain('Subtotal$150.00Delivery (Standard)FreeTotal$150.00');
  });

  test('is not asked for where there are downloads alone', () => {
    cart.clear();
    cart.put(fox);
    open();
    expect(summary()).toBe('Order summary1 image download$1.50Total$1.50');
    expect(screen.queryByText('Delivery Address')).toBeNull();
  });
});

describe('an order with products', () => {
  test('is placed with its address, its delivery and where each picture is printed', async () => {
    cart.put(fox);
    const user = await toAddress();
    await fillAddress(user);
    await user.click(screen.getByRole('radio', { name: /^Express/ }));
    await pay(user);
    await screen.findByText(`at /orders/${orderId}`);
    screen.getByText('Order placed successfully! You will receive a confirmation email shortly.');
    const { kind, id, productId, variantId, size, color, price, quantity, placement } = shirt;
    const [call] = server.callsOf(ordersHttp.place);
    expect(call?.body).toEqual({
      id: expect.stringMatching(/^ORD-\d+$/) as unknown,
      customerName: 'Ada Byron',
      customerEmail: 'ada@example.com',
      customerPhone: '',
      items: [
        { kind, id, productId, generationId, variantId, size, color, price, quantity, placement },
        {
          kind: 'image-download',
          id: 'fox',
          generationId: fox.generationId,
          variantId: fox.variantId,
          resolutionTier: '2K',
          format: 'png',
          price: 1.5,
          quantity: 1,
        },
      ],
      shipping_address: home,
      delivery_method: 'express',
      total: 62.49,
      test_mode: false,
    });
    expect(cart.get()).toEqual([]);
    expect(keptDetails.get()).toEqual({});
  });

  test('is reviewed with its address, method and copies', async () => {
    const user = await toAddress({ testMode: true });
    await fillAddress(user);
    await next(user);
    await onStep('Review');
    for (const text of ['1 Main Street', 'Springfield, Illinois 62701', 'United States']) screen.getByText(text);
    screen.getByText('Standard, 3-5 business days. Made in 2 to 4 business days.');
    screen.getByText('T-shirt · XL · Navy · 2 copies');
    await user.click(button('Previous'));
    await onStep('Delivery Address');
  });

  test('asks again where a price has changed, with the right total', async () => {
    const prices = { expected: 55.99, items: [{ id: 'shirt', expected: 25 }] };
    server.refuse(ordersHttp.place, orderProblems.priceChanged, [], prices);
    const user = await toAddress();
    await fillAddress(user);
    await pay(user);
    await screen.findByText(/the total was \$53\.99 and is \$55\.99 now/);
    expect(summary()).toContain('Total$55.99');
    server.reply(ordersHttp.place, placed);
    await user.click(button('Place Order'));
    await screen.findByText(`at /orders/${orderId}`);
    expect(server.callsOf(ordersHttp.place).at(-1)?.body).toMatchObject({ total: 55.99, items: [{ price: 25 }] });
  });
});

describe('paying an order with products that waits', () => {
  const known = (order: OwnOrder) => server.reply(ordersHttp.one, { success: true as const, order, titles: {} });

  test('says that it is confirmed by mail when the bank leads back', async () => {
    known(paidOrder);
    open({ at: `/checkout?order=${orderId}&redirect_status=succeeded` });
    await screen.findByText(`at /orders/${orderId}`);
    screen.getByText('Order placed successfully! You will receive a confirmation email shortly.');
  });

  test('leads on as well where the order itself cannot be read', async () => {
    server.refuse(ordersHttp.one, orderProblems.notFound);
    open({ at: `/checkout?order=${orderId}&redirect_status=succeeded` });
    await screen.findByText(`at /orders/${orderId}`);
    screen.getByText('Order placed successfully!');
  });

  test('says what it is for', async () => {
    known({ ...paidOrder, status: 'pending' });
    open({ at: `/checkout?order=${orderId}` });
    await screen.findByText('1 image download and 2 printed products, $55.49 in all.');
  });
});
