import { paymentsHttp, type Checkout } from '@easel/contracts/payments/http';
import type { Plan } from '@easel/contracts/subscriptions/http';
import { screen } from '@testing-library/react';
import { useState } from 'react';
import { beforeEach, expect, test } from 'vitest';
import { button, server, show, signIn, withFakeServer } from '../../lib/testing/screen.tsx';
import { PaymentResultPage } from './payment-result-page.tsx';

withFakeServer();
beforeEach(signIn);

const plan: Checkout = { id: 'cs_1', kind: 'plan', status: 'paid', amount: 191.88, tier: 'creator', period: 'yearly' };
const wallet: Checkout = { ...plan, kind: 'wallet', amount: 25, tier: null, period: null };

const free = { tier: 'free', label: 'Free', subscription: { period: null } } as Plan;
const creator = { tier: 'creator', label: 'Creator', subscription: { period: 'yearly' } } as Plan;

/** The page of somebody whose plan begins by a press. */
function Waiting() {
  const [begun, setBegun] = useState(false);
  return (
    <>
      <PaymentResultPage goOn={null} walletDollars={25} plan={begun ? creator : free} />
      <button type="button" onClick={() => setBegun(true)}>
        It begins
      </button>
    </>
  );
}

const heading = (name: string) => screen.findByRole('heading', { level: 1, name });

test('a wallet that was filled for a picture leads back to it', async () => {
  server.reply(paymentsHttp.checkout, {
    success: true,
    checkout: { ...plan, kind: 'wallet', tier: null, period: null },
  });
  const goOn = { to: '/image/x?buy', label: 'Back to your picture' };
  show(<PaymentResultPage goOn={goOn} walletDollars={25} plan={free} />, { at: '/payment-result?session_id=cs_1' });
  const link = await screen.findByRole('link', { name: 'Back to your picture' });
  expect(link.getAttribute('href')).toBe('/image/x?buy');
});

test('a plan that is paid for is received, and upgraded once it is in force', async () => {
  server.reply(paymentsHttp.checkout, { success: true, checkout: plan });
  const user = show(<Waiting />, { at: '/payment-result?session_id=cs_1' });
  await heading('Payment received');
  expect(screen.queryByText(/your plan has begun/)).toBeNull();
  await user.click(button('It begins'));
  await heading('Subscription upgraded successfully!');
  screen.getByText('Creator, yearly: your plan has begun.');
});

test('what was paid into the wallet is received, whatever the plan', async () => {
  server.reply(paymentsHttp.checkout, { success: true, checkout: wallet });
  show(<Waiting />, { at: '/payment-result?session_id=cs_1' });
  await heading('Payment received');
  screen.getByText('$25.00 were added to your wallet.');
});
