import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { telemetryHttp } from '@easel/contracts/telemetry/http';
import { PAGE_MEASURED, VISIT_BEGUN } from '@easel/contracts/telemetry/policy';
import { expect } from '@playwright/test';
import { step, test } from './fixtures.ts';
import { adminToken, makeOperator, signInToConsole } from './operators.ts';
import { register } from './people.ts';
import { generate } from './pictures.ts';
import { callAs } from './wire.ts';

/** An analyst finds a slow page and its build, and follows people from their landing to a picture. */
test('the console: performance and analytics', async ({ open, product }) => {
  const { address } = product;
  const { page, complaints } = await open();
  const main = page.getByRole('main');
  const region = (name: string) => main.getByRole('region', { name, exact: true });
  const build = randomBytes(4).toString('hex');
  const host = `${build}.example`;

  await step('browsers tell of a slow page, somebody comes, registers and makes a picture', async () => {
    const call = callAs(address, await adminToken(address));
    const view = { page: '/cart', build, navigation: 'navigate', connection: '3g', longTasks: [1500] };
    const slowResources = [{ resource: '/api/cart', kind: 'fetch', ms: 4000 }];
    const events = [
      { event_type: VISIT_BEGUN, event_data: { landing: '/pricing', referrerHost: host } },
      { event_type: PAGE_MEASURED, event_data: { ...view, vitals: { lcp: { value: 9000 } }, slowResources } },
    ];
    await call(telemetryHttp.track, { body: { events } });
    const { token } = await register(address);
    await generate(address, token, { prompt: 'A crane above the harbour' });
  });

  await step('who answers messages is shown neither', async () => {
    const support = await open();
    await signInToConsole(support.page, await makeOperator(product, 'support'));
    await support.page.goto('/admin/performance');
    await support.page.getByRole('heading', { level: 2, name: 'Not for your role' }).waitFor();
    await support.page.goto('/admin/analytics');
    await support.page.getByRole('heading', { level: 2, name: 'Not for your role' }).waitFor();
  });

  await step('the slow page is found, and its build named', async () => {
    await signInToConsole(page, await makeOperator(product, 'analyst'));
    await page.getByRole('menuitem', { name: 'Performance' }).click();
    await region('Table lcp by build').getByRole('link', { name: build }).click();
    await page.waitForURL((url) => url.searchParams.get('build') === build);
    const row = region('Table lcp by page').getByRole('row').filter({ hasText: '/cart' });
    await expect(row).toContainText('Poor');
    await region('Table of slow resources').getByRole('cell', { name: '4 s' }).waitFor();
    await region('Table of long tasks').getByRole('cell', { name: '1.5 s' }).waitFor();
  });

  await step('what was found can be linked', async () => {
    await page.getByRole('link', { name: '7 days' }).click();
    await page.waitForURL((url) => url.searchParams.get('days') === '7');
    await page.reload();
    await main.getByRole('list', { name: 'Only' }).getByText(`Build: ${build}`).waitFor();
    await expect(region('Table lcp by page').getByRole('row')).toHaveCount(2);
    await main.getByRole('group', { name: 'Show lcp by day as' }).getByRole('button', { name: 'Table' }).click();
    await expect(region('Table of lcp by day').getByRole('row')).toHaveCount(8);
  });

  await step('the funnel, the cohorts and the landings tell of who came', async () => {
    await page.getByRole('menuitem', { name: 'Analytics' }).click();
    const funnel = region('Table from landing to purchase');
    for (const name of ['Visits', 'Registered', 'First picture']) {
      await expect(funnel.getByRole('row').filter({ hasText: name }).getByRole('cell').first()).toHaveText(/^[1-9]/);
    }
    await region('Table of who comes again').getByRole('row').nth(1).waitFor();
    await region('Table of where visits began').getByRole('cell', { name: host }).waitFor();
  });

  await step('own days without a fact are told in words', async () => {
    const own = main.getByRole('form', { name: 'Own days' });
    await own.getByLabel(/^From/).fill('2026-01-01');
    await own.getByLabel(/^To/).fill('2026-01-07');
    await own.getByRole('button', { name: 'Show' }).click();
    await page.waitForURL('**/admin/analytics?from=2026-01-01&to=2026-01-07');
    await main.getByText('Nobody registered on these days.').waitFor();
    await main.getByText('No money came in on these days.').waitFor();
  });

  await step('nobody complained', () => assert.deepEqual(complaints, []));
});
