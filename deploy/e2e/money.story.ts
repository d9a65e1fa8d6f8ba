import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { expect } from '@playwright/test';
import { parse } from 'csv-parse/sync';
import { step, test } from './fixtures.ts';
import { fillRegistration, newMember } from './people.ts';
import { publicPicture } from './pictures.ts';
import { sizeOfPng } from './png.ts';
import { CARD, downloadOf, openDeal, openDealOf, pay } from './shop.ts';

/** A new member takes a plan, fills the wallet, and buys somebody's public image. */
test('money: from the price list to the statement', { tag: '@gate' }, async ({ open, product: { address } }) => {
  const { prompt } = await publicPicture(address, `A red desert ${randomBytes(3).toString('hex')}`);
  const { page, complaints, expectRefusal } = await open();
  const member = newMember();
  const main = page.getByRole('main');

  await step('a visitor compares the plans, by the month and by the year', async () => {
    await page.goto('/pricing');
    await page.getByRole('heading', { level: 1, name: 'Pricing' }).waitFor();
    const studio = page.getByRole('article', { name: 'Studio' });
    await studio.getByText('$39.99').waitFor();
    await page.getByRole('radio', { name: /^Yearly/ }).click();
    await studio.getByText('$31.99').waitFor();
    await page.getByRole('radio', { name: /^Monthly/ }).click();
    await page.getByRole('article', { name: 'Agency' }).getByText('Most popular').waitFor();
  });

  await step('on a phone the plans can be gone through by their arrows, 400 pixels at a time', async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    const plans = page.getByRole('group', { name: 'Plans side by side' });
    const left = () => plans.evaluate((element: unknown) => (element as { scrollLeft: number }).scrollLeft);
    assert.equal(await left(), 0);
    await page.getByRole('button', { name: 'Next plans' }).click();
    await expect.poll(left).toBeGreaterThanOrEqual(399);
    assert.ok(Math.abs((await left()) - 400) <= 1, String(await left()));
    await page.setViewportSize({ width: 1440, height: 900 });
  });

  await step('the hash of a plan brings it into view and marks it for a moment', async () => {
    await page.goto('/pricing#enterprise');
    const enterprise = page.locator('#enterprise');
    await page.locator('#enterprise[data-highlighted="true"]').waitFor();
    await page.locator('#enterprise[data-highlighted="false"]').waitFor();
    assert.ok(await enterprise.isVisible());
  });

  await step('registering from there leads back to the plans', async () => {
    await page.getByRole('link', { name: 'Get Started with Starter' }).click();
    await page.waitForURL('**/register**');
    await fillRegistration(page, { ...member, confirmPassword: member.password });
    await page.getByRole('button', { name: 'Create account' }).click();
    await page.waitForURL((url) => url.pathname === '/pricing');
    await page.getByRole('article', { name: 'Free' }).getByRole('button', { name: 'Current plan' }).waitFor();
  });

  await step('a plan is paid for on the card service’s page, where a declined card buys nothing', async () => {
    // The way to a checkout is answered 402.
    expectRefusal('/api/auth/upgrade-subscription');
    await page.getByRole('button', { name: 'Upgrade to Starter' }).click();
    const terms = page.getByRole('dialog');
    await terms.getByText('Today you pay $9.99, and').waitFor();
    await terms.getByRole('button', { name: 'Change to Starter' }).click();
    await page.getByRole('heading', { name: 'Subscribe $9.99' }).waitFor();
    await pay(page, CARD.declined);
    await page.getByRole('alert').waitFor();
    complaints.splice(0); // of a page that is not ours
    await pay(page, CARD.pays);
    await page.waitForURL('**/payment-result?session_id=cs_**');
    await page.getByRole('heading', { level: 1, name: 'Subscription upgraded successfully!' }).waitFor();
    await main.getByText('Starter, monthly: your plan has begun.').waitFor();
  });

  await step('the profile shows the plan, its limits and its bills', async () => {
    await page.goto('/profile');
    const plan = page.getByRole('region', { name: 'Your plan' });
    await plan.getByText('Starter', { exact: true }).waitFor();
    await plan.getByText('Up to 2K, PNG or JPG').waitFor();
    await plan.getByRole('button', { name: 'Manage billing' }).waitFor();
  });

  const deal = page.getByRole('dialog', { name: 'Purchase Image' });
  await step('an image that the wallet cannot pay for opens the way to more funds', async () => {
    expectRefusal('/api/images/purchase');
    await openDeal(page, prompt);
    await deal.getByText('Original image too small for this resolution').first().waitFor();
    await deal.getByRole('button', { name: 'Buy for $0.75' }).click();
    await deal.getByText('Insufficient wallet balance').waitFor();
    const amount = deal.getByLabel('Amount in dollars');
    assert.equal(await amount.inputValue(), '10');
    await amount.fill('9');
    await deal.getByRole('button', { name: 'Start checkout' }).click();
    await deal.getByText('Minimum top-up is $10').waitFor();
    await amount.fill('20');
    await deal.getByRole('button', { name: 'Start checkout' }).click();
  });

  await step('the wallet grows by the card service’s word', async () => {
    await page.getByRole('heading', { name: 'Pay $20.00' }).waitFor();
    await pay(page, CARD.pays);
    await page.getByRole('heading', { level: 1, name: 'Payment received' }).waitFor();
    await main.getByText('$20.00 were added to your wallet.').waitFor();
    complaints.splice(0);
  });

  await step('it leads back to the picture, with everything as it was chosen', async () => {
    await main.getByRole('link', { name: 'Back to your picture' }).click();
    await expect(deal.getByRole('radio', { name: /^1K/ })).toBeChecked();
    await expect(deal.getByRole('radio', { name: /^Dollars/ })).toBeChecked();
    await deal.getByText('You have $20.00').waitFor();
  });

  await step('somebody’s public image is bought with dollars, and its file arrives', async () => {
    const file = await downloadOf(page, () => deal.getByRole('button', { name: 'Buy for $0.75' }).click());
    await deal.getByRole('heading', { name: 'Purchase completed successfully!' }).waitFor();
    await deal.getByText('Download completed successfully!').first().waitFor();
    assert.equal(Math.max(...Object.values(sizeOfPng(file))), 1024);
    await deal.getByRole('button', { name: 'Done' }).click();
  });

  await step('bought once, the same dialog brings it for nothing, in another format', async () => {
    await openDealOf(page, prompt, 'Bought');
    await deal.getByText('Free, you bought it.').waitFor();
    await deal.getByRole('radio', { name: 'JPG' }).check({ force: true });
    const file = await downloadOf(page, () => deal.getByRole('button', { name: 'Download' }).click());
    assert.equal(file.subarray(0, 3).toString('hex'), 'ffd8ff');
  });

  await step('what was bought is in My Purchases, and can be had again in another format', async () => {
    await page.goto('/my-purchases');
    await page.getByRole('button', { name: /^Download:/ }).click();
    const dialog = page.getByRole('dialog', { name: 'Download again' });
    await dialog.getByRole('radio', { name: 'JPG' }).check({ force: true });
    const file = await downloadOf(page, () => dialog.getByRole('button', { name: 'Download', exact: true }).click());
    assert.equal(file.subarray(0, 3).toString('hex'), 'ffd8ff');
  });

  await step('the statement has every movement, and its file sums up to the balance', async () => {
    await page.goto('/statement');
    for (const reason of ['Image purchase', 'Wallet top-up', 'Monthly allowance'])
      await main.getByRole('listitem').filter({ hasText: reason }).first().waitFor();
    await main.getByText('$19.25').first().waitFor();
    const csv = await downloadOf(page, () => page.getByRole('button', { name: 'Download CSV' }).click());
    const rows: Record<string, string>[] = parse(csv, { bom: true, columns: true });
    const cents = rows.reduce((sum, row) => sum + Math.round(Number(row['Dollars']) * 100), 0);
    assert.equal(cents, 1925);
    await page.getByLabel('Reason').selectOption({ label: 'Image purchase' });
    await page.waitForURL('**/statement?reason=purchase');
    await main.getByRole('listitem').filter({ hasText: 'Wallet top-up' }).first().waitFor({ state: 'detached' });
  });

  await step('a lesser plan is asked for once more, and comes when what is paid for ends', async () => {
    await page.goto('/pricing');
    await page.getByRole('button', { name: 'Downgrade to Free' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Change to Free' }).click();
    await page
      .getByRole('article', { name: 'Free' })
      .getByRole('button', { name: /^Begins / })
      .waitFor();
    await page.getByRole('button', { name: 'Keep Starter' }).click();
    await page.getByRole('article', { name: 'Starter' }).getByRole('button', { name: 'Current plan' }).waitFor();
  });

  await step('nobody complained', () => assert.deepEqual(complaints.splice(0), []));
});
