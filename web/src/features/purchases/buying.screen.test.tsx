import { accountProblems } from '@easel/contracts/account/http';
import { curatorsHttp } from '@easel/contracts/curators/http';
import { downloadsHttp, type Quote } from '@easel/contracts/downloads/http';
import { problems } from '@easel/contracts/kernel/problem';
import { paymentProblems, paymentsHttp } from '@easel/contracts/payments/http';
import { firstPriceList } from '@easel/contracts/prices/policy';
import { purchasesHttp } from '@easel/contracts/purchases/http';
import { purchaseProblems } from '@easel/contracts/purchases/policy';
import { settingsHttp } from '@easel/contracts/settings/http';
import type { Generation } from '@easel/contracts/generation/http';
import { telemetryHttp } from '@easel/contracts/telemetry/http';
import { screen } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { button, complaintOf, server, show, signIn, withFakeServer } from '../../lib/testing/screen.tsx';
import { cart } from '../cart/cart.ts';
import { PurchaseDialog } from './purchase-dialog.tsx';
import { TopUpPanel } from './top-up-panel.tsx';
import { waitingDeal } from './waiting-deal.ts';

withFakeServer();
beforeEach(signIn);

const id = '6d7c1b1e-1111-4c3f-9a55-000000000001';
const quote: Quote = {
  formats: ['png', 'jpg'],
  availableTiers: ['1K', '2K'],
  requestedTier: '2K',
  finalTier: '2K',
  imageDimensions: { width: 2048, height: 1152 },
  cents: 150,
  credits: 10,
  own: false,
  bought: false,
  downloadsLeft: 24,
  expiresAt: '2026-11-21T12:15:00.000Z',
};
const fox = {
  id,
  original_prompt: 'A fox',
  metadata: { resolution: '2k' },
  variants: [{ id, image_url: '/i.webp', thumbnail_url: '/t.webp', width: 2048, height: 1152, thumbhash: '' }],
} as unknown as Generation;

describe('the purchase dialog', () => {
  beforeEach(() => void server.reply(telemetryHttp.track, { success: true, recorded: 1 }));

  const open = (onClose = () => {}) =>
    show(
      <PurchaseDialog
        image={{ generation: fox, variantIndex: 0 }}
        tier="genesis"
        funds={{ credits: 37.5, dollars: 12.5 }}
        preferredFormat="png"
        onClose={onClose}
      />,
    );
  const known = () =>
    server
      .reply(settingsHttp.prices, { success: true, prices: { ...firstPriceList, products: [] } })
      .reply(curatorsHttp.isCuratorImage, { success: true, isCuratorImage: false, prices: noPrices })
      .reply(downloadsHttp.request, { success: true, token: 'signed', quote });
  const noPrices = { '1K': 0, '2K': 0, '4K': 0, '8K': 0 };

  test('says that it is loading, until the prices are known', async () => {
    server.hold(settingsHttp.prices).hold(curatorsHttp.isCuratorImage);
    open();
    expect(await screen.findByText('Loading')).toBeTruthy();
    expect(screen.queryByRole('button', { name: /^Buy/ })).toBeNull();
  });

  test('that a member looked at buying it is told once, and nobody hears where it could not be', async () => {
    known().refuse(telemetryHttp.track, problems.unavailable);
    open();
    await screen.findByRole('button', { name: 'Buy for 10 credits' });
    expect(server.callsOf(telemetryHttp.track).map(({ body }) => body)).toEqual([
      { event_type: 'purchase_opened', event_data: { generation_id: id } },
    ]);
    expect(screen.queryByText(problems.unavailable.message)).toBeNull();
  });

  test('prices that cannot be read can be asked for again', async () => {
    known().refuse(settingsHttp.prices, problems.notFound);
    const user = open();
    expect(await screen.findByText('This could not be loaded')).toBeTruthy();
    known();
    await user.click(button('Try again'));
    expect(await screen.findByRole('button', { name: 'Buy for 10 credits' })).toBeTruthy();
  });

  test('the price follows the size and the way to pay; what the plan has not got cannot be chosen', async () => {
    known();
    const user = open();
    await screen.findByRole('button', { name: 'Buy for 10 credits' });
    expect(screen.getByRole('dialog', { name: 'Purchase Image' })).toBeTruthy();
    expect(screen.getByRole('radio', { name: /4K/ })).toHaveProperty('disabled', true);
    await user.click(screen.getByRole('radio', { name: /1K/ }));
    expect(screen.queryByRole('button', { name: 'Buy for 10 credits' })).toBeNull();
    await user.click(screen.getByRole('radio', { name: /Dollars/ }));
    expect(button(/^Buy for \$/)).toBeTruthy();
  });

  test.each([
    ['too few credits', accountProblems.insufficientCredits],
    ['one’s own image', purchaseProblems.ownImage],
    ['sales that are paused', purchaseProblems.salesPaused],
  ])('refused for %s, it says so and nothing is bought', async (_, problem) => {
    known().refuse(purchasesHttp.purchase, problem);
    const user = open();
    await user.click(await screen.findByRole('button', { name: 'Buy for 10 credits' }));
    expect(await screen.findByText(problem.message)).toBeTruthy();
    expect(button('Buy for 10 credits')).toBeTruthy();
  });

  test('a wallet that is too small opens the way to fill it', async () => {
    known().refuse(purchasesHttp.purchase, purchaseProblems.insufficientWallet);
    const user = open();
    await user.click(await screen.findByRole('radio', { name: /Dollars/ }));
    await user.click(button(/^Buy for/));
    expect(await screen.findByText(purchaseProblems.insufficientWallet.message)).toBeTruthy();
    expect(screen.getByRole('form', { name: 'Add funds' })).toBeTruthy();
  });

  test.each([
    [{ bought: true }, 'Free, you bought it.'],
    [{ own: true }, 'Free, it is your own.'],
  ])('what is the member’s already costs nothing: %o', async (whose, text) => {
    known().reply(downloadsHttp.request, {
      success: true,
      token: 'signed',
      quote: { ...quote, cents: 0, credits: 0, ...whose },
    });
    const user = open();
    expect(await screen.findByText(text)).toBeTruthy();
    expect(screen.queryByRole('button', { name: /^Buy/ })).toBeNull();
    server
      .reply(downloadsHttp.confirm, { success: true, downloadUrl: '/api/downloads/file/x', expiresAt: '' })
      .reply(downloadsHttp.file, 'a picture');
    await user.click(screen.getByRole('radio', { name: 'JPG' }));
    await user.click(button('Download'));
    await vi.waitFor(() =>
      expect(server.callsOf(downloadsHttp.confirm)[0]?.body).toMatchObject({ token: 'signed', format: 'jpg' }),
    );
  });

  test('what is paid for in dollars can wait in the cart', async () => {
    known();
    const user = open();
    await user.click(await screen.findByRole('radio', { name: /Dollars/ }));
    await user.click(await screen.findByRole('button', { name: 'Put it in the cart' }));
    expect(cart.get()).toMatchObject([{ generationId: id, resolutionTier: '2K', format: 'png', price: 1.5 }]);
    cart.clear();
  });

  test('whoever leaves to fill the wallet is waited for with what was chosen', async () => {
    const assign = vi.spyOn(window.location, 'assign').mockImplementation(() => {});
    known().refuse(purchasesHttp.purchase, purchaseProblems.insufficientWallet);
    server.reply(paymentsHttp.topUp, { success: true, url: 'https://pay.example.org/x' });
    const user = open();
    await user.click(await screen.findByRole('radio', { name: /1K/ }));
    await user.click(screen.getByRole('radio', { name: 'JPG' }));
    await user.click(screen.getByRole('radio', { name: /Dollars/ }));
    await user.click(button(/^Buy for/));
    await user.click(await screen.findByRole('button', { name: 'Start checkout' }));
    await vi.waitFor(() => expect(assign).toHaveBeenCalled());
    expect(waitingDeal.get()).toMatchObject({
      generationId: id,
      variantIndex: 0,
      chosen: { size: '1K', method: 'dollars', format: 'jpg' },
    });
    waitingDeal.drop();
    expect(waitingDeal.get()).toBeUndefined();
  });

  test('sent again after a broken connection, it is the same purchase', async () => {
    known().breakOff(purchasesHttp.purchase);
    const user = open();
    await user.click(await screen.findByRole('button', { name: 'Buy for 10 credits' }));
    await screen.findByText('Network error. Please check your connection and try again.');
    await user.click(button('Buy for 10 credits'));
    const keys = server.callsOf(purchasesHttp.purchase).map(({ headers }) => headers.get('idempotency-key'));
    expect(keys).toHaveLength(2);
    expect(new Set(keys).size).toBe(1);
  });
});

describe('adding funds', () => {
  async function ask(amount: string) {
    const user = show(<TopUpPanel />);
    const field = screen.getByLabelText('Amount in dollars');
    await user.clear(field);
    if (amount) await user.type(field, amount);
    await user.click(button('Start checkout'));
  }

  test.each([
    ['', 'Minimum top-up is $10'],
    ['9', 'Minimum top-up is $10'],
    ['10001', 'Maximum top-up is $10,000'],
    ['12.5', 'Please enter whole dollars'],
  ])('“%s” is refused: %s', async (amount, complaint) => {
    await ask(amount);
    expect(complaintOf('Amount in dollars')).toContain(complaint);
    expect(server.calls).toEqual([]);
  });

  test('a card service that does not answer is told', async () => {
    server.refuse(paymentsHttp.topUp, paymentProblems.checkoutFailed);
    await ask('25');
    expect(await screen.findByText('Failed to start checkout')).toBeTruthy();
  });

  test('leads to the card service’s page, and nowhere else', async () => {
    const assign = vi.spyOn(window.location, 'assign').mockImplementation(() => {});
    server.reply(paymentsHttp.topUp, { success: true, url: 'javascript:alert(1)' });
    await ask('25');
    expect(await screen.findByText('Failed to start checkout')).toBeTruthy();
    server.reply(paymentsHttp.topUp, { success: true, url: 'https://pay.example.org/x' });
    await screen.findByRole('button', { name: 'Start checkout' }).then((element) => element.click());
    await vi.waitFor(() => expect(assign).toHaveBeenCalledWith('https://pay.example.org/x'));
  });
});
