import type { Page } from 'playwright-core';
import type { Look } from './look.ts';
import { everyLook } from './every-look.ts';

const START = '/api/chat/webhooks/conversation';

/** From a page to the panel above it. */
async function openPanel(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Chat with Nova' }).click();
  await page.getByLabel('Your message').waitFor();
}

async function ask(page: Page, question: string, answer: string | RegExp): Promise<void> {
  await page.getByLabel('Your message').fill(question);
  await page.keyboard.press('Enter');
  await page.getByText(answer).last().waitFor();
}

const looks: readonly Look[] = [
  {
    name: 'nova',
    path: '/pricing',
    overlay: true,
    gate: true,
    async settle(page) {
      await openPanel(page);
      await page.getByText('Connected', { exact: true }).waitFor();
    },
  },
  {
    name: 'nova-answers',
    path: '/public-gallery',
    overlay: true,
    gate: false,
    async settle(page) {
      await openPanel(page);
      await ask(page, 'What do the plans cost?', /saves 20%/);
      await ask(page, 'and for Studio?', /Studio: \$39\.99/);
      await ask(page, 'how tall is the Eiffel tower', /I do not know/);
    },
  },
  {
    name: 'nova-failed',
    path: '/orders',
    refused: START,
    overlay: true,
    gate: false,
    async settle(page) {
      await page.route(`**${START}`, (route) => route.fulfill({ status: 503, body: '' }));
      await openPanel(page);
      await page.getByText('Nova is temporarily unavailable. Please refresh the page.').waitFor();
      await ask(page, 'What does Creator cost?', 'Answered offline: it may be old.');
      await ask(page, 'my balance', /own figures need a connection/);
    },
  },
  // The button covers this.
  {
    name: 'nova-button',
    path: '/generator',
    overlay: true,
    gate: false,
    settle: (page) => page.getByRole('button', { name: 'Chat with Nova' }).waitFor(),
  },
];

everyLook('app', 'member', looks);
