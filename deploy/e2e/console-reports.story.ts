import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { sqlHttp } from '@easel/contracts/columns/http';
import type { ReportTable } from '@easel/contracts/reports/http';
import { nextFirstAt } from '@easel/contracts/reports/policy';
import { telemetryHttp } from '@easel/contracts/telemetry/http';
import { expect } from '@playwright/test';
import { wake } from './browser.ts';
import { step, test } from './fixtures.ts';
import { adminToken, makeOperator, signInToConsole } from './operators.ts';
import { publicPicture } from './pictures.ts';
import { callAs } from './wire.ts';

const IN_COLUMNS_MS = 15_000;
const MADE_WITHIN_MS = 60_000;
const run = promisify(execFile);
const tool = fileURLToPath(new URL('../dist/tools/report/main.js', import.meta.url));

/** Which styles people ask for, by shape: nobody has built that in. */
const OWN = `
import type { GenerationFact } from '@easel/contracts/generation/events';
import { reportOf } from '@easel/projections/reports/report';
import { z } from 'zod';

export const report = reportOf<GenerationFact>()({
  answers: 'Which styles are asked for, in which resolution',
  filter: ['GenerationRequested'],
  parameters: z.strictObject({ least: z.coerce.number().int().default(1) }),
  initial: () => new Map<string, number>(),

  reduce(counts, { data: { settings } }) {
    const key = [settings.style, settings.resolution].join(' ');
    return counts.set(key, (counts.get(key) ?? 0) + 1);
  },

  render: (counts, { least }) => ({
    columns: [
      { name: 'style and resolution', unit: 'text' },
      { name: 'asked for', unit: 'count' },
    ],
    rows: [...counts].filter(([, count]) => count >= least).toSorted(([a], [b]) => (a < b ? -1 : 1)),
  }),
});
`;

/**
 * An analyst finds the slow build of a page by its vitals, has the same bytes again, and writes a report that nobody
 * has built.
 */
test('the console: reports', async ({ open, product }) => {
  test.slow();
  const { address } = product;
  const { page, complaints } = await open();
  const main = page.getByRole('main');
  const figures = main.getByRole('region', { name: 'Rows' });
  const columnsHold = async (sql: string, count: number) => {
    const call = callAs(address, await adminToken(address));
    await expect
      .poll(async () => (await call(sqlHttp.run, { body: { sql } })).rows[0]?.[0], { timeout: IN_COLUMNS_MS })
      .toBe(count);
  };
  const build = `slow-${randomBytes(4).toString('hex')}`;

  await step('people meet a page that one build has made slow', async () => {
    await publicPicture(address, 'A heron beneath a bridge');
    const measured = (of: string, lcp: number) => ({
      event_type: 'web-vitals',
      event_data: {
        page: '/pricing',
        build: of,
        navigation: 'navigate',
        connection: '4g',
        vitals: { lcp: { value: lcp } },
        slowResources: [],
        longTasks: [],
      },
    });
    const events = [
      ...[700, 800, 900].map((lcp) => measured('quick', lcp)),
      ...[5_100, 5_200].map((lcp) => measured(build, lcp)),
    ];
    await callAs(address)(telemetryHttp.track, { body: { events } });
    await columnsHold(`select count(*) from PageMeasured where build = '${build}'`, 2);
  });

  await step('who answers messages is shown no reports, and denied their address', async () => {
    const support = await open();
    await signInToConsole(support.page, await makeOperator(product, 'support'));
    await support.page.goto('/admin/reports/vitals');
    await support.page.getByRole('heading', { level: 2, name: 'Not for your role' }).waitFor();
  });

  await step('an analyst finds the page and its build', async () => {
    await signInToConsole(page, await makeOperator(product, 'analyst'));
    await page.getByRole('menuitem', { name: 'Reports' }).click();
    await main.getByRole('link', { name: 'Web vitals', exact: true }).click();
    await main.getByRole('textbox', { name: 'page' }).fill('/pricing');
    await main.getByRole('button', { name: 'Make report' }).click();
    const row = figures.getByRole('row').filter({ hasText: build });
    await row.waitFor({ timeout: MADE_WITHIN_MS });
    await expect(row).toContainText('5.2 s');
    await expect(row).toContainText('100');
  });

  await step('a figure opens the facts that it is made of, at an address of its own, and each its event', async () => {
    const row = figures.getByRole('row').filter({ hasText: build });
    // Views, and not how many of them were measured.
    await row.getByRole('link', { name: '2', exact: true }).first().click();
    await main.getByRole('heading', { name: new RegExp(`${build}, views: 2`) }).waitFor();
    await page.reload();
    const facts = main.getByRole('region', { name: 'Facts' }).getByRole('row').filter({ hasText: 'PageMeasured' });
    await expect(facts).toHaveCount(2);
    await expect(facts.first()).toContainText('+1');
    await facts.first().getByRole('link', { name: 'PageMeasured' }).click();
    await main.getByText(build).first().waitFor();
    await page.goBack();
    await main.getByRole('link', { name: 'All figures of this run' }).click();
    await row.waitFor();
  });

  await step('it is kept at an address of its own, as a file, and comes to the same bytes again', async () => {
    await page.reload();
    await figures.getByRole('row').filter({ hasText: build }).waitFor();
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      main.getByRole('button', { name: 'Download as CSV' }).click(),
    ]);
    assert.match(await readFile(await file.path(), 'utf8'), new RegExp(`/pricing,${build},`));
    await main.getByRole('button', { name: 'Make it again' }).click();
    await main.getByText('The same bytes as the run before').waitFor({ timeout: MADE_WITHIN_MS });
  });

  await step('what visitors search for in vain is told by the words, and how often', async () => {
    const words = `unicorn ${randomBytes(6).toString('hex').replaceAll(/\d/g, 'x')}`;
    const visitor = await open();
    await visitor.page.goto('/search');
    await wake(visitor.page);
    await visitor.page.getByRole('combobox', { name: 'Search public images' }).fill(words);
    await visitor.page.keyboard.press('Enter');
    await visitor.page.getByText('No images found').waitFor();
    await columnsHold(`select count(*) from SearchPerformed where words = '${words}' and found = 0`, 1);
    await page.goto('/admin/reports/searches');
    await main.getByRole('button', { name: 'Make report' }).click();
    const row = figures.getByRole('row').filter({ hasText: words });
    await row.waitFor({ timeout: MADE_WITHIN_MS });
    await expect(row.getByRole('cell')).toHaveText([words, '1', '1', '100', '1', /^\d{4}-\d\d-\d\d$/]);
  });

  await step('it is made every month on the first, until it is stopped', async () => {
    const schedules = main.getByRole('list', { name: 'Every month, on the first' });
    const from = '2026-01';
    await page.goto('/admin/reports/searches');
    await main.getByRole('textbox', { name: 'from' }).fill(from);
    const every = main.getByRole('button', { name: 'Every month, on the first' });
    await every.click();
    const schedule = schedules.getByRole('listitem').filter({ hasText: `from ${from}` });
    await expect(schedule).toContainText(`Next on ${nextFirstAt(new Date()).toISOString().slice(0, 10)}, 00:00 UTC`);
    await every.click();
    await main.getByText('This report is made every month with these parameters already').waitFor();
    assert.match(complaints.splice(0).join(), /^[^,]*409[^,]*schedules[^,]*$/);
    await page.reload();
    await schedule.getByRole('button', { name: `Stop from ${from}` }).click();
    await schedule.waitFor({ state: 'detached' });
    await page.reload();
    await main.getByRole('list', { name: 'Last runs' }).getByRole('listitem').first().waitFor();
    await expect(schedule).toHaveCount(0);
  });

  await step('what was not asked for rightly says so in words', async () => {
    await page.goto('/admin/reports/revenue');
    await main.getByRole('textbox', { name: 'from' }).fill('last month');
    await main.getByRole('button', { name: 'Make report' }).click();
    await main.getByText('This report cannot be made so').waitFor({ timeout: MADE_WITHIN_MS });
    await main.getByText('from: a month, as 2026-11').waitFor();
    await page.goto('/admin/reports/none-such');
    await main.getByRole('heading', { name: 'There is no such report' }).waitFor();
  });

  await step('a report of thirty lines answers what nobody has built in', async () => {
    const { dataDir } = product;
    if (dataDir === undefined) return;
    const folder = await mkdtemp(join(tmpdir(), 'easel-own-report-'));
    const code = join(folder, 'styles.report.ts');
    await writeFile(code, OWN);
    const env = { ...process.env, DATA_DIR: dataDir };
    const { stdout, stderr } = await run(process.execPath, [tool, code, '--format', 'json'], { env });
    const { rows } = JSON.parse(stdout) as ReportTable;
    assert.ok(rows.length > 0);
    assert.match(stderr, /^as of \d+, code [0-9a-f]{12}$/m);
    const position = /^as of (\d+)/.exec(stderr)?.[1] ?? '';
    const again = await run(process.execPath, [tool, code, '--format', 'json', '--as-of', position], { env });
    assert.equal(again.stdout, stdout);
    await rm(folder, { recursive: true });
  });
  assert.deepEqual(complaints, []);
});
