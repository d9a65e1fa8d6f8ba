import { readFile } from 'node:fs/promises';
import type { Download, Page } from 'playwright-core';

export const CARD = { pays: '4242 4242 4242 4242', declined: '4000 0000 0000 0002' };

/** On the card service's page. */
export async function pay(page: Page, card: string): Promise<void> {
  await page.getByLabel('Card number').fill(card);
  await page.getByRole('button', { name: /^Pay/ }).click();
}

export async function downloadOf(page: Page, press: () => Promise<void>): Promise<Buffer> {
  const [download]: [Download, void] = await Promise.all([page.waitForEvent('download'), press()]);
  return readFile(await download.path());
}

/** Opens the one dialog by which a public image is had, by the button of its card. */
export async function openDealOf(page: Page, prompt: string, button: 'Buy Image' | 'Bought'): Promise<void> {
  await page.goto('/public-gallery');
  const card = page.getByRole('article').filter({ hasText: prompt });
  await card.hover();
  await card.getByRole('button', { name: button }).click();
}

/** The purchase of a public image at 1K, with dollars. */
export async function openDeal(page: Page, prompt: string): Promise<void> {
  await openDealOf(page, prompt, 'Buy Image');
  const deal = page.getByRole('dialog', { name: 'Purchase Image' });
  await deal.getByRole('radio', { name: /^1K/ }).check({ force: true });
  await deal.getByRole('radio', { name: /^Dollars/ }).check({ force: true });
}
