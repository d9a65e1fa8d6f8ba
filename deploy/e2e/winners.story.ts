import { competitionsConsoleHttp } from '@easel/contracts/competitions/console.http';
import { competitionProblems } from '@easel/contracts/competitions/policy';
import { earningsHttp } from '@easel/contracts/earnings/http';
import { earningProblems } from '@easel/contracts/earnings/policy';
import { eventsHttp } from '@easel/contracts/events/http';
import { competitionStream } from '@easel/contracts/competitions/stream';
import { expect } from '@playwright/test';
import type { Page } from 'playwright-core';
import { step, test } from './fixtures.ts';
import { firstAdmin, type Operator } from './first-admin.ts';
import { mailed } from './mailbox.ts';
import { adminToken, makeOperator, signInToConsole } from './operators.ts';
import { closedChallenge } from './past-challenge.ts';
import { enter } from './people.ts';
import { callAs } from './wire.ts';

const IBAN = 'DE89 3704 0044 0532 0130 00';
/** Of $144.00 in all: a tenth of $96.00, and a quarter of all. */
const WON = '$45.60';

const monthName = (month: string): string =>
  new Intl.DateTimeFormat('en', { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(new Date(`${month}-01`));

const announcementOn = (page: Page) => page.getByRole('region', { name: 'Announcement of the winners' });

async function openChallenge(page: Page, operator: Operator, id: string): Promise<void> {
  await signInToConsole(page, operator);
  await page.goto(`/admin/competitions/${id}/show`);
  await announcementOn(page).getByText('The announcement has not been proposed yet.').waitFor();
}

test('winners: two admins announce them, and the winner sees what it brought', async ({ open, product }) => {
  const { address } = product;
  const { id, month, winner, other } = await closedChallenge(product);
  const colleague = await makeOperator(product, 'admin');
  const [first, second] = [await open(), await open()];
  const announcement = announcementOn(first.page);

  await step('an admin sees who would get what, and proposes it', async () => {
    await openChallenge(first.page, firstAdmin, id);
    await announcement.getByRole('button', { name: 'Announce winners' }).click();
    const dialog = first.page.getByRole('dialog', { name: `Announce winners: Poster, ${monthName(month)}` });
    await dialog.getByText('$144.00 in all; members get $50.40, the house keeps $93.60.').waitFor();
    const cells = dialog.getByRole('row', { name: /^1st / }).getByRole('cell');
    await expect(cells).toHaveText(['1st', `${winner.id.slice(0, 8)}…`, '$96.00', '2', '$9.60', '$36.00', '500']);
    await dialog.getByText(/^Nothing is paid or shown yet\./).waitFor();
    await dialog.getByRole('button', { name: 'Propose announcement' }).click();
    await first.page.getByText(/^Your proposal is recorded\. Another admin has to confirm it/).waitFor();
  });

  await step('the same admin is told that another one has to confirm it', async () => {
    await announcement.getByText(/^You proposed the announcement on .*\. Another admin has to confirm it\./).waitFor();
    await expect(announcement.getByRole('button')).toHaveCount(0);
    const again = callAs(address, await adminToken(address))(competitionsConsoleHttp.announce, { params: { id } });
    await expect(again).rejects.toThrow(competitionProblems.needsAnother.message);
  });

  await step('another admin confirms it, and both see that it is done', async () => {
    await signInToConsole(second.page, colleague);
    await second.page.goto(`/admin/competitions/${id}/show`);
    const theirs = announcementOn(second.page);
    await theirs.getByText(/proposed the announcement on .*\. Another admin has to confirm it\.$/).waitFor();
    await theirs.getByRole('button', { name: 'Confirm and announce' }).click();
    const dialog = second.page.getByRole('dialog');
    await dialog.getByText('members get $50.40').waitFor();
    await dialog.getByText(/^This cannot be undone\./).waitFor();
    await dialog.getByRole('button', { name: 'Confirm and announce' }).click();
    await second.page.getByText('The winners are announced').waitFor();
    for (const shown of [announcement, theirs])
      await shown.getByText(/^Announced on .*, proposed by .* and confirmed by /).waitFor();
  });

  const { page, complaints } = await open();
  const main = page.getByRole('main');
  await step('the winner is shown on the page of the challenge, with what the place won', async () => {
    await enter(page, winner);
    await page.goto('/poster-competition');
    const winners = main.getByRole('list', { name: `Winners of ${monthName(month)}` });
    await expect(winners.getByRole('listitem')).toHaveCount(1);
    for (const text of ['1st', '$36.00 and 500 credits', '$96.00', '2 buyers', winner.picture.original_prompt])
      await winners.getByText(text, { exact: true }).waitFor();
  });

  await step('profit sharing names the sum, and the day before which it cannot be paid out', async () => {
    const places = main.getByRole('region', { name: 'Where it is now' });
    await expect(async () => {
      await page.goto('/profit-sharing');
      await main.getByRole('row', { name: /^Challenges 1 / }).waitFor({ timeout: 5_000 });
      await places.getByText(WON).waitFor({ timeout: 5_000 });
    }).toPass();
    await main.getByText(`${WON} by challenges`).waitFor();
    await main.getByText(/without prize credits, which you can spend but not have paid out\.$/).waitFor();
    await places.getByText(/^can be paid out from .* \(UTC\)$/).waitFor();
    await places.getByText(/^Nothing can be paid out before .* \(UTC\)\./).waitFor();
    await expect(places.getByRole('button', { name: 'Request a payout' })).toHaveCount(0);
  });

  await step('a payout before that day is refused in plain words', async () => {
    const body = { dollars: 45.6, iban: IBAN, accountHolder: 'Mira Okafor' };
    const early = callAs(address, winner.token)(earningsHttp.requestPayout, { body });
    await expect(early).rejects.toThrow(earningProblems.notRested.message);
  });

  await step('the statement has the dollars and the credits', async () => {
    await page.goto('/statement');
    const entries = main.getByRole('list', { name: 'Entries' });
    const share = entries.getByRole('listitem').filter({ hasText: 'Challenge earnings' });
    await share.getByText(`+${WON}`).waitFor();
    const prize = entries.getByRole('listitem').filter({ hasText: 'Poster Design Challenge, 1st place' });
    await prize.getByText('+500 credits').waitFor();
  });

  await step('a mail says so to the winner, and another to who has a share alone', async () => {
    const textOf = (email: string, subject: string) =>
      mailed(product, email, (mails) => mails.find((mail) => mail.subject === subject)?.text);
    const won = await textOf(winner.email, 'You won 1st place in the Poster Design Challenge');
    expect(won).toContain('1st place: $36.00 and 500 credits.');
    expect(won).toContain(`${WON} is in your wallet.`);
    const shared = await textOf(other.email, 'Your share of the Poster Design Challenge');
    expect(shared).toContain('No entry of yours won a place.');
    expect(shared).toContain('$4.80 is in your wallet.');
  });

  expect([...complaints, ...first.complaints, ...second.complaints]).toEqual([]);
});

test('winners: two admins who propose at the same time announce them once', async ({ open, product }) => {
  const { id } = await closedChallenge(product);
  const colleague = await makeOperator(product, 'admin');
  const [first, second] = [await open(), await open()];

  await step('both look at the standing', async () => {
    await openChallenge(first.page, firstAdmin, id);
    await openChallenge(second.page, colleague, id);
    for (const { page } of [first, second]) {
      await announcementOn(page).getByRole('button', { name: 'Announce winners' }).click();
      await page.getByRole('dialog').getByText('members get $50.40').waitFor();
    }
  });

  await step('both propose, and both see the winners announced', async () => {
    // The later click is on the other name where the earlier proposal is known by then.
    const name = /^(Propose announcement|Confirm and announce)$/;
    const propose = ({ page }: typeof first) => page.getByRole('dialog').getByRole('button', { name }).click();
    await Promise.all([propose(first), propose(second)]);
    for (const { page } of [first, second])
      await announcementOn(page)
        .getByText(/^Announced on /)
        .waitFor();
  });

  await step('it is recorded once', async () => {
    const call = callAs(product.address, await adminToken(product.address));
    const stream = competitionStream.nameOf(id);
    const filter = JSON.stringify({ stream, type: ['AnnouncementProposed', 'WinnersAnnounced'] });
    const recorded = async () =>
      (await call(eventsHttp.list, { query: { filter } })).map(({ type }) => type).toSorted();
    await expect.poll(recorded).toEqual(['AnnouncementProposed', 'WinnersAnnounced']);
  });

  expect([...first.complaints, ...second.complaints]).toEqual([]);
});
