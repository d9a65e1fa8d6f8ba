import type { competitionsHttp } from '@easel/contracts/competitions/http';
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

/** Time does not pass in a look: shows the open challenge as one that is over. */
async function afterItsEnd(page: Page, state: 'closed' | 'announced'): Promise<void> {
  await changeReply<Challenge>(page, KIND, async (reply, fetched) => {
    const { open } = reply;
    if (!open) return reply;
    const all = await fetched<Reply<typeof competitionsHttp.entries>>(
      `/api/competitions/${open.id}/entries?sort=proceeds`,
    );
    const winners = state === 'announced' ? all.items.map((entry, index) => ({ ...entry, place: index + 1 })) : [];
    return { ...reply, open: null, past: [{ ...open, state, winners }] };
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

everyLook('app', 'entrant', looks);
