import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { checkoutHttp } from '@easel/contracts/settings/checkout.http';
import { expect } from '@playwright/test';
import type { Page } from 'playwright-core';
import { step, test } from './fixtures.ts';
import { adminToken } from './operators.ts';
import { enter, register } from './people.ts';
import { publicPicture } from './pictures.ts';
import { sizeOfPng } from './png.ts';
import { CARD, downloadOf, openDeal } from './shop.ts';
import { callAs } from './wire.ts';

const PHONE = { width: 390, height: 844 };

async function intoCart(page: Page, prompt: string): Promise<void> {
  await openDeal(page, prompt);
  await page.getByRole('button', { name: 'Put it in the cart' }).click();
  await page.waitForURL('**/cart');
}

async function fillCard(page: Page, number: string): Promise<void> {
  await page.getByLabel('Card number').fill(number);
  await page.getByLabel('Expiry (MM/YY)').fill('1230');
  await page.getByLabel('CVV').fill('123');
  await page.getByLabel('Name on card').fill('Mira Okafor');
  await page.getByRole('button', { name: 'Next Step' }).click();
}

/** A member checks the cart out by card, and once more while the checkout is in test mode. */
test('checkout: from the cart to the files of an order', async ({ open, product: { address } }) => {
  const mark = randomBytes(3).toString('hex');
  const [first, second, third] = [
    await publicPicture(address, `A quiet harbour ${mark}`),
    await publicPicture(address, `A walled garden ${mark}`),
    await publicPicture(address, `A stone bridge ${mark}`),
  ];
  const member = await register(address);
  const { page, complaints } = await open();
  const main = page.getByRole('main');
  await enter(page, member);

  await step('the cart leads to the checkout, and the first step is filled in already', async () => {
    await intoCart(page, first.prompt);
    await main.getByText('Secure checkout powered by Stripe').waitFor();
    await main.getByRole('link', { name: 'Proceed to Checkout' }).click();
    await page.waitForURL('**/checkout');
    await expect(page.getByLabel('First name')).toHaveValue(member.firstName);
    await expect(page.getByLabel('Email')).toHaveValue(member.email);
  });

  await step('what is missing or wrong is said at its field', async () => {
    await page.getByLabel('Last name').fill('');
    await page.getByRole('button', { name: 'Next Step' }).click();
    await main.getByText('Please fill in all required fields').waitFor();
    await expect(page.getByLabel('Last name')).toBeFocused();
    await page.getByLabel('Last name').fill('Okafor');
    await page.getByRole('button', { name: 'Next Step' }).click();
    await fillCard(page, '4242 4242 4242 4241');
    await main
      .getByText(/takes test cards only/)
      .first()
      .waitFor();
    await expect(page.getByLabel('Card number')).toBeFocused();
  });

  await step('a declined card charges nothing, and another one pays the same order', async () => {
    await fillCard(page, CARD.declined);

    await page.getByRole('button', { name: 'Place Order' }).click();
    await main.getByText('Your card was declined.').waitFor();
    complaints.splice(0); // the call that was refused
    await fillCard(page, CARD.pays);
    await page.getByRole('button', { name: 'Place Order' }).click();
    await page.waitForURL(/\/orders\/[\da-f-]+$/);
    await page.getByText('Order placed successfully!').waitFor();
    await main.getByText('Delivered').first().waitFor();
  });

  await step('the order has its file, its timeline and its invoice', async () => {
    const file = await downloadOf(page, () => main.getByRole('button', { name: /^Download:/ }).click());
    assert.equal(Math.max(...Object.values(sizeOfPng(file))), 1024);
    const timeline = main.getByRole('list', { name: 'Timeline' });
    await expect(timeline.getByRole('listitem')).toHaveText([
      /Order placed/,
      /Card declined/,
      /Paid \$0\.75/,
      /Delivered/,
    ]);
    await main.getByRole('link', { name: /^INV-/ }).click();
    await page.getByRole('heading', { level: 1, name: /^Invoice INV-/ }).waitFor();
    await main.getByText(/^ORD-/).waitFor();
  });

  await step('a bank that asks the cardholder leads back to the order that it pays', async () => {
    await intoCart(page, third.prompt);
    await main.getByRole('link', { name: 'Proceed to Checkout' }).click();
    await page.getByRole('button', { name: 'Next Step' }).click();
    await fillCard(page, '4000 0000 0000 3220');
    await page.getByRole('button', { name: 'Place Order' }).click();
    await page.getByRole('button', { name: 'Complete authentication' }).click();
    await page.waitForURL(/\/orders\/[\da-f-]+$/);
    await main.getByText('Delivered').first().waitFor();
    complaints.splice(0); // of a page that is not ours
  });

  await step('the cart is empty, and the purchase is in My Purchases and in the statement', async () => {
    await page.goto('/cart');
    await main.getByText('Your cart is empty').waitFor();
    await page.goto('/my-purchases');
    await main.getByText(first.prompt).first().waitFor();
    await page.goto('/statement');
    await main.getByRole('listitem').filter({ hasText: 'Image purchase' }).first().waitFor();
  });

  await step('in test mode a phone sees three steps less one, and the order charges and grants nothing', async () => {
    const call = callAs(address, await adminToken(address));
    const toggle = async (testMode: boolean) => {
      const { version } = await call(checkoutHttp.settings, {});
      await call(checkoutHttp.toggle, { body: { version, testMode, reason: 'A story' } });
    };
    await page.setViewportSize(PHONE);
    await intoCart(page, second.prompt);
    await page.goto('/checkout');
    await page.getByLabel('Phone (optional)').fill('+1 555 0100');
    await toggle(true);
    try {
      await main.getByText('Test Mode Active').waitFor();
      await main.getByText('Payment processing is skipped for testing purposes.').waitFor();
      await expect(page.getByLabel('Phone (optional)')).toHaveValue('+1 555 0100');
      await page.getByRole('button', { name: 'Next Step' }).click();
      await page.getByRole('button', { name: 'Place Order' }).click();
      await page.waitForURL(/\/orders\/[\da-f-]+$/);
      await page.getByText('Test order placed successfully! No payment was processed.').waitFor();
      await page.getByRole('heading', { level: 1, name: /^Order TEST-/ }).waitFor();
      assert.equal(await main.getByRole('button', { name: /^Download:/ }).count(), 0);
    } finally {
      await toggle(false);
    }
  });

  await step('all orders are in the list', async () => {
    await page.goto('/orders');
    const rows = main.getByRole('list', { name: 'Orders' }).getByRole('listitem');
    await expect(rows).toHaveCount(3);
    await expect(rows.first()).toContainText('Test order');
    await expect(rows.last()).toContainText('Delivered');
  });

  assert.deepEqual(complaints, []);
});
