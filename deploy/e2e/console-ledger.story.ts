import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { accountHttp } from '@easel/contracts/account/http';
import { parse } from 'csv-parse/sync';
import type { Page } from 'playwright-core';
import { step, test } from './fixtures.ts';
import { FORMULA } from './hostile.ts';
import { adminToken, makeOperator, signInToConsole } from './operators.ts';
import { fillRegistration, newMember } from './people.ts';
import { publicPicture } from './pictures.ts';
import { CARD, downloadOf, openDeal, pay } from './shop.ts';
import { callAs } from './wire.ts';

const VERIFIED_WITHIN_MS = 60_000;

/** From a line of a member's statement to the webhook that caused it, and the proof that nothing is amiss. */
test('the console: ledger', { tag: '@gate' }, async ({ open, product }) => {
  const { address, dataDir } = product;
  const { page, complaints } = await open();
  const main = page.getByRole('main');
  const movements = page.getByLabel('Movements', { exact: true });
  const account = page.getByRole('region', { name: 'Account' });
  let memberId = '';

  await step('a member fills the wallet by card and buys a picture', async () => {
    const { prompt } = await publicPicture(address, `A ferry in the morning mist ${randomBytes(3).toString('hex')}`);
    const buyer = await open();
    memberId = await buyAfterTopUp(buyer.page, prompt);
  });

  await step('an admin grants credits, and the reason for it is a formula', async () => {
    const grant = { params: { id: memberId }, body: { amount: 12.5, reason: FORMULA } };
    await callAs(address, await adminToken(address))(accountHttp.grant, grant);
  });

  await step('who looks at events sees nothing of the ledger', async () => {
    const analyst = await open();
    await signInToConsole(analyst.page, await makeOperator(product, 'analyst'));
    await analyst.page.getByRole('menuitem', { name: 'Events' }).waitFor();
    assert.equal(await analyst.page.getByRole('menuitem', { name: /Ledger|Audits/ }).count(), 0);
  });

  await step('an auditor signs in and opens the ledger', async () => {
    await signInToConsole(page, await makeOperator(product, 'auditor'));
    await page.getByRole('menuitem', { name: 'Ledger' }).click();
    await page.getByRole('heading', { level: 1, name: 'Ledger' }).waitFor();
    await movements.getByRole('link').first().waitFor();
  });

  await step(
    'half an id is not looked for; the whole narrows the list to the account, and the address keeps it',
    async () => {
      const field = page.getByLabel('Member id');
      await field.fill(memberId.slice(0, 8));
      await field.press('Enter');
      await page.getByText('A whole id is needed').waitFor();
      await field.fill(memberId);
      await field.press('Enter');
      await page.waitForURL((url) => filterOf(url)['member'] === memberId);
      await account.getByText('$19.25', { exact: true }).waitFor();
      await page.reload();
      await account.getByText('$19.25', { exact: true }).waitFor();
      for (const reason of ['Image purchase', 'Wallet top-up', 'Monthly allowance'])
        await movements.getByText(reason, { exact: true }).first().waitFor();
    },
  );

  await step('a formula in a note is text and nothing else', async () => {
    await movements.getByText(FORMULA, { exact: true }).waitFor();
    assert.equal(await main.locator('script').count(), 0);
  });

  await step('by its reason and amount the line of the statement is found', async () => {
    await page.getByLabel('Reason', { exact: true }).click();
    await page.getByRole('option', { name: 'Wallet top-up' }).click();
    await page.keyboard.press('Escape');
    await page.waitForURL((url) => JSON.stringify(filterOf(url)['reason']) === '["top-up"]');
    await page.getByLabel('Moved').click();
    await page.getByRole('option', { name: 'Dollars' }).click();
    await page.getByLabel('At least, dollars').fill('20');
    await page.keyboard.press('Enter');
    await page.waitForURL((url) => filterOf(url)['min'] === 20);
    await movements.getByText('+$20.00', { exact: true }).waitFor();
    assert.equal(
      await movements
        .getByRole('link')
        .filter({ has: page.locator('time') })
        .count(),
      1,
    );
  });

  await step('its entry tells the balances before and after', async () => {
    await movements.getByText('Wallet top-up', { exact: true }).click();
    await page.getByRole('heading', { level: 1, name: 'Wallet top-up' }).waitFor();
    const wallet = page.getByRole('row', { name: /^Wallet/ });
    await wallet.getByRole('cell', { name: '$0.00' }).waitFor();
    assert.deepEqual(await wallet.getByRole('cell').allTextContents(), ['$0.00', '+$20.00', '$20.00']);
  });

  await step('its causes lead to the webhook of the card service', async () => {
    await page.getByRole('button', { name: 'List', exact: true }).click();
    const causes = page.getByRole('list', { name: /^Causes/ });
    await causes.getByText('This event').waitFor();
    await causes.getByText('Webhook').first().waitFor();
    const webhook = causes.getByRole('listitem').filter({ hasText: 'Webhook' }).first();
    assert.match((await webhook.textContent()) ?? '', /evt_\w+/);
    await page.getByRole('button', { name: 'Graph', exact: true }).click();
    await main.getByText(/^evt_/).first().waitFor();
  });

  await step('the account is looked at just before it, just after it, and a movement later', async () => {
    await page.getByRole('link', { name: 'Account just before' }).click();
    await account.getByText('Nothing had moved yet.').or(account.getByText('Last movement:')).waitFor();
    await account.getByText(/^Balance at /).waitFor();
    const wallet = account.locator('dl > div').filter({ hasText: 'Wallet' }).locator('dd');
    await wallet.getByText('$0.00', { exact: true }).waitFor();
    await page.goBack();
    await page.getByRole('link', { name: 'Account just after' }).click();
    await wallet.getByText('$20.00', { exact: true }).waitFor();
    await account.getByRole('link', { name: 'Wallet top-up' }).waitFor();
    await account.getByRole('button', { name: 'Later movement' }).click();
    await wallet.getByText('$19.25', { exact: true }).waitFor();
    assert.match(new URL(page.url()).hash, /^#at=20/);
    await account.getByRole('button', { name: 'Now' }).click();
    await account.getByText('Balance now').waitFor();
  });

  await step('the CSV has the account’s every movement, and the formula in it is inert', async () => {
    const csv = await downloadOf(page, () => page.getByRole('button', { name: 'CSV' }).click());
    const rows: Record<string, string>[] = parse(csv, { bom: true, columns: true });
    assert.ok(rows.length >= 4, `${rows.length} rows`);
    const cents = rows.reduce((sum, row) => sum + Math.round(Number(row['dollars']) * 100), 0);
    assert.equal(cents, 1925);
    const notes = rows.map((row) => row['note'] ?? '').filter((note) => note.includes('HYPERLINK'));
    assert.equal(notes.length, 1);
    assert.doesNotMatch(notes[0] ?? '', /^[=+\-@\t\r]/);
    for (const cell of rows.flatMap((row) => Object.values(row))) assert.doesNotMatch(cell, /^[=@\t\r]/);
  });

  await step('the chained export holds, and an altered one is caught at its line', async () => {
    const file = await downloadOf(page, () => page.getByRole('button', { name: 'Hash-chained export' }).click());
    const text = file.toString('utf8');
    const told = await verifyExport(dataDir, text);
    assert.equal(told.code, 0, told.output);
    const altered = await verifyExport(dataDir, text.replace('"dollars":20', '"dollars":30'));
    assert.notEqual(altered.code, 0, altered.output);
    const line = text.split('\n').findIndex((one) => one.includes('"dollars":20')) + 1;
    assert.match(altered.output, new RegExp(`line ${line}\\b`, 'i'));
  });

  await step('a verification is asked for with a reason, and finds nothing amiss', async () => {
    await page.getByRole('menuitem', { name: 'Audits' }).click();
    await page.getByRole('button', { name: 'Verify' }).click();
    const dialog = page.getByRole('dialog', { name: 'Verify the books' });
    await dialog.getByRole('button', { name: 'Verify' }).click();
    await dialog.getByText('A reason is needed').waitFor();
    await dialog.getByLabel('Reason').fill('The month is over');
    await dialog.getByRole('button', { name: 'Verify' }).click();
    await page.waitForURL(/\/admin\/audits\/[0-9a-f-]{36}\/show/);
    await page.getByRole('heading', { level: 1, name: 'Verification' }).waitFor();
    await main.getByText(/^Nothing is amiss: [\d,]+ facts of [\d,]+ streams/).waitFor({ timeout: VERIFIED_WITHIN_MS });
    await main.getByText('The month is over').waitFor();
  });

  await step('the run stands in the list with its verdict', async () => {
    await page.getByRole('link', { name: 'All verifications' }).click();
    const runs = page.getByLabel('Verifications', { exact: true });
    await runs
      .getByText(/^Nothing is amiss/)
      .first()
      .waitFor();
    await runs.getByText('The month is over').first().waitFor();
  });

  await step('the console had nothing to complain of', () => assert.deepEqual(complaints.splice(0), []));
});

/** Of a list's address. */
function filterOf(url: URL): Record<string, unknown> {
  return JSON.parse(url.searchParams.get('filter') ?? '{}') as Record<string, unknown>;
}

/** A new member's way through the shop; answers the member's id. */
async function buyAfterTopUp(page: Page, prompt: string): Promise<string> {
  const buyer = newMember();
  await page.goto('/register');
  await fillRegistration(page, { ...buyer, confirmPassword: buyer.password });
  await page.getByRole('button', { name: 'Create account' }).click();
  await page.waitForURL((url) => url.pathname === '/');
  await openDeal(page, prompt);
  const deal = page.getByRole('dialog', { name: 'Purchase Image' });
  await deal.getByRole('button', { name: 'Buy for $0.75' }).click();
  await deal.getByText('Insufficient wallet balance').waitFor();
  await deal.getByLabel('Amount in dollars').fill('20');
  await deal.getByRole('button', { name: 'Start checkout' }).click();
  await page.getByRole('heading', { name: 'Pay $20.00' }).waitFor();
  await pay(page, CARD.pays);
  await page.getByRole('main').getByText('$20.00 were added to your wallet.').waitFor();
  await openDeal(page, prompt);
  await downloadOf(page, () => deal.getByRole('button', { name: 'Buy for $0.75' }).click());
  const token = await page.evaluate<string>(`localStorage.getItem('token')`);
  const reply = await page.request.get('/api/auth/me', { headers: { authorization: `Bearer ${token}` } });
  return ((await reply.json()) as { user: { id: string } }).user.id;
}

const run = promisify(execFile);
const AUDIT = fileURLToPath(new URL('../dist/tools/audit/main.js', import.meta.url));

/** What the tool of the command line says of an export. */
async function verifyExport(dataDir: string | undefined, text: string): Promise<{ code: number; output: string }> {
  const folder = await mkdtemp(join(tmpdir(), 'easel-e2e-export-'));
  try {
    const file = join(folder, 'ledger.ndjson');
    await writeFile(file, text);
    const env = { ...process.env, DATA_DIR: dataDir };
    const { stdout, stderr } = await run(process.execPath, [AUDIT, 'verify-export', file], { env });
    return { code: 0, output: stdout + stderr };
  } catch (error) {
    const { code, stdout = '', stderr = '' } = error as { code?: unknown; stdout?: string; stderr?: string };
    return { code: typeof code === 'number' ? code : -1, output: `${stdout}${stderr}${String(error)}` };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
