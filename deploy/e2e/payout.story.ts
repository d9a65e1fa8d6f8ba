import { readFileSync } from 'node:fs';
import { operatorsHttp } from '@easel/contracts/operators/http';
import { expect } from '@playwright/test';
import { firstAdmin } from './first-admin.ts';
import { step, test } from './fixtures.ts';
import { mailed } from './mailbox.ts';
import { makeOperator, signInToConsole } from './operators.ts';
import { announcedChallenge } from './past-challenge.ts';
import { enter } from './people.ts';
import { callAs } from './wire.ts';

const IBAN = 'DE89 3704 0044 0532 0130 00';
/** A tenth of $96.00, and a quarter of $144.00. */
const WON = '$45.60';

test('payout: what a challenge brought is requested, transferred and shown as paid', async ({ open, product }) => {
  const { address } = product;
  const { admin } = await callAs(address)(operatorsHttp.login, { body: firstAdmin });
  const colleague = await makeOperator(product, 'admin');
  const { winner, other } = await announcedChallenge(product, [admin.id, colleague.id]);

  const { page, complaints } = await open();
  const main = page.getByRole('main');
  const places = main.getByRole('region', { name: 'Where it is now' });
  const payouts = main.getByRole('list', { name: 'Payouts' });

  await step('profit sharing offers the winner to have the money paid out', async () => {
    await enter(page, winner);
    await expect(async () => {
      await page.goto('/profit-sharing');
      await places.getByText(`worth ${WON}`).waitFor({ timeout: 5_000 });
    }).toPass();
  });

  await step('an IBAN with a wrong digit is refused at its field, by keyboard alone', async () => {
    await places.getByRole('button', { name: 'Request a payout' }).press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Request a payout' });
    await dialog.getByText(`We will transfer ${WON}.`).waitFor();
    await dialog.getByLabel('Account holder').fill('Mira Okafor');
    await dialog.getByLabel('IBAN').fill(IBAN.replace('3704', '3705'));
    await page.keyboard.press('Enter');
    await dialog.getByText(/^This is not a valid IBAN\./).waitFor();
    await expect(dialog.getByLabel('IBAN')).toHaveAttribute('aria-invalid', 'true');
    complaints.splice(0); // the request that was refused
  });

  await step('the right one is taken, and the request is listed with its last characters alone', async () => {
    const dialog = page.getByRole('dialog', { name: 'Request a payout' });
    await dialog.getByLabel('IBAN').fill(IBAN);
    await page.keyboard.press('Enter');
    await page.getByText(`Payout of ${WON} requested`).waitFor();
    const requested = payouts.getByRole('listitem').filter({ hasText: 'to DE … 3000' });
    await requested.getByText(/^Requested/).waitFor();
    await expect(places.getByRole('button', { name: 'Request a payout' })).toHaveCount(0);
  });

  const desk = await open();
  await step('an admin downloads the request for the bank, and marks it as paid', async () => {
    await signInToConsole(desk.page, colleague);
    await desk.page.goto(`/admin/payouts?filter=${encodeURIComponent(JSON.stringify({ member: winner.id }))}`);
    const [download] = await Promise.all([
      desk.page.waitForEvent('download'),
      desk.page.getByRole('button', { name: 'Open requests for the bank' }).click(),
    ]);
    const lines = readFileSync(await download.path(), 'utf8')
      .trim()
      .split(/\r?\n/);
    expect(lines).toHaveLength(2);
    expect(lines[1]).toContain(IBAN.replaceAll(' ', ''));
    expect(lines[1]).toContain('45.60');
    await desk.page.getByRole('link', { name: /^PAYOUT-/ }).click();
    await desk.page.getByRole('button', { name: 'Mark as paid' }).click();
    const dialog = desk.page.getByRole('dialog');
    await dialog.getByLabel('Reason').fill('Transferred today');
    await dialog.getByRole('button', { name: `Mark ${WON} as paid` }).click();
    await desk.page.getByText(/^PAYOUT-\w+ is paid$/).waitFor();
    await desk.page.getByRole('main').getByText('Paid', { exact: true }).waitFor();
  });

  await step('the winner sees it paid, in the history and in a mail', async () => {
    await expect(async () => {
      await page.reload();
      await payouts.getByText(/^Paid on /).waitFor({ timeout: 5_000 });
    }).toPass();
    const text = await mailed(
      product,
      winner.email,
      (mails) => mails.find(({ subject }) => subject === `Your Easel payout of ${WON}`)?.text,
    );
    expect(text).toMatch(/The reference of the transfer is PAYOUT-\w+\./);
  });

  const second = await open();
  await step('an entrant without a place is offered the share of what the entry sold', async () => {
    await enter(second.page, other);
    await second.page.goto('/profit-sharing');
    await second.page.getByRole('main').getByText('worth $4.80').waitFor();
  });

  expect([...complaints, ...desk.complaints, ...second.complaints]).toEqual([]);
});
