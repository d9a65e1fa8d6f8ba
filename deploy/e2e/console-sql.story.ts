import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { sqlHttp } from '@easel/contracts/columns/http';
import { expect } from '@playwright/test';
import { asyncBufferFromFile, parquetReadObjects } from 'hyparquet';
import { compressors } from 'hyparquet-compressors';
import { step, test } from './fixtures.ts';
import { adminToken, makeOperator, signInToConsole } from './operators.ts';
import { publicPicture } from './pictures.ts';
import { callAs } from './wire.ts';

/** A fact is in the columns within five seconds, and an alarm is looked at every thirty. */
const IN_COLUMNS_MS = 15_000;
const RUNG_WITHIN_MS = 60_000;

/** An analyst asks the log what nobody has built in, takes the answer home, and has a number watched. */
test('the console: SQL', async ({ open, product }) => {
  test.slow();
  const { address } = product;
  const { page, complaints, expectRefusal } = await open();
  const main = page.getByRole('main');
  const statement = main.getByRole('textbox', { name: 'Statement' });
  const rows = main.getByRole('region', { name: 'Rows' });
  const name = `Pictures ${randomBytes(4).toString('hex')}`;

  await step('a picture is made, and is in the columns', async () => {
    await publicPicture(address, 'A crane above the harbour');
    const call = callAs(address, await adminToken(address));
    await expect
      .poll(
        async () => (await call(sqlHttp.run, { body: { sql: 'select count(*) from VariantCreated' } })).rows[0]?.[0],
        {
          timeout: IN_COLUMNS_MS,
        },
      )
      .toBeGreaterThan(0);
  });

  await step('who answers messages is shown no SQL, and denied its address', async () => {
    const support = await open();
    await signInToConsole(support.page, await makeOperator(product, 'support'));
    await support.page.goto('/admin/sql');
    await support.page.getByRole('heading', { level: 2, name: 'Not for your role' }).waitFor();
  });

  await step('an analyst asks, and sees a table and a chart', async () => {
    await signInToConsole(page, await makeOperator(product, 'analyst'));
    await page.getByRole('menuitem', { name: 'SQL' }).click();
    await statement.fill(
      "select style, count(*) as pictures from (select settings->>'style' as style from GenerationRequested) group by style",
    );
    await page.keyboard.press('Control+Enter');
    await rows.getByRole('row').nth(1).waitFor();
    await main.getByRole('button', { name: 'Bars' }).click();
    await main.locator('svg.recharts-surface').first().waitFor();
  });

  await step('what is no SELECT is refused in words', async () => {
    expectRefusal(sqlHttp.run.path);
    await statement.fill("copy facts to '/tmp/out.csv'");
    await main.getByRole('button', { name: 'Run' }).click();
    await main.getByText('Please send one SELECT statement').waitFor();
  });

  await step('a Parquet file has the rows that are shown', async () => {
    await statement.fill('select position, stream from VariantCreated order by position');
    await main.getByRole('button', { name: 'Run' }).click();
    await rows.getByRole('columnheader', { name: 'stream' }).waitFor();
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      main.getByRole('button', { name: 'Download as Parquet' }).click(),
    ]);
    const path = await file.path();
    assert.equal((await readFile(path)).subarray(0, 4).toString(), 'PAR1');
    const read = await parquetReadObjects({ file: await asyncBufferFromFile(path), compressors });
    const shown = await rows.getByRole('row').count();
    assert.equal(Math.min(read.length, 25), shown - 1);
  });

  await step('a query is kept, and rings beyond its threshold', async () => {
    await statement.fill('select count(*) as pictures from VariantCreated');
    await main.getByRole('button', { name: 'Save', exact: true }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox', { name: 'Name' }).fill(name);
    await dialog.getByRole('button', { name: 'Save', exact: true }).click();
    await main.getByRole('button', { name, exact: true }).waitFor();
    await main.getByRole('button', { name: `Set an alarm for ${name}` }).click();
    await page.getByRole('dialog').getByRole('textbox', { name: 'Threshold' }).fill('0');
    await page.getByRole('dialog').getByRole('textbox', { name: 'Reason' }).fill('to see it ring');
    await page.getByRole('button', { name: 'Set alarm', exact: true }).click();
    await main.getByText(/^Alarm: \d+ is above 0$/).waitFor({ timeout: RUNG_WITHIN_MS });
    await page.getByRole('menuitem', { name: /SQL.*alarm/ }).waitFor();
  });
  assert.deepEqual(complaints, []);
});
