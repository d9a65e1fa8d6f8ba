import assert from 'node:assert/strict';
import { eventsHttp } from '@easel/contracts/events/http';
import { filtersHttp } from '@easel/contracts/filters/http';
import { operatorsHttp } from '@easel/contracts/operators/http';
import { expect } from '@playwright/test';
import { step, test } from './fixtures.ts';
import { adminToken, makeOperator } from './operators.ts';
import { register } from './people.ts';
import { callAs } from './wire.ts';

/** A changed role ends the stream of hints, which is taken up again within seconds. */
const SEEN_WITHIN_MS = 15_000;

/** An analyst follows a link, goes about by the palette, and is given another role while a page is open. */
test('the console: the way about', async ({ open, product }) => {
  const { address } = product;
  const { page, complaints, expectRefusal } = await open();
  const analyst = await makeOperator(product, 'analyst');
  const { id: memberId } = await register(address);
  const asAdmin = callAs(address, await adminToken(address));
  const palette = page.getByRole('dialog', { name: 'Go to' });
  const goTo = async (typed: string, option: string | RegExp) => {
    await page.keyboard.press('Control+k');
    await palette.getByRole('combobox').fill(typed);
    await palette.getByRole('option', { name: option }).first().click();
    await palette.waitFor({ state: 'detached' });
  };

  const aRow = page.getByRole('main').locator('a[href*="/admin/events/"]').first();
  const narrowed = `/admin/events?${new URLSearchParams({ filter: '{"type":["OperatorInvited"]}' })}`;
  await step('who has to sign in first lands where the link leads', async () => {
    await page.goto(narrowed);
    await page.getByRole('heading', { level: 1, name: 'Admin Login' }).waitFor();
    await expect(page).toHaveTitle('Sign in · Easel console');
    await page.getByLabel('Email').fill(analyst.email);
    await page.getByLabel('Password').fill(analyst.password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('heading', { level: 1, name: 'Events' }).waitFor();
    await expect(page).toHaveTitle('Events · Easel console');
    assert.equal(new URL(page.url()).searchParams.get('filter'), '{"type":["OperatorInvited"]}');
    await aRow.waitFor();
  });

  await step('the palette leads to a page', async () => {
    await goTo('proj', 'Projections');
    await page.getByRole('heading', { level: 1, name: 'Projections' }).waitFor();
    await expect(page).toHaveTitle('Projections · Easel console');
  });

  await step('to an event by its id', async () => {
    const [invited] = await asAdmin(eventsHttp.list, { query: { filter: '{"type":["OperatorInvited"]}' } });
    assert(invited);
    await goTo(invited.event_id, /^OperatorInvited/);
    await page.waitForURL(`**/admin/events/${invited.id}/show`);
    await expect(page).toHaveTitle(`OperatorInvited · ${invited.id} · Easel console`);
  });

  await step('to a member’s streams by the id, and to one of them by its name', async () => {
    await goTo(memberId, 'All events of the member Events');
    await page.waitForURL((url) => url.searchParams.get('filter') === JSON.stringify({ member: memberId }));
    await goTo(`account-${memberId}`, `account-${memberId}`);
    await page.waitForURL(
      (url) => url.searchParams.get('filter') === JSON.stringify({ stream: `account-${memberId}` }),
    );
  });

  await step('and to a filter that was saved', async () => {
    const token = await page.evaluate<string>(`localStorage.getItem('adminToken')`);
    await callAs(address, token)(filtersHttp.save, {
      body: { name: 'Who was invited', filter: { type: ['OperatorInvited'] } },
    });
    await goTo('who was', /^Who was invited/);
    await page.waitForURL((url) => url.searchParams.get('filter') === '{"type":["OperatorInvited"]}');
  });

  await step('what there is not is said', async () => {
    await page.goto('/admin/nowhere');
    await page.getByRole('heading', { level: 2, name: 'Page not found' }).waitFor();
    await page.getByRole('link', { name: 'To the dashboard' }).click();
    await page.getByRole('heading', { level: 1, name: 'Admin Dashboard' }).waitFor();
  });

  await step('another role is seen on the page that is open, at the same address', async () => {
    for (const path of ['live', 'events', 'events/facets', 'projections', 'projections/lags', 'sql/queries'])
      expectRefusal(`/api/admin/${path}`);
    await page.goto(narrowed);
    await aRow.waitFor();
    const { version } = await asAdmin(operatorsHttp.one, { params: { id: analyst.id } });
    const body = { version, role: 'support' as const, reason: 'She answers messages now' };
    await asAdmin(operatorsHttp.change, { params: { id: analyst.id }, body });
    const notYours = page.getByRole('heading', { level: 2, name: 'Not for your role' });
    await notYours.waitFor({ timeout: SEEN_WITHIN_MS });
    await page.getByText('whose role is support').waitFor();
    const menu = page.getByRole('menu', { name: 'Console' });
    await menu.getByRole('menuitem', { name: 'Messages' }).waitFor();
    assert.equal(await menu.getByRole('menuitem', { name: 'Events' }).count(), 0);
    assert.equal(new URL(page.url()).pathname, '/admin/events');
  });

  await step('the console had nothing to complain of', () => assert.deepEqual(complaints, []));
});
