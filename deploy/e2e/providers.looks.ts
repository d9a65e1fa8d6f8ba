import type { Locator, Page } from 'playwright-core';
import { test } from './fixtures.ts';
import { everyLook } from './every-look.ts';
import type { Look } from './look.ts';

test.use({ providers: 'stand-in' });

const STUDIO = '/generator';

async function chosen(page: Page, label: string): Promise<void> {
  await page.getByLabel('Made by').selectOption({ label });
  await page.getByText(`Made by ${label}`).waitFor();
}

async function picker(page: Page): Promise<Locator> {
  await chosen(page, 'Stand-in Mystic');
  await page.getByRole('button', { name: 'Add a picture' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add reference pictures' });
  await dialog.locator('img').first().waitFor();
  return dialog;
}

const looks: readonly Look[] = [
  {
    name: 'providers-automatic',
    path: STUDIO,
    gate: false,
    settle: (page) => page.getByText(/^Made by Stand-in FLUX/).waitFor(),
  },
  {
    name: 'providers-dearer',
    path: STUDIO,
    gate: false,
    async settle(page) {
      await chosen(page, 'Stand-in Mystic');
      await page.getByText(/No T-shirts: Stand-in Mystic/).waitFor();
    },
  },
  {
    name: 'providers-greyed',
    path: STUDIO,
    gate: false,
    async settle(page) {
      await chosen(page, 'Stand-in Images');
      await page.getByText('Advanced', { exact: true }).click();
      await page.getByText('Stand-in Images takes no negative prompt').waitFor();
    },
  },
  {
    name: 'providers-references',
    path: STUDIO,
    gate: false,
    async settle(page) {
      const dialog = await picker(page);
      await dialog.getByRole('list').getByRole('button').first().click();
      await dialog.getByRole('button', { name: 'Done' }).click();
      await page.getByLabel(/^What is taken from/).waitFor();
    },
  },
  {
    name: 'providers-pick',
    path: STUDIO,
    gate: false,
    overlay: true,
    async settle(page) {
      await picker(page);
    },
  },
];

everyLook('app', 'member', looks);
