import { utcMonth } from '@easel/contracts/account/policy';
import type { CompetitionRecord } from '@easel/contracts/competitions/console.http';
import type { competitionsHttp } from '@easel/contracts/competitions/http';
import { announcedFrom, challengeWindow } from '@easel/contracts/competitions/policy';
import type { Reply } from '@easel/contracts/kernel/client/address';
import { expect } from '@playwright/test';
import type { Page } from 'playwright-core';
import { changeReply } from './changed-reply.ts';
import { everyLook } from './every-look.ts';
import type { Look } from './look.ts';

type Challenge = Reply<typeof competitionsHttp.challenge>;
const PATH = '/poster-competition';
const KIND = '**/api/competitions/kinds/poster';

/** The pictures of the entries and of what they sold. */
const entries = async (page: Page) => {
  await page.getByRole('list', { name: 'Leaderboard' }).getByText('1 buyer').first().waitFor();
  await page.getByRole('list', { name: 'Entries', exact: true }).locator('img').first().waitFor();
  // Its pictures are fetched once they are near the window.
  await page.getByRole('list', { name: 'Your entries' }).scrollIntoViewIfNeeded();
  await expect(page.getByRole('list', { name: 'Your entries' }).locator('img')).toHaveCount(2);
  await page.evaluate('scrollTo(0, 0)');
};

/** What two entries that several members ordered win: 25% and 20% of $96.00. */
const results = [
  { place: 1, proceeds: 66, buyers: 4, prize: 24 },
  { place: 2, proceeds: 30, buyers: 2, prize: 19.2 },
];

/** Time does not pass in a look: shows the open challenge as one that is over. */
async function afterItsEnd(page: Page, state: 'closed' | 'announced'): Promise<void> {
  await changeReply<Challenge>(page, KIND, async (reply, fetched) => {
    const { open } = reply;
    if (!open) return reply;
    const all = await fetched<Reply<typeof competitionsHttp.entries>>(
      `/api/competitions/${open.id}/entries?sort=proceeds`,
    );
    const won = all.items.map((entry, index) => ({ ...entry, ...results[index] }));
    return { ...reply, open: null, past: [{ ...open, state, winners: state === 'announced' ? won : [] }] };
  });
  await page.reload();
}

const chosen = (prompt: string) => async (page: Page) => {
  await page.getByRole('button', { name: 'Enter the challenge' }).click();
  await page.getByRole('button', { name: `Choose: ${prompt}` }).click();
};

const looks: readonly Look[] = [
  { name: 'challenge-open', path: PATH, gate: true, settle: entries },
  {
    name: 'challenge-closed',
    path: PATH,
    gate: false,
    async settle(page) {
      await afterItsEnd(page, 'closed');
      await entries(page);
    },
  },
  {
    name: 'challenge-winners',
    path: PATH,
    gate: false,
    async settle(page) {
      await afterItsEnd(page, 'announced');
      await page.getByRole('heading', { name: 'Past winners' }).waitFor();
      await page.getByText('1st Place').last().waitFor();
    },
  },
  {
    name: 'challenge-choose',
    path: PATH,
    gate: false,
    overlay: true,
    async settle(page) {
      await page.getByRole('button', { name: 'Enter the challenge' }).click();
      await page.getByRole('list', { name: 'Your newest pictures' }).locator('img').first().waitFor();
    },
  },
  {
    name: 'challenge-refused',
    path: PATH,
    gate: false,
    overlay: true,
    async settle(page) {
      await chosen('A long shore')(page);
      await page.getByText(/4K/).last().waitFor();
    },
  },
  {
    name: 'how-to-compete-deadline',
    path: PATH,
    gate: false,
    overlay: true,
    async settle(page) {
      await entries(page);
      // The button is in the visitors' bar alone; the dialog opens by an event of the window.
      await page.evaluate("dispatchEvent(new CustomEvent('how-to-compete', { detail: { type: 'poster' } }))");
      await page.getByRole('dialog').getByText('Tides and what they leave').waitFor();
    },
  },
];

/** Opens the challenge with entries, as one whose winners can be announced. */
async function openClosed(page: Page): Promise<void> {
  const month = utcMonth(new Date(Date.now() - 2 * 31 * 86_400_000));
  const { opensAt, closesAt } = challengeWindow(month);
  await changeReply<CompetitionRecord>(page, /\/api\/admin\/competitions\/[\da-f-]{36}$/, (challenge) => ({
    ...challenge,
    state: 'closed',
    month,
    opens_at: opensAt.toISOString(),
    closes_at: closesAt.toISOString(),
    announced_from: announcedFrom(closesAt).toISOString(),
  }));
  await page.getByRole('main').getByText('Tides and what they leave').first().click();
  await page.getByRole('button', { name: 'Announce winners' }).waitFor();
}

const consoleLooks: readonly Look[] = [
  {
    name: 'console-challenge-closed',
    path: '/admin/competitions?filter={"kind":"poster"}',
    gate: false,
    async settle(page) {
      await openClosed(page);
      await page.getByRole('region', { name: 'Entries' }).getByText('$').first().waitFor();
    },
  },
  {
    name: 'console-challenge-announce',
    path: '/admin/competitions?filter={"kind":"poster"}',
    gate: false,
    overlay: true,
    async settle(page) {
      await openClosed(page);
      await page.getByRole('button', { name: 'Announce winners' }).click();
      await page.getByRole('dialog').getByText('$').first().waitFor();
    },
  },
];

everyLook('app', 'entrant', looks);
everyLook('console', 'admin', consoleLooks);
