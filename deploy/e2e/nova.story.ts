import assert from 'node:assert/strict';
import { expect } from '@playwright/test';
import type { Page } from 'playwright-core';
import { step, test } from './fixtures.ts';
import { enter, register } from './people.ts';

const START = '/api/chat/webhooks/conversation';

const panel = (page: Page) => page.getByRole('dialog', { name: 'Nova' });
const openButton = (page: Page) => page.getByRole('button', { name: 'Chat with Nova' });
const field = (page: Page) => panel(page).getByLabel('Your message');
const says = (page: Page, text: string | RegExp) => panel(page).getByText(text).last().waitFor();

async function ask(page: Page, question: string, answer: string | RegExp): Promise<void> {
  await field(page).fill(question);
  await field(page).press('Enter');
  await says(page, answer);
}

/** Types with the keys alone, wherever the focus is. */
async function typeQuestion(page: Page, question: string): Promise<void> {
  await page.keyboard.type(question);
  await page.keyboard.press('Enter');
}

test('Nova: a question, its follow-up, the member’s own figures, and the page that an answer leads to', async ({
  open,
  product: { address },
}) => {
  const member = await register(address);
  const { page, complaints } = await open();
  await enter(page, member);

  await step('nothing of the assistant comes before it is opened', async () => {
    await openButton(page).waitFor();
    const loaded = await page.evaluate<string[]>(`performance.getEntriesByType('resource').map(({ name }) => name)`);
    assert.deepEqual(
      loaded.filter((name) => /\/assets\/(nova-panel|answering)-/.test(name)),
      [],
    );
  });

  await step('the panel connects, and says what it is', async () => {
    await openButton(page).click();
    await says(page, 'Automated assistant');
    await says(page, 'Connected');
    await says(page, /I am Nova, the automated assistant/);
  });

  await step('a question is answered from the policies, and the next goes on from it', async () => {
    await ask(page, 'How much is Creator?', /Creator: \$19\.99 a month/);
    await ask(page, 'and yearly?', /\$15\.99 a month, charged as \$191\.88 once a year/);
    await ask(page, 'and for Studio?', /\$31\.99 a month/);
  });

  await step('a suggestion asks for the member’s own figures', async () => {
    await ask(page, 'how many credits do I have left', 'You have 50 credits, and $0.00 in your wallet.');
    await panel(page).getByRole('button', { name: 'What is left of my month?' }).click();
    await says(page, 'Images made this month: 0 of 50, 50 left');
  });

  await step('what it does not know leads to the contact form, filled in', async () => {
    await ask(page, 'how tall is the Eiffel tower', /I do not know/);
    await panel(page).getByRole('link', { name: 'Contact Us' }).click();
    await page.getByRole('heading', { level: 1, name: 'Contact Us' }).waitFor();
    await expect(page.getByLabel('Message', { exact: true })).toHaveValue('how tall is the Eiffel tower');
    await expect(page.getByLabel('Email')).toHaveValue(member.email);
  });

  await step('the panel stays beside the page, and leads on', async () => {
    await ask(page, 'How do I make an image?', /Open the Creative Studio/);
    await panel(page).getByRole('link', { name: 'Creative Studio' }).click();
    await page.getByRole('heading', { level: 1, name: 'Creative Studio' }).waitFor();
  });

  await step('closing it ends the conversation; opened again it remembers', async () => {
    const ended = page.waitForResponse((response) => response.url().endsWith('/conversation/end'));
    await panel(page).getByRole('button', { name: 'Close chat' }).click();
    assert.equal((await ended).ok(), true);
    await openButton(page).click();
    await says(page, /welcome back/);
    await panel(page).getByText('How much is Creator?').waitFor();
  });

  await step('signing out takes the conversation along', async () => {
    await panel(page).getByRole('button', { name: 'Close chat' }).click();
    await page.getByRole('button', { name: 'Account' }).click();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor();
    assert.equal(await page.evaluate(`sessionStorage.getItem('novaConversationHistory')`), null);
    await page.getByRole('contentinfo').getByRole('link', { name: 'Get Help' }).click();
    await page.getByRole('heading', { level: 1, name: 'Contact Us' }).waitFor();
  });
  assert.deepEqual(complaints, []);
});

test('Nova: a connection that fails, known answers meanwhile, and Retry', async ({ open, product: { address } }) => {
  const member = await register(address);
  const { page, complaints, expectRefusal } = await open();
  await enter(page, member);
  expectRefusal(START);
  await page.route(`**${START}`, (route) => route.fulfill({ status: 503, body: '' }));
  await page.getByRole('contentinfo').getByRole('button', { name: 'Get Help' }).click();

  await says(page, 'Nova is temporarily unavailable. Please refresh the page.');
  await ask(page, 'What does Creator cost?', 'Answered offline: it may be old.');
  await ask(page, 'my balance', /own figures need a connection/);

  await page.unroute(`**${START}`);
  await panel(page).getByRole('button', { name: 'Retry' }).click();
  await says(page, 'Connected');
  await ask(page, 'my balance', 'You have 50 credits, and $0.00 in your wallet.');
  assert.deepEqual(complaints, []);
});

for (const width of [390, 1440]) {
  test(`Nova: by the keyboard alone, ${width} px`, async ({ open, product: { address } }) => {
    const member = await register(address);
    const { page, complaints } = await open({ viewport: { width, height: 844 } });
    await enter(page, member);
    await page.goto('/contact');
    await page.getByLabel('Subject').waitFor();
    await openButton(page).focus();
    await page.keyboard.press('Enter');
    await expect(field(page)).toBeFocused();
    await typeQuestion(page, 'where are my invoices');
    await says(page, /There is an invoice for each plan payment/);
    // Back from the field to the last suggestion, and from there to the ways to pages.
    await page.keyboard.press('Shift+Tab');
    await expect(panel(page).getByRole('button', { name: 'How can I pay?' })).toBeFocused();
    await page.keyboard.press('Enter');
    await says(page, /Plans, wallet top-ups and print orders are paid by card/);
    await expect(field(page)).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(panel(page)).toHaveCount(0);
    await expect(openButton(page)).toBeFocused();
    assert.deepEqual(complaints, []);
  });
}
