import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { expect } from '@playwright/test';
import type { Page } from 'playwright-core';
import { step, test } from './fixtures.ts';
import { enter, register } from './people.ts';
import { sizeOfPng } from './png.ts';
import { CARD, downloadOf, pay } from './shop.ts';

const LOCKED = 'Upgrade plan required: Creator, $19.99 a month';

/** A picture that is larger than the plan takes home: what is said before it is paid is what she meets afterwards. */
test('4K on the free plan: from the lock to the upgrade to the file', async ({ open, product: { address } }) => {
  const prompt = `A lighthouse at night ${randomBytes(3).toString('hex')}`;
  const member = await register(address);
  const { page, complaints, expectRefusal } = await open();

  await step('the studio says what the plan will not download before it is paid', async () => {
    await enter(page, member);
    await page.goto('/generator');
    await expect(page.getByRole('radio', { name: '1K', exact: true })).toBeChecked();
    await expect(page.getByText(LOCKED)).toHaveCount(0);
    await page.getByRole('radio', { name: '4K', exact: true }).check();
    await page.getByText(`Your plan downloads it in 1K. ${LOCKED}.`).waitFor();
    await expect(page.getByTestId('price')).toHaveText('20 credits');
    await page.getByText('Leaves 30 credits · 1 more at this size').waitFor();
  });

  await step('it is made all the same, as it was agreed to', async () => {
    await page.getByLabel('Prompt', { exact: true }).fill(prompt);
    await page.getByRole('button', { name: /^Generate/ }).click();
    await page.getByText('Image generated successfully!').waitFor({ timeout: 90_000 });
  });

  await step('the download says the same, and brings 1K', async () => {
    const dialog = await openDownload(page, prompt);
    await dialog.getByText(LOCKED).waitFor();
    await expect(dialog.getByRole('radio', { name: /^4K/ })).toBeDisabled();
    await expect(dialog.getByRole('radio', { name: /^1K/ })).toBeChecked();
    const file = await downloadOf(page, () => dialog.getByRole('button', { name: 'Download' }).click());
    assert.deepEqual(sizeOfPng(file), { width: 1024, height: 1024 });
  });

  await step('the way to the plan that is named begins there', async () => {
    const dialog = await openDownload(page, prompt);
    await dialog.getByText(LOCKED).waitFor();
    await dialog.getByRole('link', { name: 'Upgrade' }).first().click();
    await page.waitForURL((url) => url.pathname === '/pricing');
    // The way to a checkout is answered 402.
    expectRefusal('/api/auth/upgrade-subscription');
    await page.getByRole('button', { name: 'Upgrade to Creator' }).click();
    const terms = page.getByRole('dialog');
    await terms.getByText('Today you pay $19.99, and').waitFor();
    await terms.getByRole('button', { name: 'Change to Creator' }).click();
    await page.getByRole('heading', { name: 'Subscribe $19.99' }).waitFor();
    complaints.splice(0); // of a page that is not ours
    await pay(page, CARD.pays);
    await page.getByRole('heading', { level: 1, name: 'Subscription upgraded successfully!' }).waitFor();
  });

  await step('from then on the file is hers in the size in which it was made', async () => {
    const dialog = await openDownload(page, prompt);
    const four = dialog.getByRole('radio', { name: /^4K/ });
    await expect(four).toBeChecked();
    await expect(dialog.getByText('Free, it is your own')).toBeVisible();
    const file = await downloadOf(page, () => dialog.getByRole('button', { name: 'Download' }).click());
    assert.deepEqual(sizeOfPng(file), { width: 3840, height: 3840 });
    await page.goto('/generator');
    await expect(page.getByRole('img', { name: 'not in your plan' })).toHaveCount(0);
  });

  await step('nobody complained', () => assert.deepEqual(complaints.splice(0), []));
});

async function openDownload(page: Page, prompt: string) {
  await page.goto('/your-gallery');
  const card = page.getByRole('article').filter({ hasText: prompt });
  await card.hover();
  await card.getByRole('button', { name: /^Download/ }).click();
  return page.getByRole('dialog', { name: 'Download' });
}
