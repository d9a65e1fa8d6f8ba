import type { PayoutRecord } from '@easel/contracts/earnings/console.http';
import type { earningsHttp } from '@easel/contracts/earnings/http';
import { payoutReference } from '@easel/contracts/earnings/policy';
import type { OwnPayout, profitsHttp } from '@easel/contracts/earnings/profits.http';
import type { Reply } from '@easel/contracts/kernel/client/address';
import type { Page } from 'playwright-core';
import { changeReply } from './changed-reply.ts';
import { everyLook } from './every-look.ts';
import type { Look } from './look.ts';

const DAY_MS = 86_400_000;
/** An instant so many days back; of a negative number, ahead. */
const daysAgo = (days: number): string => new Date(Date.now() - days * DAY_MS).toISOString();

/** The chart is drawn once it is near the window. */
async function drawn(page: Page): Promise<void> {
  const panel = page.getByRole('region', { name: 'What you earned' });
  await panel.scrollIntoViewIfNeeded();
  await panel.locator('.recharts-bar-rectangle').first().waitFor();
  await page.evaluate('scrollTo(0, 0)');
}

/** Earnings rest for weeks: shows them as they are later, with some that wait, and payouts of every outcome. */
async function later(page: Page): Promise<void> {
  await changeReply<Reply<typeof profitsHttp.summary>>(page, '**/api/earnings/summary', (reply) => ({
    ...reply,
    total: { credits: 136, dollars: 167.35, worth: 174.15 },
    requested: { credits: 0, dollars: 25, worth: 25 },
    paid: { credits: 12, dollars: 40.5, worth: 41.1 },
    takenBack: { credits: 0, dollars: 1.2, worth: 1.2, sales: 1 },
  }));
  await changeReply<Reply<typeof profitsHttp.payouts>>(page, /\/api\/earnings\/payouts(\?.*)?$/, (reply) =>
    // A request goes to the same address.
    'payouts' in reply ? { ...reply, payouts: [open, paid, returned] } : reply,
  );
  await changeReply<Reply<typeof earningsHttp.own>>(page, '**/api/earnings', (reply) => ({
    ...reply,
    waiting: [
      { credits: 3.5, dollars: 4.25, payableOn: daysAgo(-6).slice(0, 10) },
      { credits: 0, dollars: 12.4, payableOn: daysAgo(-19).slice(0, 10) },
    ],
    payable: { credits: 120.5, dollars: 86.4 },
    payouts: [{ id: open.id, credits: 0, dollars: 25 }],
  }));
  await page.reload();
  await page.getByRole('button', { name: 'Request a payout' }).waitFor();
  await page.getByRole('list', { name: 'Payouts' }).waitFor();
}

const open: OwnPayout = {
  id: '6d7c1b1e-3333-4c3f-9a55-000000000001',
  status: 'requested',
  credits: 0,
  dollars: 25,
  worth: 25,
  requestedAt: daysAgo(1),
  settledAt: null,
  reason: null,
  bank: { country: 'DE', last4: '3000' },
};
const paid: OwnPayout = {
  ...open,
  id: '6d7c1b1e-3333-4c3f-9a55-000000000002',
  status: 'paid',
  credits: 12,
  dollars: 40.5,
  worth: 41.1,
  requestedAt: daysAgo(40),
  settledAt: daysAgo(38),
};
const returned: OwnPayout = {
  ...paid,
  id: '6d7c1b1e-3333-4c3f-9a55-000000000003',
  status: 'returned',
  requestedAt: daysAgo(60),
  settledAt: daysAgo(57),
  reason: 'Your bank sent the transfer back: the account holder’s name is another one',
};

/** Opens the dialog of a payout and fills it in, with an IBAN that no bank has. */
async function fillPayout(page: Page): Promise<void> {
  await later(page);
  await page.getByRole('button', { name: 'Request a payout' }).click();
  const dialog = page.getByRole('dialog', { name: 'Request a payout' });
  await dialog.getByLabel('Dollars').fill('25');
  await dialog.getByLabel('Account holder').fill('Mira Okafor');
  await dialog.getByLabel('IBAN').fill('DE89 3704 0044 0532 0130 01');
}

const looks: readonly Look[] = [
  {
    name: 'profit-sharing',
    path: '/profit-sharing',
    gate: true,
    async settle(page) {
      await page.getByText('by 1 sale').waitFor();
      await drawn(page);
    },
  },
  {
    name: 'profit-sharing-later',
    path: '/profit-sharing',
    gate: false,
    async settle(page) {
      await later(page);
      await drawn(page);
    },
  },
  { name: 'payout', path: '/profit-sharing', gate: false, overlay: true, settle: fillPayout },
  {
    name: 'payout-refused',
    path: '/profit-sharing',
    refused: '/api/earnings/payouts',
    gate: false,
    overlay: true,
    async settle(page) {
      await fillPayout(page);
      await page.getByRole('button', { name: 'Request payout' }).click();
      await page.getByText('This is not a valid IBAN').waitFor();
    },
  },
];

const large: PayoutRecord = {
  id: '6d7c1b1e-3333-4c3f-9a55-000000000001',
  member_id: '6d7c1b1e-2222-4c3f-9a55-000000000001',
  status: 'requested',
  credits: 120.5,
  dollars: 1086.4,
  amount: 1092.43,
  reference: payoutReference('6d7c1b1e-3333-4c3f-9a55-000000000001'),
  requested_at: daysAgo(2),
  settled_at: null,
  reason: null,
  operator_id: null,
  confirmed_by: null,
  confirmed_at: null,
  bank: 'DE3000',
  cursor: '1',
};
const settled: PayoutRecord = {
  ...large,
  id: '6d7c1b1e-3333-4c3f-9a55-000000000002',
  status: 'paid',
  reference: 'PAYOUT-7E8D2C2F',
  amount: 25,
  credits: 0,
  dollars: 25,
  requested_at: daysAgo(40),
  settled_at: daysAgo(38),
  reason: 'Paid by the bank on the same day',
  bank: null,
  cursor: '2',
};

/** No earning can be paid out on its first day. */
async function requested(page: Page): Promise<void> {
  await changeReply<PayoutRecord[]>(page, /\/api\/admin\/payouts(\?.*)?$/, () => [large, settled]);
  // The server has no such payout.
  await page.route(`**/api/admin/payouts/${large.id}`, (route) => route.fulfill({ json: large }));
  await page.reload();
  await page.getByRole('link', { name: large.reference }).first().waitFor();
}

async function openLarge(page: Page): Promise<void> {
  await requested(page);
  await page.getByRole('link', { name: large.reference }).first().click();
  await page.getByRole('button', { name: 'Mark as paid' }).waitFor();
}

const consoleLooks: readonly Look[] = [
  { name: 'console-payouts-requested', path: '/admin/payouts?filter={}', gate: false, settle: requested },
  { name: 'console-payout', path: '/admin/payouts?filter={}', gate: false, settle: openLarge },
  {
    name: 'console-payout-paid',
    path: '/admin/payouts?filter={}',
    gate: false,
    overlay: true,
    async settle(page) {
      await openLarge(page);
      await page.getByRole('button', { name: 'Mark as paid' }).click();
      await page
        .getByRole('dialog')
        .getByText(/^Payouts above/)
        .waitFor();
    },
  },
];

everyLook('app', 'curator', looks);
everyLook('console', 'admin', consoleLooks);
