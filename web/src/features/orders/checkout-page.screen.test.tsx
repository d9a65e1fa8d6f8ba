import { ordersHttp } from '@easel/contracts/orders/http';
import { cleanup, screen } from '@testing-library/react';
import { useState } from 'react';
import { beforeEach, describe, expect, test } from 'vitest';
import { token } from '../../lib/token.ts';
import { button, complaintOf, server, show, signIn, withFakeServer } from '../../lib/testing/screen.tsx';
import { cart } from '../cart/cart.ts';
import { CheckoutPage } from './checkout-page.tsx';
import {
  answersFor,
  fillCard,
  fox,
  next,
  onStep,
  openCheckout as open,
  place,
  profile,
  stored,
  toReview,
} from './testing/checkout-screen.tsx';
import { orderId } from './testing/sample-products.ts';

withFakeServer();
beforeEach(() => {
  sessionStorage.clear();
  signIn();
  cart.put(fox);
  server.reply(ordersHttp.place, placed);
});

const { placed } = answersFor({ subtotal: 1.5, shipping: 0, total: 1.5 });

describe('the first step', () => {
  test('is filled in from the profile and says which fields are missing, at each of them', async () => {
    const user = open();
    expect(screen.getByLabelText<HTMLInputElement>('First name').value).toBe('Ada');
    await user.clear(screen.getByLabelText('First name'));
    await user.clear(screen.getByLabelText('Email'));
    await next(user);
    expect(complaintOf('First name')).toBe('Please fill in all required fields');
    expect(complaintOf('Last name')).toBe('');
    expect(complaintOf('Email')).toBe('Please fill in all required fields');
    expect(document.activeElement).toBe(screen.getByLabelText('First name'));

    await user.type(screen.getByLabelText('First name'), 'Ada');
    await user.type(screen.getByLabelText('Email'), 'ada');
    await next(user);
    expect(complaintOf('Email')).toBe('Please enter a valid email address');
  });

  test('keeps what was typed over a reload, and forgets it when the member signs out', async () => {
    const user = open();
    await user.type(screen.getByLabelText('Phone (optional)'), '123');
    cleanup();
    open();
    expect(screen.getByLabelText<HTMLInputElement>('Phone (optional)').value).toBe('123');
    cleanup();
    token.clear('signed-out');
    open();
    expect(screen.getByLabelText<HTMLInputElement>('Phone (optional)').value).toBe('');
  });
});

describe('the payment step', () => {
  test('says what is missing, and takes test cards only', async () => {
    const user = open();
    await next(user);
    await onStep('Payment');
    screen.getByText(/This installation takes test cards only.*Do not enter a real card/);
    await next(user);
    expect(complaintOf('Card number')).toBe('Please fill in all payment fields');
    expect(complaintOf('Name on card')).toBe('Please fill in all payment fields');

    await fillCard(user, '424242');
    await next(user);
    expect(complaintOf('Card number')).toBe('Please enter a valid card number');
    await fillCard(user, '4111111111111111');
    expect(screen.getByLabelText<HTMLInputElement>('Card number').value).toBe('4111 1111 1111 1111');
    expect(screen.getByLabelText<HTMLInputElement>('Expiry (MM/YY)').value).toBe('12/30');
    await user.type(screen.getByLabelText('Card number'), '{Backspace}9', { initialSelectionStart: 3 });
    expect(screen.getByLabelText<HTMLInputElement>('Card number').value).toBe('4191 1111 1111 1111');
    await next(user);
    expect(complaintOf('Card number')).toMatch(/^This installation takes test cards only/);
  });

  test('never stores what was typed, so that a reload leads back to it', async () => {
    const user = open();
    await toReview(user);
    expect(stored()).toMatch(/Ada/);
    expect(stored()).not.toMatch(/4242|12\/30/);
    cleanup();
    open({ at: '/checkout?step=review' });
    await onStep('Payment');
    expect(screen.getByLabelText<HTMLInputElement>('Card number').value).toBe('');
  });
});

describe('the steps', () => {
  const steps = () => screen.getAllByRole('listitem').flatMap((item) => item.textContent?.match(/^\d(.*)$/)?.[1] ?? []);

  test('lead from personal info by payment to the review and back, with the order on the last one alone', async () => {
    const user = open();
    expect(steps()).toEqual(['Personal Info', 'Payment', 'Review']);
    expect(screen.getByRole('link', { name: 'Back to Cart' }).getAttribute('href')).toBe('/cart');
    expect(screen.queryByRole('button', { name: 'Place Order' })).toBeNull();
    await toReview(user);
    expect(document.activeElement?.textContent).toBe('Review');
    button('Place Order');
    await user.click(button('Previous'));
    await onStep('Payment');
    expect(screen.getByLabelText<HTMLInputElement>('Card number').value).toBe('4242 4242 4242 4242');
  });

  test('leave out the payment in test mode, and say so', async () => {
    const user = open({ testMode: true });
    expect(steps()).toEqual(['Personal Info', 'Review']);
    screen.getByText('Test Mode Active');
    screen.getByText('Payment processing is skipped for testing purposes.');
    await next(user);
    await onStep('Review');
    await place(user);
    await screen.findByText(`at /orders/${orderId}`);
    screen.getByText('Test order placed successfully! No payment was processed.');
    expect(server.callsOf(ordersHttp.place)[0]?.body).toMatchObject({ test_mode: true });
    expect(server.callsOf(ordersHttp.pay)).toEqual([]);
    expect(cart.get()).toEqual([]);
  });

  test('keep everything that was typed when the mode is switched', async () => {
    function Switched() {
      const [testMode, setTestMode] = useState(false);
      return (
        <>
          <button type="button" onClick={() => setTestMode(!testMode)}>
            Switch
          </button>
          <CheckoutPage profile={profile} testMode={testMode} stripeKey={null} />
        </>
      );
    }
    const user = show(<Switched />, { at: '/checkout' });
    await user.type(screen.getByLabelText('Phone (optional)'), '123');
    await next(user);
    await onStep('Payment');
    await fillCard(user, '4242424242424242');
    await user.click(button('Switch'));
    await onStep('Review');
    screen.getByText('None: this is a test order');
    await user.click(button('Switch'));
    await onStep('Review');
    screen.getByText('Card ending in 4242');
    screen.getByText('123');
  });

  test('are not there without items', () => {
    cart.clear();
    open();
    screen.getByText('Your cart is empty');
  });
});
