import type { Page } from 'playwright-core';
import { firstAdmin } from './first-admin.ts';
import type { Look } from './look.ts';

const firstMovement = (page: Page) =>
  page
    .getByLabel('Movements', { exact: true })
    .getByRole('link')
    .filter({ has: page.locator('time') })
    .first();

const aRow = (page: Page) => page.getByRole('main').locator('a[href*="/admin/events/"]').first();

async function openGallery(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'gallery', exact: true }).click();
  await page.getByRole('region', { name: 'Tables compared' }).waitFor();
  await page.getByRole('region', { name: 'Rebuilds' }).first().getByText('Swapped').first().waitFor();
}

const firstOperator = (page: Page) =>
  page
    .getByRole('main')
    .getByRole('listitem')
    .or(page.getByRole('row'))
    .filter({ hasText: firstAdmin.email })
    .getByRole('link')
    .first();

const messages: readonly Look[] = [
  {
    name: 'console-messages',
    path: '/admin/messages?filter={}',
    settle: (page) => page.getByRole('region', { name: 'Messages', exact: true }).getByRole('link').first().waitFor(),
  },
  {
    name: 'console-messages-board',
    path: '/admin/messages/board?filter={}',
    settle: (page) =>
      page
        .getByRole('button', { name: /^Move / })
        .first()
        .waitFor(),
  },
  {
    name: 'console-message',
    gate: true,
    path: '/admin/messages?filter={}',
    async settle(page) {
      await page.getByRole('region', { name: 'Messages', exact: true }).getByRole('link').first().click();
      await page.getByRole('heading', { level: 2, name: 'Timeline' }).waitFor();
      await page.getByRole('combobox', { name: 'Assignee' }).waitFor();
    },
  },
];

/** In a table, or in cards on narrow screens. */
const firstConversation = (page: Page) => page.getByRole('main').locator('a[href*="/admin/conversations/"]').first();

const conversations: readonly Look[] = [
  {
    name: 'console-conversations',
    path: '/admin/conversations?filter={}',
    settle: (page) => firstConversation(page).waitFor(),
  },
  {
    name: 'console-conversation',
    gate: true,
    path: '/admin/conversations?filter={}',
    async settle(page) {
      await firstConversation(page).click();
      await page.getByRole('list', { name: 'Messages' }).getByText('No answer').waitFor();
    },
  },
];

/** In a table, or in cards on narrow screens. */
const firstOrder = (page: Page) => page.getByRole('main').locator('a[href*="/admin/orders/"]').first();

/** The paid one, which is the newest. */
async function openOrder(page: Page): Promise<void> {
  await firstOrder(page).click();
  await page.getByRole('heading', { level: 2, name: 'Timeline' }).waitFor();
  await page.getByRole('region', { name: 'Ordered items' }).locator('img[src^="blob:"]').waitFor();
}

const orders: readonly Look[] = [
  {
    name: 'console-orders',
    path: '/admin/orders?filter={}',
    settle: (page) => firstOrder(page).waitFor(),
  },
  {
    name: 'console-orders-customer',
    path: '/admin/orders?filter={}',
    overlay: true,
    async settle(page) {
      await page.getByRole('button', { name: 'Find customer' }).click();
      const dialog = page.getByRole('dialog', { name: 'Find a customer’s orders' });
      await dialog.getByRole('textbox', { name: 'Email address' }).fill('nobody@example.org');
      await dialog.getByRole('button', { name: 'Find' }).click();
      await dialog.getByText('No order has this email address.').waitFor();
    },
  },
  { name: 'console-order', gate: true, path: '/admin/orders?filter={}', settle: openOrder },
  {
    name: 'console-order-refund',
    path: '/admin/orders?filter={}',
    overlay: true,
    async settle(page) {
      await openOrder(page);
      await page.getByRole('button', { name: 'Refund', exact: true }).click();
      const dialog = page.getByRole('dialog', { name: /^Refund ORD-/ });
      await dialog.getByRole('combobox', { name: 'What to refund' }).click();
      await page.getByRole('option', { name: 'Chosen items' }).click();
      await dialog.getByRole('checkbox').first().check();
      await dialog.getByRole('button', { name: 'Refund $30.00' }).waitFor();
    },
  },
  {
    name: 'console-order-address',
    path: '/admin/orders?filter={}',
    overlay: true,
    async settle(page) {
      await openOrder(page);
      await page.getByRole('button', { name: 'Correct address' }).click();
      await page
        .getByRole('dialog', { name: /^Correct the address/ })
        .getByLabel('Reason')
        .waitFor();
    },
  },
];

const payouts: readonly Look[] = [
  {
    name: 'console-payouts',
    path: '/admin/payouts',
    settle: (page) => page.getByText('No member has requested a payout yet').waitFor(),
  },
];

/** The list, once it has the curator of `filled-console.ts`. */
async function endOf(page: Page) {
  const end = page.getByRole('main').getByRole('button', { name: 'End', exact: true }).first();
  await end.waitFor();
  return end;
}

const curators: readonly Look[] = [
  {
    name: 'console-curators',
    path: '/admin/curators?filter={}',
    settle: async (page) => void (await endOf(page)),
  },
  {
    name: 'console-curator-appoint',
    path: '/admin/curators?filter={}',
    overlay: true,
    async settle(page) {
      await endOf(page);
      await page.getByRole('button', { name: 'Appoint a curator' }).click();
      const dialog = page.getByRole('dialog', { name: 'Appoint a curator' });
      await dialog.getByLabel('Member').fill('somebody@example.org');
      await dialog.getByLabel('Reason').fill('A fine eye');
      await dialog.getByRole('button', { name: 'Appoint' }).click();
      await dialog.getByRole('alert').waitFor();
    },
  },
  {
    name: 'console-curator-end',
    path: '/admin/curators?filter={}',
    overlay: true,
    async settle(page) {
      await (await endOf(page)).click();
      const dialog = page.getByRole('dialog', { name: /^End the appointment of/ });
      await dialog.getByLabel('Reason').waitFor();
    },
  },
];

const ledger: readonly Look[] = [
  { name: 'console-ledger', path: '/admin/ledger', settle: (page) => firstMovement(page).waitFor() },
  {
    name: 'console-ledger-account',
    path: '/admin/ledger',
    async settle(page) {
      await page
        .getByRole('link', { name: /^Only the account of member/ })
        .first()
        .click();
      await page.getByRole('region', { name: 'Account' }).getByText('Last movement:').waitFor();
      await firstMovement(page).waitFor();
    },
  },
  {
    name: 'console-ledger-entry',
    gate: true,
    path: '/admin/ledger',
    async settle(page) {
      await firstMovement(page).click();
      await page.getByRole('heading', { level: 2, name: 'What caused it, and what came of it' }).waitFor();
      await page
        .getByText(/this event/i)
        .filter({ visible: true })
        .first()
        .waitFor();
    },
  },
  {
    name: 'console-audits',
    path: '/admin/audits',
    settle: (page) => page.getByLabel('Verifications', { exact: true }).getByRole('link').first().waitFor(),
  },
  {
    name: 'console-audit',
    gate: true,
    path: '/admin/audits',
    async settle(page) {
      await page.getByLabel('Verifications', { exact: true }).getByRole('link').first().click();
      await page.getByRole('heading', { level: 2, name: 'Verdict' }).waitFor();
    },
  },
];

const events: readonly Look[] = [
  {
    name: 'console-events',
    path: '/admin/events',
    async settle(page) {
      await aRow(page).waitFor();
      await page.getByRole('region', { name: 'Type', exact: true }).getByRole('button').first().waitFor();
      await page.locator('svg.recharts-surface').first().waitFor();
    },
  },
  {
    name: 'console-events-table',
    path: '/admin/events',
    async settle(page) {
      await page
        .getByRole('group', { name: 'Show events over time as' })
        .getByRole('button', { name: 'Table' })
        .click();
      await page.getByRole('region', { name: 'Table of events over time' }).getByRole('row').nth(1).waitFor();
      await page
        .getByRole('region', { name: 'Type', exact: true })
        .getByRole('button', { name: / more$/ })
        .click();
    },
  },
  {
    name: 'console-events-none',
    path: `/admin/events?filter=${encodeURIComponent('{"q":"nosuchword","type":["MemberRegistered"]}')}`,
    settle: (page) => page.getByText('No event is like that.').waitFor(),
  },
  {
    name: 'console-events-saved',
    path: `/admin/events?filter=${encodeURIComponent('{"type":["MemberRegistered"]}')}`,
    overlay: true,
    async settle(page) {
      await page.getByRole('button', { name: 'Saved filters' }).click();
      const panel = page.getByRole('dialog', { name: 'Saved filters' });
      await panel.getByRole('textbox', { name: 'Name for what is chosen now' }).fill('Newcomers');
      await panel.getByRole('button', { name: 'Save' }).click();
      await panel.getByRole('button', { name: 'Copy the link to Newcomers' }).waitFor();
    },
  },
  {
    name: 'console-event',
    gate: true,
    path: `/admin/events?filter=${encodeURIComponent('{"type":["GenerationRequested"]}')}`,
    async settle(page) {
      await aRow(page).click();
      await page.getByRole('region', { name: 'Metadata' }).waitFor();
      await page.locator('[aria-current="true"]').waitFor();
    },
  },
  {
    name: 'console-replay',
    path: `/admin/events?filter=${encodeURIComponent('{"type":["GenerationCompleted"]}')}`,
    async settle(page) {
      await aRow(page).click();
      await page.getByRole('link', { name: 'Replay it' }).click();
      await page.getByRole('region', { name: 'What the fact changed' }).waitFor();
      await page.getByRole('region', { name: /^State/ }).waitFor();
    },
  },
  {
    name: 'console-event-gone',
    gate: false,
    path: '/admin/events/9000000000000000000/show',
    refused: '/api/admin/events/9000000000000000000',
    settle: (page) => page.getByRole('heading', { level: 2, name: 'Event not found' }).waitFor(),
  },
];

const projections: readonly Look[] = [
  {
    name: 'console-dashboard',
    path: '/admin/dashboard',
    async settle(page) {
      const main = page.getByRole('main');
      await main.getByRole('region', { name: 'Projection lag' }).getByRole('link').first().waitFor();
      await main.getByRole('list', { name: 'Credits today' }).getByRole('link', { name: 'Captured' }).waitFor();
      for (const name of ['Generations by day', 'Credits by day', 'Revenue by day']) {
        const card = main.getByRole('region', { name }).first();
        await card.scrollIntoViewIfNeeded();
        await card.locator('svg.recharts-surface, table').first().waitFor();
      }
    },
  },
  {
    name: 'console-dashboard-tables',
    path: '/admin/dashboard',
    async settle(page) {
      for (const name of ['generations by day', 'credits by day']) {
        await page
          .getByRole('group', { name: `Show ${name} as` })
          .getByRole('button', { name: 'Table' })
          .click();
        await page
          .getByRole('region', { name: `Table of ${name}` })
          .getByRole('row')
          .nth(1)
          .waitFor();
      }
    },
  },
  {
    name: 'console-projections',
    path: '/admin/projections',
    settle: (page) => page.getByRole('link', { name: 'gallery', exact: true }).waitFor(),
  },
  { name: 'console-projection', gate: true, path: '/admin/projections', settle: openGallery },
  {
    name: 'console-projection-rebuild',
    path: '/admin/projections',
    overlay: true,
    async settle(page) {
      await openGallery(page);
      await page.getByRole('button', { name: 'Rebuild', exact: true }).click();
      const dialog = page.getByRole('dialog', { name: 'Rebuild gallery' });
      await dialog.getByLabel('Accept a difference').check();
      await dialog.getByRole('button', { name: 'Rebuild and accept' }).waitFor();
    },
  },
  {
    name: 'console-reports',
    path: '/admin/reports',
    settle: (page) => page.getByRole('link', { name: 'Revenue' }).first().waitFor(),
  },
  {
    name: 'console-report',
    gate: false,
    path: '/admin/reports/conversion',
    settle: (page) => page.getByRole('textbox', { name: 'within' }).waitFor(),
  },
  {
    name: 'console-report-run',
    gate: true,
    path: '/admin/reports/liability',
    async settle(page) {
      await page.getByRole('button', { name: 'Make report' }).click();
      await page.getByRole('heading', { name: 'Figures' }).waitFor();
      // Where the button was the chart would tell what is beneath the pointer.
      await page.mouse.move(0, 0);
      await page.locator('svg.recharts-surface').first().waitFor();
    },
  },
  {
    name: 'console-report-prices',
    gate: false,
    path: '/admin/reports/prices',
    settle: (page) => page.getByRole('textbox', { name: 'Studio plan' }).waitFor(),
  },
  {
    name: 'console-report-facts',
    gate: false,
    path: '/admin/reports/liability',
    async settle(page) {
      await page.getByRole('button', { name: 'Make report' }).click();
      await page.getByRole('region', { name: 'Rows' }).getByRole('link').first().click();
      await page.getByRole('region', { name: 'Facts' }).getByRole('link').first().waitFor();
      await page.mouse.move(0, 0);
    },
  },
  {
    name: 'console-report-scheduled',
    gate: false,
    path: '/admin/reports/answers',
    async settle(page) {
      const listed = page.waitForResponse(/\/reports\/answers\/schedules$/);
      await page.reload();
      const { schedules } = (await (await listed).json()) as { schedules: unknown[] };
      const title = 'Every month, on the first';
      // An earlier look may have made one.
      if (schedules.length === 0) await page.getByRole('button', { name: title }).click();
      await page.getByRole('list', { name: title }).getByRole('button', { name: 'Stop' }).waitFor();
      await page.mouse.move(0, 0);
    },
  },
  {
    name: 'console-sql',
    path: '/admin/sql',
    async settle(page) {
      const main = page.getByRole('main');
      await main.getByText(/Up to/).waitFor();
      await main.getByRole('button', { name: 'Run' }).click();
      await main.getByRole('region', { name: 'Rows' }).getByRole('row').nth(1).waitFor();
      await main.getByRole('group', { name: 'Show the answer as' }).getByRole('button', { name: 'Bars' }).click();
      await main.locator('svg.recharts-surface').first().waitFor();
    },
  },
  {
    name: 'console-providers',
    path: '/admin/providers',
    async settle(page) {
      await page.getByRole('heading', { level: 2, name: 'Routing' }).waitFor();
      await page
        .getByText(/^Failures: |^No requests in this period/)
        .first()
        .waitFor();
    },
  },
  {
    name: 'console-settings',
    path: '/admin/settings',
    settle: (page) => page.getByText('Turned test mode on').first().waitFor(),
  },
  {
    name: 'console-invitation-dead',
    path: '/admin/invitation',
    settle: (page) => page.getByText('This invitation is no longer valid').waitFor(),
  },
];

const everywhere: readonly Look[] = [
  {
    name: 'console-no-page',
    path: '/admin/nowhere',
    settle: (page) => page.getByRole('heading', { level: 2, name: 'Page not found' }).waitFor(),
  },
  {
    name: 'console-palette',
    path: '/admin/nowhere',
    overlay: true,
    async settle(page) {
      await page.getByRole('button', { name: 'Go to' }).click();
      await page.getByRole('option', { name: 'Ledger' }).waitFor();
    },
  },
];

const operators: readonly Look[] = [
  { name: 'console-operators', path: '/admin/operators', settle: (page) => firstOperator(page).waitFor() },
  {
    name: 'console-operator',
    gate: true,
    path: '/admin/operators',
    async settle(page) {
      await firstOperator(page).click();
      await page.getByRole('heading', { level: 2, name: 'History' }).waitFor();
      await page.getByText('Invited as admin').waitFor();
    },
  },
  {
    name: 'console-invite',
    path: '/admin/operators',
    overlay: true,
    async settle(page) {
      await firstOperator(page).waitFor();
      await page.getByRole('button', { name: 'Invite' }).click();
      await page.getByRole('dialog', { name: 'Invite an operator' }).getByLabel('Reason').waitFor();
    },
  },
];

const firstChallenge = (page: Page) => page.getByRole('main').locator('a[href*="/admin/competitions/"]').first();

const challenges: readonly Look[] = [
  {
    name: 'console-challenges',
    path: '/admin/competitions?filter={}',
    settle: (page) => firstChallenge(page).waitFor(),
  },
  {
    name: 'console-challenge',
    path: '/admin/competitions?filter={}',
    async settle(page) {
      await firstChallenge(page).click();
      await page.getByRole('region', { name: 'Challenge', exact: true }).waitFor();
      await page.getByText(/^(Pictures can be entered once|No picture)/).waitFor();
    },
  },
  {
    name: 'console-challenge-prepare',
    path: '/admin/competitions?filter={}',
    overlay: true,
    async settle(page) {
      await firstChallenge(page).waitFor();
      await page.getByRole('button', { name: 'Prepare challenge' }).click();
      await page.getByRole('dialog', { name: 'Prepare a challenge' }).getByLabel('Description').waitFor();
    },
  },
];

const figures: readonly Look[] = [
  {
    name: 'console-analytics',
    path: '/admin/analytics?days=7',
    async settle(page) {
      const main = page.getByRole('main');
      await main
        .getByRole('list', { name: 'In all' })
        .getByRole('link', { name: /Net revenue/ })
        .waitFor();
      await main.getByRole('region', { name: 'Table of who comes again' }).getByRole('row').nth(1).waitFor();
      await main.getByRole('region', { name: 'Table from landing to purchase' }).waitFor();
      await main.getByRole('region', { name: 'Table of where visits began' }).getByRole('row').nth(1).waitFor();
      const drawn = main.getByRole('region', { name: 'Visits and registrations by day', exact: true });
      await drawn.scrollIntoViewIfNeeded();
      await drawn.locator('svg.recharts-surface').first().waitFor();
    },
  },
  {
    name: 'console-analytics-none',
    path: '/admin/analytics?from=2026-01-01&to=2026-01-07',
    settle: (page) => page.getByText('Nobody registered on these days.').waitFor(),
  },
  {
    name: 'console-performance',
    path: '/admin/performance?days=7',
    async settle(page) {
      const main = page.getByRole('main');
      await main.getByRole('region', { name: 'Table lcp by page' }).getByRole('row').nth(1).waitFor();
      await main.getByRole('region', { name: 'Table of slow resources' }).waitFor();
      const drawn = main.getByRole('region', { name: 'LCP by day', exact: true });
      await drawn.scrollIntoViewIfNeeded();
      await drawn.locator('svg.recharts-surface').first().waitFor();
    },
  },
];

/** As an admin sees them; there is something in each of them in the world of `filled-console.ts`. */
export const consoleLooks = [
  ...messages,
  ...conversations,
  ...orders,
  ...payouts,
  ...curators,
  ...ledger,
  ...events,
  ...projections,
  ...challenges,
  ...figures,
  ...operators,
  ...everywhere,
];
