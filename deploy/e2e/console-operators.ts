import type { Page } from 'playwright-core';
import type { Look } from './look.ts';
import { firstAdmin } from './operators.ts';

const firstRow = (page: Page) => page.getByRole('cell', { name: firstAdmin.email });

/** The story of an operator is told with the projections': invited, made to sign in, disabled. */
export const consolePages: readonly Look[] = [
  { name: 'console-operators', path: '/admin/operators', settle: (page) => firstRow(page).waitFor() },
  {
    name: 'console-operator',
    path: '/admin/operators',
    async settle(page) {
      await firstRow(page).click();
      await page.getByRole('heading', { level: 2, name: 'History' }).waitFor();
      await page.getByText('Invited as admin').waitFor();
    },
  },
  {
    name: 'console-invite',
    path: '/admin/operators',
    overlay: true,
    async settle(page) {
      await firstRow(page).waitFor();
      await page.getByRole('button', { name: 'Invite' }).click();
      await page.getByRole('dialog', { name: 'Invite an operator' }).getByLabel('Reason').waitFor();
    },
  },
];
