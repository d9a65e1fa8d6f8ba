import assert from 'node:assert/strict';
import { expect } from '@playwright/test';
import { randomBytes } from 'node:crypto';
import type { Locator, Page } from 'playwright-core';
import { step, test } from './fixtures.ts';
import { newMember } from './people.ts';

/** An image may take this long on a machine that does other things as well. */
const IMAGE_WITHIN_MS = 90_000;

/** Members of its own have the credits that everyone starts with. */
test('the generator: what the studio does beyond the main job', async ({ open }) => {
  const { page, complaints, expectRefusal } = await open();
  const shirt = named('Emblem of a mountain under a moon');
  const long = named('City street in the rain');
  const short = named('An owl at night');
  const batch = [named('A fox in snow'), named('A whale at dusk')];

  await step('the form starts from the preferences as far as the plan goes', async () => {
    await enter(page);
    await radio(page, '1K').waitFor();
    assert.equal(await radio(page, '1K').isChecked(), true);
    assert.equal(await priceOf(page), 5);
    await creditsBecome(page, 50);
  });

  await step('a T-shirt print is square and transparent', async () => {
    await radio(page, 'T-shirt').check();
    await page.getByTitle('A T-shirt print is square').waitFor();
    assert.equal(await page.getByRole('button', { name: /^Shape/ }).count(), 0);
    await order(page, shirt);
    await done(page, shirt);
    await page.getByText('Image generated successfully!').waitFor();
    assert.deepEqual(await card(page, shirt).locator('img').evaluate(cornerOf), { square: true, alpha: 0 });
  });

  await step('a poster has the shapes of posters', async () => {
    await radio(page, 'Poster').check();
    await page.getByRole('button', { name: /^Shape/ }).click();
    await expect(page.getByRole('group', { name: 'Shape' }).last().getByRole('radio')).toHaveCount(5);
    await page.keyboard.press('Escape');
    await page.getByLabel('Prompt', { exact: true }).fill('Jazz night in Berlin, 14 June');
    const words = page.getByLabel('Words in the picture', { exact: true });
    await expect(words).toHaveValue('Jazz night in Berlin, 14 June');
    await page.getByRole('button', { name: 'Remove the words' }).click();
    await expect(words).toHaveValue('');
    await radio(page, 'Image').check();
  });

  await step('what will be drawn is said before it is paid, and near ideas where it cannot be', async () => {
    const prompt = page.getByLabel('Prompt', { exact: true });
    await prompt.fill('a red fox in the snow');
    await page.getByText('Will be drawn: fox, snow').waitFor();
    await prompt.fill('a typewriter on a desk');
    await page.getByText('I cannot draw typewriter or desk yet; this becomes an abstract composition').waitFor();
    await page.getByRole('button', { name: 'guitar', exact: true }).click();
    await expect(prompt).toHaveValue('a guitar on a desk');
    await page.getByText('Will be drawn: guitar').waitFor();
  });

  await step('a prompt is written out, and shown before it is used', async () => {
    const prompt = page.getByLabel('Prompt', { exact: true });
    await prompt.fill('a red fox');
    await page.getByRole('button', { name: 'Enhance', exact: true }).click();
    const enhanced = page.getByRole('group', { name: 'Enhanced prompt' });
    await expect(enhanced.getByText(/^a red fox, /)).toBeVisible();
    await enhanced.getByRole('button', { name: 'Keep mine' }).click();
    await expect(prompt).toHaveValue('a red fox');
    await page.getByRole('button', { name: 'Enhance', exact: true }).click();
    const text = await enhanced.getByText(/^a red fox, /).textContent();
    await enhanced.getByRole('button', { name: 'Another' }).click();
    await expect(enhanced.getByText(/^a red fox, /)).not.toHaveText(text ?? '');
    const other = (await enhanced.getByText(/^a red fox, /).textContent()) ?? '';
    await enhanced.getByRole('button', { name: 'Use this prompt' }).click();
    await expect(prompt).toHaveValue(other);
    await page.getByText(/^Will be drawn: fox, /).waitFor();
  });

  await step('what the renderer ignores is greyed out and says why', async () => {
    await page.getByText('Advanced', { exact: true }).click();
    await page.getByText('Not used by the built-in renderer', { exact: true }).click();
    assert.equal(await page.getByRole('slider', { name: 'Creative detailing' }).isDisabled(), true);
    await page.getByText('The built-in renderer draws all the detail that its subject has').waitFor();
    await page.getByRole('button', { name: 'Roll a new seed' }).click();
    assert.match(await page.getByLabel('Seed', { exact: true }).inputValue(), /^\d+$/);
    await page.getByLabel('Seed', { exact: true }).fill('');
  });

  await step('a preset is saved, applied and deleted', async () => {
    await choose(page, 'Shape', 'Widescreen (16:9)');
    await choose(page, 'Model and style', 'Anime');
    await page.getByRole('button', { name: 'Presets' }).click();
    await page.getByLabel('Keep these settings as').fill('Wide anime');
    await page.keyboard.press('Enter');
    await page.getByText('Preset “Wide anime” saved').waitFor();
    await page.keyboard.press('Escape');
    await choose(page, 'Shape', 'Vertical (1:2)');
    await choose(page, 'Model and style', 'Cinematic');
    await page.getByRole('button', { name: 'Presets' }).click();
    await page.getByRole('button', { name: 'Wide anime', exact: true }).click();
    await page.getByText('Preset “Wide anime” applied').waitFor();
    await page.getByRole('button', { name: 'Shape: 16:9' }).waitFor();
    await page.getByRole('button', { name: 'Model and style: Realism · Anime' }).waitFor();
    await page.getByRole('button', { name: 'Presets' }).click();
    await page.getByRole('button', { name: 'Delete preset: Wide anime' }).click();
    await page.getByText('Preset “Wide anime” deleted').waitFor();
    await page.keyboard.press('Escape');
  });

  await step('progress is seen, the next order waits in line, and an identical one is refused', async () => {
    expectRefusal('/api/generation/generate');
    await radio(page, '4').check();
    await order(page, long);
    await card(page, long).getByRole('progressbar').waitFor();
    await page.keyboard.press('Control+Enter');
    await page.getByRole('article').getByText('This generation is already in progress. Please wait.').waitFor();
    await radio(page, '1').check();
    await order(page, short);
    await card(page, short)
      .getByText(/in line/)
      .waitFor();
  });

  await step('what waits is cancelled, costs nothing, and is tried again', async () => {
    await card(page, short).getByRole('button', { name: 'Cancel' }).click();
    await card(page, short).getByText('This generation was cancelled').waitFor();
    await done(page, long);
    await creditsBecome(page, 25);
    await card(page, short).getByRole('button', { name: 'Try again' }).click();
    await done(page, short);
    await creditsBecome(page, 20);
  });

  await step('several prompts go at once, for the price that is shown', async () => {
    await page.getByRole('switch', { name: /^Batch/ }).check();
    await page.getByLabel('Prompts, one a line').fill(batch.join('\n'));
    assert.equal(await priceOf(page), 10);
    await page.getByRole('button', { name: 'Generate 2 prompts' }).click();
    for (const prompt of batch) await done(page, prompt);
    await page.getByText('Batch generation completed!').waitFor();
    await creditsBecome(page, 10);
    await page.getByRole('switch', { name: /^Batch/ }).uncheck();
    await sheetOf(page, batch);
  });

  await step(
    'after a reload the work is still there, the batch on its sheet, to be taken home as one file',
    async () => {
      await page.reload();
      const sheet = await sheetOf(page, batch);
      for (const prompt of [shirt, long, short]) await card(page, prompt).waitFor();
      const saved = page.waitForEvent('download');
      await sheet.getByRole('button', { name: 'Download all' }).click();
      assert.match((await saved).suggestedFilename(), /\.zip$/);
    },
  );

  await step('an image is published, and its seed goes into the form', async () => {
    const [first = ''] = batch;
    await more(page, first, 'Make public');
    await page.getByText('Image made public successfully!').waitFor();
    await more(page, first, /^Use seed \d+$/);
    assert.match(await seedOf(page), /^\d+$/);
    await card(page, first).getByRole('button', { name: 'More' }).click();
    await page.getByRole('button', { name: 'Make private' }).waitFor();
    await page.keyboard.press('Escape');
  });

  await step('two images are compared, by keyboard alone', async () => {
    await card(page, short).getByRole('button', { name: 'More' }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Compare with another' }).focus();
    await page.keyboard.press('Enter');
    await page.getByText('Choose the picture to compare it with.').waitFor();
    await page.getByRole('button', { name: `Compare with image 1 of 1: ${shirt}` }).focus();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Compare' });
    await dialog.getByRole('row', { name: `Prompt ${short} ${shirt}` }).waitFor();
    await dialog.getByRole('row', { name: /^Seed \d+ \d+$/ }).waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    assert.equal(await page.getByText('Choose the picture to compare it with.').count(), 0);
  });

  await step('pictures of others are a way to begin', async () => {
    await page.getByRole('button', { name: 'Inspiration', exact: true }).click();
    const begin = page.getByRole('link', { name: /^Begin with: / }).first();
    const theirs = ((await begin.textContent()) ?? '').replace(/^Begin with: /, '');
    await begin.click();
    await page.waitForURL((url) => url.searchParams.has('remix'));
    await expect(page.getByLabel('Prompt', { exact: true })).toHaveValue(theirs);
    await page.getByRole('button', { name: 'Not a remix' }).click();
    await page.getByRole('button', { name: 'Your work', exact: true }).click();
  });

  await step('earlier prompts are remembered', async () => {
    await page.getByRole('button', { name: 'Earlier prompts' }).click();
    await page.getByRole('button', { name: long, exact: true }).click();
    assert.equal(await page.getByLabel('Prompt', { exact: true }).inputValue(), long);
  });

  await step('an image hands its settings back to the form', async () => {
    await card(page, shirt).getByRole('button', { name: 'Use these settings' }).click();
    assert.equal(await page.getByLabel('Prompt', { exact: true }).inputValue(), shirt);
    assert.equal(await radio(page, 'T-shirt').isChecked(), true);
    assert.match(await seedOf(page), /^\d+$/);
    await card(page, short).getByRole('button', { name: 'Open image 1 of 1' }).click();
    await page.getByRole('link', { name: 'Use these settings' }).click();
    await page.waitForURL((url) => url.searchParams.has('from'));
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    assert.equal(await page.getByLabel('Prompt', { exact: true }).inputValue(), short);
    assert.equal(await radio(page, 'Image').isChecked(), true);
  });

  await step('after a reload in the middle the images come all the same', async () => {
    await enter(page);
    await creditsBecome(page, 50);
    await radio(page, '2K').check();
    await radio(page, '4').check();
    await order(page, long);
    await card(page, long).getByRole('button', { name: 'Cancel' }).waitFor();
    await page.reload();
    await card(page, long).getByRole('progressbar').waitFor();
    await done(page, long);
    assert.equal(
      await card(page, long)
        .getByRole('button', { name: /^Open image/ })
        .count(),
      4,
    );
    // The choices were kept, too: four more would cost more than what is left.
    await radio(page, '1').check();
    await creditsBecome(page, 10);
  });

  await step('the browser had nothing to complain of', () => {
    assert.deepEqual(complaints, []);
  });
});

/** Reads the seed in the form; its field is rendered when the advanced settings are opened. */
async function seedOf(page: Page): Promise<string> {
  const seed = page.getByLabel('Seed', { exact: true });
  if ((await seed.count()) === 0) await page.getByText('Advanced', { exact: true }).click();
  return seed.inputValue();
}

const named = (prompt: string): string => `${prompt} ${randomBytes(3).toString('hex')}`;

/** A new member's studio. */
async function enter(page: Page): Promise<void> {
  const { password, ...member } = newMember();
  const reply = await page.request.post('/api/auth/register', {
    data: { ...member, password, confirmPassword: password },
  });
  assert.equal(reply.ok(), true, await reply.text());
  const { token } = (await reply.json()) as { token: string };
  await page.goto('/about');
  await page.evaluate(`sessionStorage.clear(); localStorage.setItem('token', ${JSON.stringify(token)})`);
  await page.goto('/generator');
  await page.getByRole('heading', { level: 1, name: 'Creative Studio' }).waitFor();
}

/** Chooses one in a panel of the form. */
async function choose(page: Page, field: string, name: string): Promise<void> {
  await page.getByRole('button', { name: new RegExp(`^${field}`) }).click();
  // One of the two panels closes by that.
  await radio(page, name).click();
  await page.keyboard.press('Escape');
}

/** What is done with an image from its menu. */
async function more(page: Page, prompt: string, deed: string | RegExp): Promise<void> {
  await card(page, prompt).getByRole('button', { name: 'More' }).click();
  await page.getByRole('button', { name: deed }).click();
}

/** The contact sheet of a batch, whole and in order. */
async function sheetOf(page: Page, prompts: readonly string[]): Promise<Locator> {
  const sheet = page.getByRole('region', { name: `Batch of ${prompts.length} prompts` });
  await sheet.getByText('All done').waitFor({ timeout: IMAGE_WITHIN_MS });
  const names = await sheet
    .getByRole('article')
    .evaluateAll((articles) => articles.map((article) => (article as { ariaLabel: string | null }).ariaLabel));
  assert.deepEqual(names, prompts);
  return sheet;
}

const radio = (page: Page, name: string): Locator => page.getByRole('radio', { name, exact: true });
const card = (page: Page, prompt: string): Locator => page.getByRole('article', { name: prompt, exact: true }).last();

async function order(page: Page, prompt: string): Promise<void> {
  await page.getByLabel('Prompt', { exact: true }).fill(prompt);
  await page.keyboard.press('Control+Enter');
  await card(page, prompt).waitFor();
}

const done = (page: Page, prompt: string): Promise<void> =>
  card(page, prompt).getByText(/^Done/).waitFor({ timeout: IMAGE_WITHIN_MS });

const priceOf = async (page: Page): Promise<number> =>
  Number.parseFloat((await page.getByTestId('price').textContent()) ?? '');

const creditsBecome = (page: Page, credits: number): Promise<void> =>
  page
    .locator('form p', { hasText: /^Balance/ })
    .getByText(`${credits} credits`, { exact: true })
    .waitFor();

/** What is used of the browser's own types, as this program is compiled without them. */
interface Drawable {
  readonly naturalWidth: number;
  readonly naturalHeight: number;
  readonly ownerDocument: { createElement(name: 'canvas'): Canvas };
  decode(): Promise<void>;
}
interface Canvas {
  width: number;
  height: number;
  getContext(kind: '2d'): {
    drawImage(image: Drawable, x: number, y: number): void;
    getImageData(x: number, y: number, width: number, height: number): { data: ArrayLike<number> };
  };
}

/** Whether a picture is square, and how opaque its first pixel is. */
async function cornerOf(element: unknown): Promise<{ square: boolean; alpha: number | undefined }> {
  const image = element as Drawable;
  await image.decode();
  const canvas = image.ownerDocument.createElement('canvas');
  canvas.width = canvas.height = 1;
  const context = canvas.getContext('2d');
  context.drawImage(image, 0, 0);
  const { data } = context.getImageData(0, 0, 1, 1);
  return { square: image.naturalWidth === image.naturalHeight, alpha: data[3] };
}
