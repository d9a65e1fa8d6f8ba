import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { expect } from '@playwright/test';
import { findPacket } from '@easel/contracts/origin/packet';
import type { Locator, Page } from 'playwright-core';
import { firstAdmin } from './first-admin.ts';
import { step, test } from './fixtures.ts';
import { signInToConsole } from './operators.ts';
import { enter, register } from './people.ts';
import { downloadOf } from './shop.ts';

const IMAGE_WITHIN_MS = 90_000;
/** A pause takes effect in every process and page within this time. */
const PAUSED_WITHIN_MS = 60_000;
/** Refused calls after which a generation fails. */
const REFUSALS = 3;
/** Time in which two generations fail, the second after the provider's pause. */
const FAILING_WITHIN_MS = 120_000;

test.use({ providers: 'stand-in' });

test('providers: a picture by a model, from the console to the downloaded file', async ({
  open,
  standIn,
  product: { address },
}) => {
  const member = await register(address);
  const { page, complaints } = await open();
  const operator = await open();
  const mark = randomBytes(3).toString('hex');
  const owl = `An owl that reads ${mark}`;
  const fox = `A fox like the owl ${mark}`;

  await step('the operator sees the configured providers', async () => {
    await signInToConsole(operator.page, firstAdmin);
    await operator.page.goto('/admin/providers');
    for (const label of ['Stand-in Images', 'Stand-in FLUX', 'Stand-in Mystic']) {
      await cardOf(operator.page, label).getByText('Ready', { exact: true }).waitFor();
    }
  });

  await step('the studio shows the provider before paying, and makes the picture', async () => {
    await enter(page, member);
    await page.goto('/generator');
    await page.getByLabel('Made by').selectOption({ label: 'Stand-in Images' });
    await page.getByText(/^Made by Stand-in Images/).waitFor();
    await order(page, owl);
    await done(page, owl);
    await creditsBecome(page, 45);
  });

  await step('a reference picture is sent with the next request', async () => {
    await page.getByRole('button', { name: 'Add a picture' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add reference pictures' });
    await dialog.getByRole('button', { name: owl }).click();
    await dialog.getByText('1 of 8 chosen').waitFor();
    await dialog.getByRole('button', { name: 'Done' }).click();
    await order(page, fox);
    await done(page, fox);
    await creditsBecome(page, 40);
  });

  await step('a variation, a replaced part and an extended picture join the original', async () => {
    await card(page, owl).getByRole('button', { name: 'Open image 1 of 1' }).click();
    const viewer = page.getByRole('dialog', { name: 'Image preview' });
    await detail(viewer, 'Made by', 'Stand-in Images').waitFor();

    await viewer.getByRole('button', { name: 'More like this' }).click();
    await makeIt(page, 'More like this');
    await newVariant(viewer);

    await viewer.getByRole('button', { name: 'Replace a part…' }).click();
    const replace = page.getByRole('dialog', { name: 'Replace a part' });
    await replace.getByText('Mark a rectangle by numbers').click();
    await replace.getByRole('button', { name: 'Mark the rectangle' }).click();
    await replace.getByLabel('What should be there instead').fill('A lantern');
    await makeIt(page, 'Replace a part');
    await newVariant(viewer);

    await viewer.getByRole('button', { name: 'Extend…' }).click();
    await makeIt(page, 'Extend the picture');
    await newVariant(viewer);
    await page.keyboard.press('Escape');
    await creditsBecome(page, 25);
  });

  await step('the downloaded file declares that a model made it', async () => {
    await card(page, owl).getByRole('button', { name: 'Download', exact: true }).last().click();
    const dialog = page.getByRole('dialog', { name: 'Download' });
    const file = await downloadOf(page, () => dialog.getByRole('button', { name: 'Download' }).click());
    assert.match(findPacket(file)?.text ?? '', /digitalsourcetype\/trainedAlgorithmicMedia</);
    const visitor = await open();
    await visitor.page.goto('/verify-image');
    const buffer = { name: 'owl.png', mimeType: 'image/png', buffer: file };
    await visitor.page.getByLabel('Image to verify').setInputFiles(buffer);
    await visitor.page.getByText('a machine, from words: by a model that learned from pictures').waitFor();
  });

  await step('the studio reports a paused provider before paying', async () => {
    await operator.page.getByRole('button', { name: 'Pause Stand-in Images' }).click();
    await operator.page.getByLabel('Reason').fill('Its bill is being checked');
    await operator.page.getByRole('dialog').getByRole('button', { name: 'Pause', exact: true }).click();
    await cardOf(operator.page, 'Stand-in Images').getByText('Paused', { exact: true }).waitFor();
    await saidBeforePaying(page, 'Stand-in Images is paused', PAUSED_WITHIN_MS);
    await creditsBecome(page, 25);
  });

  await step('another provider makes the picture instead', async () => {
    await refusalLine(page, 'Stand-in Images is paused').click();
    await page.getByRole('button', { name: 'Use Stand-in FLUX' }).click();
    const heron = `A heron at dawn ${mark}`;
    await order(page, heron);
    await done(page, heron);
    await creditsBecome(page, 20);
  });

  await step('the studio reports a failing provider before paying', async () => {
    await standIn.fault({ protocol: 'flux', kind: 'unavailable', times: 2 * REFUSALS });
    const wren = `A wren in the rain ${mark}`;
    await order(page, wren);
    await card(page, wren)
      .getByText(/^The provider could not be reached/)
      .waitFor({ timeout: IMAGE_WITHIN_MS });
    await order(page, `A wren in the sun ${mark}`);
    await saidBeforePaying(page, 'Stand-in FLUX does not answer', FAILING_WITHIN_MS);
    await creditsBecome(page, 20);
  });

  await step('the browser logged no errors', () => {
    assert.deepEqual(complaints, []);
  });
});

const cardOf = (page: Page, label: string): Locator => page.getByRole('region', { name: label, exact: true });
const card = (page: Page, prompt: string): Locator => page.getByRole('article', { name: prompt, exact: true }).last();
const detail = (dialog: Locator, name: string, value: string): Locator =>
  dialog.locator('dl > div', { hasText: new RegExp(`^${name}${value}$`) });

async function order(page: Page, prompt: string): Promise<void> {
  await page.getByLabel('Prompt', { exact: true }).fill(prompt);
  await page.keyboard.press('Control+Enter');
  await card(page, prompt).waitFor();
}

const done = (page: Page, prompt: string): Promise<void> =>
  card(page, prompt).getByText(/^Done/).waitFor({ timeout: IMAGE_WITHIN_MS });

const creditsBecome = (page: Page, credits: number): Promise<void> =>
  page
    .locator('form p', { hasText: /^Balance/ })
    .getByText(`${credits} credits`, { exact: true })
    .waitFor();

/** The line above the button; its details open below it. */
const refusalLine = (page: Page, sentence: string): Locator => page.locator('form summary', { hasText: sentence });

/** Reloads until the sentence is shown, because an open page is not notified. */
async function saidBeforePaying(page: Page, sentence: string, timeout: number): Promise<void> {
  await expect(async () => {
    await page.reload();
    await refusalLine(page, sentence).waitFor({ timeout: 5_000 });
  }).toPass({ timeout });
  assert.equal(await page.getByRole('button', { name: /^Generate/ }).isDisabled(), true);
}

/** Confirms a dialog that shows the price. */
async function makeIt(page: Page, title: string): Promise<void> {
  const dialog = page.getByRole('dialog', { name: title });
  await dialog.getByRole('button', { name: 'Make it for 5 credits' }).click();
  await dialog.waitFor({ state: 'detached' });
}

/** Waits until the new variant joins its original. */
async function newVariant(viewer: Locator): Promise<void> {
  await viewer.getByText('The new variant is ready.').waitFor({ timeout: IMAGE_WITHIN_MS });
  await viewer.getByRole('button', { name: 'Show it' }).click();
  await detail(viewer, 'Made by', 'Stand-in Images').waitFor();
}
