import type { Call } from '@easel/contracts/kernel/testing/fake-server';
import { screen } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { button, show } from '../../../lib/testing/screen.tsx';
import type { CartItem } from '../../cart/cart.ts';
import { CheckoutPage } from '../checkout-page.tsx';
import { orderId } from './sample-products.ts';

export const fox: CartItem = {
  kind: 'image-download',
  type: 'image-download',
  id: 'fox',
  generationId: '6d7c1b1e-1111-4c3f-9a55-000000000001',
  variantId: '6d7c1b1e-1111-4c3f-9a55-000000000002',
  format: 'png',
  resolutionTier: '2K',
  price: 1.5,
  quantity: 1,
  name: 'A fox',
  image: '/api/images/a.webp',
};

export const owl: CartItem = { ...fox, id: 'owl', name: 'An owl', price: 2 };

export const keyOf = (call: Call | undefined) => call?.headers.get('idempotency-key');

/** Everything that this browser keeps. */
export const stored = () =>
  [localStorage, sessionStorage]
    .flatMap((storage) => Array.from({ length: storage.length }, (_, n) => storage.getItem(storage.key(n) ?? '')))
    .join();

export const profile = { firstName: 'Ada', lastName: 'Byron', email: 'ada@example.com' };

/** What the server answers about an order of these sums, when it is placed, before it is paid, and when it is. */
export function answersFor(sums: { subtotal: number; shipping: number; total: number }) {
  const order = { id: orderId, reference: 'ORD-1', status: 'pending' as const, ...sums };
  const payment = { success: true as const, message: null, authenticateAt: null, clientSecret: null, order };
  return {
    placed: { success: true as const, message: 'Order stored', order },
    unpaid: { ...payment, payment: 'open' as const },
    paid: { ...payment, payment: 'paid' as const },
  };
}

export const openCheckout = ({
  testMode = false,
  stripeKey = null,
  at = '/checkout',
}: { testMode?: boolean; stripeKey?: string | null; at?: string } = {}) =>
  show(<CheckoutPage profile={profile} testMode={testMode} stripeKey={stripeKey} />, { at, pattern: '/checkout' });

export const onStep = (title: string) => screen.findByRole('heading', { level: 2, name: title });
export const next = (user: UserEvent) => user.click(button('Next Step'));
export const place = (user: UserEvent) => user.click(button('Place Order'));

export async function fillCard(user: UserEvent, number = '4242424242424242') {
  for (const [label, text] of Object.entries({
    'Card number': number,
    'Expiry (MM/YY)': '1230',
    CVV: '123',
    'Name on card': 'Ada Byron',
  })) {
    await user.clear(screen.getByLabelText(label));
    await user.type(screen.getByLabelText(label), text);
  }
}

/** From the step before the payment. */
export async function toReview(user: UserEvent, number?: string) {
  await next(user);
  await onStep('Payment');
  await fillCard(user, number);
  await next(user);
  await onStep('Review');
}
