import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { operationsHttp } from '@easel/contracts/operations/http';
import { checkoutHttp } from '@easel/contracts/settings/checkout.http';
import { expect } from '@playwright/test';
import type { Page } from 'playwright-core';
import { step, test } from './fixtures.ts';
import { firstAdmin, type Operator } from './first-admin.ts';
import { adminToken, mailedToken, makeOperator, signInToConsole } from './operators.ts';
import { register } from './people.ts';
import { publicPicture } from './pictures.ts';
import { callAs } from './wire.ts';

/** What is settled by one process shows on every open page within this (contracts: settings/checkout). */
const IN_FORCE_WITHIN_MS = 5_000;
const REBUILT_WITHIN_MS = 60_000;
/** An open stream of hints asks for its session as often as it says that it lives: every fifteen seconds. */
const SIGNED_OUT_WITHIN_MS = 30_000;
/** Asked for before the one that is looked at, so that this one has to wait its turn and is seen waiting. */
const REBUILDS_BEFORE = ['ledger', 'events', 'overview', 'purchases', 'messages', 'dashboard', 'analytics'];
const TEST_MODE_NOTICE = 'Test mode: orders are not charged or shipped; everything else is paid as usual.';
const BANNER = 'Orders are in test mode: they are neither charged nor shipped. Everything else is paid as usual.';

/**
 * An analyst is invited, sees how things stand and rebuilds the gallery; an admin flips the test mode; who is disabled
 * is out.
 */
test('the console: projections', async ({ open, product }) => {
  const { address } = product;
  const { page, complaints, expectRefusal } = await open();
  const mark = randomBytes(4).toString('hex');
  const analyst: Operator = { email: `anna-${mark}@example.org`, password: 'a password to remember' };
  const main = page.getByRole('main');
  const boss = await open();
  const bossMain = boss.page.getByRole('main');

  await step('a member makes a public picture', async () => {
    await publicPicture(address, 'A crane above the harbour');
  });

  await step('an admin invites an analyst', async () => {
    await signInToConsole(boss.page, firstAdmin);
    await boss.page.getByRole('menuitem', { name: 'Operators' }).click();
    await boss.page.getByRole('button', { name: 'Invite' }).click();
    const dialog = boss.page.getByRole('dialog', { name: 'Invite an operator' });
    await dialog.getByLabel('Email').fill(analyst.email);
    await dialog.getByLabel('Name').fill('Anna Analyst');
    await dialog.getByLabel('Role').click();
    await boss.page.getByRole('option', { name: 'Analyst' }).click();
    await reasonedBy(dialog, 'She looks after the read models', 'Send invitation');
    await boss.page.getByText(`The invitation is on its way to ${analyst.email}`).waitFor();
  });

  let link = '';
  await step('the link in the mail tells who is invited as what, and leaves the address bar', async () => {
    link = `/admin/invitation#token=${await mailedToken(product, analyst.email)}`;
    await page.goto(link);
    await page.getByRole('heading', { level: 1, name: 'Your invitation' }).waitFor();
    await page.getByText('Anna Analyst, you are invited as Analyst.').waitFor();
    assert.equal(await page.getByLabel('Email').inputValue(), analyst.email);
    const { hash, pathname } = new URL(page.url());
    assert.deepEqual({ hash, pathname }, { hash: '', pathname: '/admin/invitation' });
  });

  await step('a short password and one that differs are refused at their fields', async () => {
    const [password, again] = [
      page.getByLabel('Password', { exact: false }).first(),
      page.getByLabel('Password again'),
    ];
    await password.fill('short');
    await again.fill('short');
    await page.getByRole('button', { name: 'Set password and sign in' }).click();
    await page.getByText('Password must be at least 8 characters long').waitFor();
    assert.equal(await password.getAttribute('aria-invalid'), 'true');
    await password.fill(analyst.password);
    await again.fill(`${analyst.password}!`);
    await page.getByRole('button', { name: 'Set password and sign in' }).click();
    await page.getByText('Passwords do not match').waitFor();
    assert.equal(await again.getAttribute('aria-invalid'), 'true');
  });

  await step('with a password the analyst is signed in and sees how things stand', async () => {
    await page.getByLabel('Password again').fill(analyst.password);
    await page.keyboard.press('Enter');
    await page.waitForURL('**/admin/dashboard');
    await page.getByRole('heading', { level: 1, name: 'Admin Dashboard' }).waitFor();
    const completed = main.getByRole('list', { name: 'Generations today' }).getByRole('link', { name: 'Completed' });
    assert.match((await completed.textContent()) ?? '', /^Completed[1-9]/);
    await main.getByRole('list', { name: 'Credits today' }).getByRole('link', { name: 'Captured' }).waitFor();
    await main
      .getByRole('region', { name: 'Projection lag' })
      .getByRole('link', { name: 'gallery', exact: true })
      .waitFor();
    assert.equal(await main.getByRole('heading', { level: 2, name: 'Messages' }).count(), 0);
  });

  await step('behind each chart stands a table of the days that are shown', async () => {
    const charts = main.getByRole('region', { name: 'Generations by day' }).first();
    await charts.getByRole('application').or(charts.locator('svg.recharts-surface')).first().waitFor();
    for (const name of ['generations by day', 'credits by day'])
      await main
        .getByRole('group', { name: `Show ${name} as` })
        .getByRole('button', { name: 'Table' })
        .click();
    const generations = main.getByRole('table').filter({ hasText: 'Cancelled' });
    await expect(generations.getByRole('row')).toHaveCount(1 + 30);
    const credits = main.getByRole('region', { name: 'Table of credits by day' });
    assert.match((await credits.getByRole('row').nth(1).textContent()) ?? '', /\d/);
    await main
      .getByRole('group', { name: 'Show generations by day as' })
      .getByRole('button', { name: 'Chart' })
      .click();
    await charts.locator('svg.recharts-surface').first().waitFor();
  });

  await step('a number leads to the facts that it counts', async () => {
    const completed = main.getByRole('list', { name: 'Generations today' }).getByRole('link', { name: 'Completed' });
    await completed.click();
    await page.getByRole('heading', { level: 1, name: 'Events' }).waitFor();
    const filter = JSON.parse(new URL(page.url()).searchParams.get('filter') ?? '{}') as { type?: unknown };
    assert.deepEqual(filter.type, ['GenerationCompleted']);
    await main.getByRole('link').first().waitFor();
  });

  await step('the used link is dead, and says what to do', async () => {
    const other = await open();
    other.expectRefusal('/api/admin/invitations/look');
    await other.page.goto(link);
    await other.page.getByText('This invitation is no longer valid').waitFor();
    await other.page.getByText('Ask an admin').waitFor();
    await other.page.getByRole('link', { name: 'To the sign-in' }).click();
    await other.page.getByRole('heading', { level: 1, name: 'Admin Login' }).waitFor();
    assert.deepEqual(other.complaints, []);
  });

  await step('every projection is live, and tells its lag, pace and checkpoint', async () => {
    await page.getByRole('menuitem', { name: 'Projections' }).click();
    await page.getByRole('heading', { level: 1, name: 'Projections' }).waitFor();
    const rows = main.getByRole('region', { name: 'Projections' }).getByRole('row');
    await rows.filter({ hasText: 'gallery' }).getByText('Live').waitFor();
    for (const name of ['Behind', 'Lag', 'Events/s', 'Checkpoint', 'Version', 'Parked facts', 'Last rebuild'])
      await main.getByRole('columnheader', { name }).waitFor();
    await main.getByRole('link', { name: 'gallery', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: 'Projection gallery' }).waitFor();
  });

  await step('gallery is rebuilt with a reason while the public gallery is read: no read fails', async () => {
    const reading = readPublicGallery(address);
    try {
      await main.getByRole('button', { name: 'Rebuild', exact: true }).click();
      const dialog = page.getByRole('dialog', { name: 'Rebuild gallery' });
      await dialog.getByRole('button', { name: 'Rebuild' }).click();
      await dialog.getByText('A reason is needed').waitFor();
      await dialog.getByLabel('Reason').fill('A drill');
      const token = await page.evaluate<string>(`localStorage.getItem('adminToken')`);
      for (const name of REBUILDS_BEFORE)
        await callAs(address, token)(operationsHttp.rebuild, {
          params: { id: name },
          body: { reason: 'Before the drill' },
        });
      const seen = page.getByRole('progressbar', { name: /^The rebuild is/ }).waitFor();
      await dialog.getByRole('button', { name: 'Rebuild' }).click();
      await seen;
      await main
        .getByText('The fresh tables were equal to the live ones and have taken their place.')
        .waitFor({ timeout: REBUILT_WITHIN_MS });
    } finally {
      reading.stop();
    }
    const { reads, failures } = await reading.ended;
    assert.deepEqual(failures, []);
    assert.ok(reads > 10, `${reads} reads`);
  });

  await step(
    'its tables are equal to the live ones, by count and checksum, and the run stands in the history',
    async () => {
      const tables = main.getByRole('region', { name: 'Tables compared' });
      assert.ok((await tables.getByText('Equal', { exact: true }).count()) > 2);
      assert.equal(await tables.getByText('Not equal').count(), 0);
      const run = main.getByRole('region', { name: 'Rebuilds' }).getByRole('row').filter({ hasText: 'A drill' });
      await run.first().getByText('Swapped').waitFor();
      await run.first().getByText('Anna Analyst').or(run.first().getByText('Operator')).first().waitFor();
    },
  );

  await step('it is paused with a reason, and resumed', async () => {
    const state = main.getByRole('region', { name: 'State' });
    await state.getByRole('button', { name: 'Pause' }).click();
    await reasonedBy(page.getByRole('dialog', { name: 'Pause gallery' }), 'The disk is full', 'Pause');
    await state.getByText('Paused', { exact: true }).waitFor();
    await state.getByText('Reason given: The disk is full').waitFor();
    await state.getByRole('button', { name: 'Resume' }).click();
    await reasonedBy(page.getByRole('dialog', { name: 'Resume gallery' }), 'The disk has room again', 'Resume');
    await state.getByText('Live', { exact: true }).waitFor();
  });

  const buyer = await open();
  const shown = (at: Page) => at.getByText(TEST_MODE_NOTICE);
  await step('an admin turns the test mode on with a reason; an open cart shows it in time', async () => {
    await signUp(address, buyer.page);
    await buyer.page.goto('/cart');
    await buyer.page.getByText('Your cart is empty').waitFor();
    assert.equal(await shown(buyer.page).count(), 0);
    await boss.page.getByRole('menuitem', { name: 'Settings' }).click();
    await bossMain.getByRole('switch', { name: 'Test mode is off' }).click();
    const dialog = boss.page.getByRole('dialog', { name: 'Turn test mode on' });
    await dialog.getByLabel('Reason').fill('We try the shop');
    const toggled = boss.page.waitForResponse(
      (reply) => reply.url().endsWith('/api/admin/settings/checkout') && reply.request().method() === 'PUT',
    );
    await dialog.getByRole('button', { name: 'Turn on' }).click();
    assert.equal((await toggled).status(), 200);
    await shown(buyer.page).waitFor({ timeout: IN_FORCE_WITHIN_MS });
  });

  await step('the console’s banner shows on other pages too, and the history tells who and why', async () => {
    await main.getByText(BANNER).waitFor();
    const history = bossMain.getByRole('region', { name: 'History' });
    await history.getByText('Turned test mode on – We try the shop').waitFor();
    await page.getByRole('menuitem', { name: 'Settings' }).click();
    await main.getByText('Only an admin changes it.').waitFor();
    assert.equal(await main.getByRole('switch').isDisabled(), true);
    await main.getByText('Turned test mode on – We try the shop').waitFor();
  });

  await step('who is slower is told so, and nothing is overwritten', async () => {
    await bossMain.getByRole('switch', { name: 'Test mode is on' }).click();
    const call = callAs(address, await adminToken(address));
    const { version } = await call(checkoutHttp.settings, {});
    await call(checkoutHttp.toggle, { body: { version, testMode: false, reason: 'The shop is tried' } });
    boss.expectRefusal('/api/admin/settings/checkout');
    await reasonedBy(boss.page.getByRole('dialog', { name: 'Turn test mode off' }), 'Enough', 'Turn off');
    await bossMain.getByText('Test mode is off now, and yours was not done.').waitFor();
    await bossMain.getByText('Turned test mode off – The shop is tried').waitFor();
    assert.equal(await bossMain.getByText('Enough').count(), 0);
    await shown(buyer.page).waitFor({ state: 'detached', timeout: IN_FORCE_WITHIN_MS });
    await main.getByText(BANNER).waitFor({ state: 'detached' });
  });

  const clerk = await open();
  let support = firstAdmin;
  await step(
    'who answers messages sees neither projections nor operators, and is refused on their addresses',
    async () => {
      support = await makeOperator(product, 'support');
      await signInToConsole(clerk.page, support);
      await clerk.page.getByRole('main').getByRole('list', { name: 'Messages' }).getByText('Unread').waitFor();
      const menu = clerk.page.getByRole('menu', { name: 'Console' });
      assert.equal(await menu.getByRole('menuitem', { name: /Projections|Operators/ }).count(), 0);
      for (const path of ['/admin/projections', '/admin/projections/gallery/show', '/admin/operators']) {
        await clerk.page.goto(path);
        await clerk.page.getByRole('heading', { level: 2, name: 'Not for your role' }).waitFor();
        assert.equal(new URL(clerk.page.url()).pathname, path);
      }
      const token = await clerk.page.evaluate<string>(`localStorage.getItem('adminToken')`);
      await assert.rejects(callAs(address, token)(operationsHttp.list, {}), { status: 403 });
    },
  );

  await step('disabled, the clerk’s open page leads to the sign-in and says why', async () => {
    for (const path of ['live', 'overview', 'messages/counts', 'me']) clerk.expectRefusal(`/api/admin/${path}`);
    await clerk.page.goto('/admin/dashboard');
    await clerk.page.getByRole('heading', { level: 1, name: 'Admin Dashboard' }).waitFor();
    await clerk.page.getByRole('main').getByRole('list', { name: 'Messages' }).getByText('Unread').waitFor();
    await boss.page.getByRole('menuitem', { name: 'Operators' }).click();
    await boss.page.getByPlaceholder('Name or email').fill(support.email);
    // A click on a row that moves up meanwhile would open another's.
    await bossMain.getByRole('cell', { name: firstAdmin.email }).waitFor({ state: 'detached' });
    await bossMain.getByRole('cell', { name: support.email }).click();
    await boss.page.getByRole('button', { name: 'Disable', exact: true }).click();
    await reasonedBy(boss.page.getByRole('dialog', { name: /^Disable/ }), 'Has left us', 'Disable');
    await clerk.page.waitForURL('**/admin/login', { timeout: SIGNED_OUT_WITHIN_MS });
    await clerk.page.getByText('Admin authentication expired').waitFor();
    assert.equal(await clerk.page.evaluate(`localStorage.getItem('adminToken')`), null);
  });

  await step('the console had nothing to complain of', () => {
    expectRefusal('/api/admin/live');
    assert.deepEqual([...complaints.splice(0), ...boss.complaints, ...clerk.complaints, ...buyer.complaints], []);
  });
});

async function reasonedBy(dialog: ReturnType<Page['getByRole']>, reason: string, action: string): Promise<void> {
  await dialog.getByLabel('Reason').fill(reason);
  await dialog.getByRole('button', { name: action, exact: true }).click();
  await dialog.waitFor({ state: 'detached' });
}

/** One read after the other, until it is stopped. */
function readPublicGallery(address: string): {
  stop: () => void;
  ended: Promise<{ reads: number; failures: string[] }>;
} {
  let stopped = false;
  const read = async () => {
    const failures: string[] = [];
    let reads = 0;
    while (!stopped) {
      reads++;
      const told = await fetch(`${address}/api/gallery/public?page=1`).then(
        async (reply) => (reply.ok ? sized(await reply.json()) : `${reply.status}`),
        (error: unknown) => String(error),
      );
      if (told !== undefined) failures.push(told);
    }
    return { reads, failures };
  };
  return { stop: () => (stopped = true), ended: read() };
}

/** Undefined for a page with pictures in it. */
const sized = (reply: unknown): string | undefined =>
  JSON.stringify(reply).includes('"id"') ? undefined : `an empty gallery: ${JSON.stringify(reply).slice(0, 200)}`;

async function signUp(address: string, page: Page): Promise<void> {
  const { token } = await register(address);
  await page.goto('/login');
  await page.evaluate<void>(`localStorage.setItem('token', '${token}')`);
}
