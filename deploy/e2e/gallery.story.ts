import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { expect } from '@playwright/test';
import { generationHttp } from '@easel/contracts/generation/http';
import type { Page } from 'playwright-core';
import { wake } from './browser.ts';
import { step, test } from './fixtures.ts';
import { enter, register } from './people.ts';
import { generate, publicPicture } from './pictures.ts';
import { callAs } from './wire.ts';

/** An image may take this long on a machine that does other things as well. */
const IMAGE_WITHIN_MS = 90_000;

test('the gallery: everything a member does with finished images', async ({ open, product: { address } }) => {
  const { page, complaints } = await open();
  const member = await register(address);
  const made = (order: object) => generate(address, member.token, order);
  const mark = randomBytes(3).toString('hex');
  const [harbour, desert] = [`A quiet harbour ${mark}`, `A red desert ${mark}`];
  for (const prompt of ['A red fox asleep in snow', 'The same at night']) await made({ prompt });
  await enter(page, member);
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);

  await step('two more images stand in the gallery, the newest first', async () => {
    await made({ prompt: harbour, model: 'zen', aspect_ratio: '16:9', seed: 77 });
    await made({ prompt: desert, style: 'cinematic' });
    await page.goto('/your-gallery');
    await card(page, desert).waitFor();
    const titles = await page.getByRole('article').locator('p[title]').allTextContents();
    assert.deepEqual(titles.slice(0, 2), [desert, harbour]);
  });

  await step('the search suggests its own prompts, and a suggestion is searched for', async () => {
    const box = page.getByRole('combobox', { name: 'Search your gallery' });
    await box.pressSequentially('quiet harb');
    await page.getByRole('option', { name: harbour }).waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.waitForURL((url) => url.searchParams.get('search') === harbour);
    await card(page, desert).waitFor({ state: 'detached' });
    await page.goto('/your-gallery');
  });

  await step('filters narrow it, stand in the address, and are cleared', async () => {
    await page.getByRole('button', { name: 'Filters' }).click();
    await page.getByLabel('Model').selectOption('zen');
    await page.waitForURL('**/your-gallery?model=zen');
    await card(page, desert).waitFor({ state: 'detached' });
    await card(page, harbour).waitFor();
    await page.reload();
    await card(page, harbour).waitFor();
    assert.equal(await page.getByLabel('Model').inputValue(), 'zen');
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await card(page, desert).waitFor();
  });

  await step('the wall shows every picture; arrow keys move between them and Enter opens one', async () => {
    await page.getByRole('link', { name: 'Wall' }).click();
    await page.waitForURL('**/your-gallery?view=wall');
    const first = page.getByRole('link', { name: `Open: ${desert}` });
    await first.focus();
    await page.keyboard.press('ArrowRight');
    assert.equal(await focusedName(page), `Open: ${harbour}`);
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: 'Image preview' }).waitFor();
    await page.waitForURL(/[?&]image=/);
    await page.goBack();
    await page.getByRole('dialog', { name: 'Image preview' }).waitFor({ state: 'detached' });
    await page.goForward();
    await page.getByRole('dialog', { name: 'Image preview' }).waitFor();
  });

  await step('a picture has a page of its own, which its owner sees while it is private', async () => {
    const tab = await page.context().newPage();
    await tab.goto((await card(page, harbour).getAttribute('href')) ?? '');
    await tab.getByRole('heading', { level: 1, name: harbour }).waitFor();
    await tab.getByRole('img', { name: harbour }).waitFor();
    await tab.close();
  });

  await step('the viewer leafs, saves, and makes public', async () => {
    const viewer = page.getByRole('dialog', { name: 'Image preview' });
    await page.keyboard.press('ArrowLeft');
    await viewer.getByText(desert).waitFor();
    await viewer.getByRole('button', { name: 'Save to gallery' }).click();
    await page.getByText('Saved to gallery!').waitFor();
    await viewer.getByRole('button', { name: 'Saved' }).waitFor();
    await viewer.getByRole('button', { name: 'Make public' }).click();
    await page.getByText('Image made public successfully!').waitFor();
    await viewer.getByRole('button', { name: 'Make private' }).waitFor();
    await expect(viewer.getByRole('button', { name: 'Make public' })).toHaveCount(0);
  });

  await step('sharing puts the address of its public page into the clipboard', async () => {
    await page.getByRole('dialog', { name: 'Image preview' }).getByRole('button', { name: 'Share' }).click();
    await page.getByText(/^Generation shared!/).waitFor();
    const shared = await page.evaluate<string>('navigator.clipboard.readText()');
    assert.match(new URL(shared).pathname, /^\/image\/[0-9a-f-]{36}$/);
    assert.ok(new URL(shared).searchParams.get('ref'));
  });

  await step('a variant joins the image it was made from', async () => {
    const viewer = page.getByRole('dialog', { name: 'Image preview' });
    await viewer.getByRole('button', { name: 'Create variant' }).click();
    const asking = page.getByRole('dialog', { name: 'Create a variant' });
    await asking.getByRole('radio', { name: '1K' }).check({ force: true });
    await asking.getByRole('button', { name: /^Create for 5 credits/ }).click();
    await page.getByText('Creating variant...').waitFor();
    await asking.waitFor({ state: 'detached' });
    await page.keyboard.press('Escape');
    await page.goto('/your-gallery?category=saved');
    await page.getByText('2 images', { exact: false }).first().waitFor({ timeout: IMAGE_WITHIN_MS });
  });

  await step('saved and public images have parts of their own', async () => {
    await card(page, desert).waitFor();
    await expect(page.getByRole('article')).toHaveCount(1);
    await page.getByRole('link', { name: 'Public', exact: true }).click();
    await page.waitForURL('**/your-gallery?category=public');
    await card(page, desert).waitFor();
  });

  await step('what is deleted can be brought back at once, and from the trash', async () => {
    await page.goto('/your-gallery');
    await page.getByRole('button', { name: `Delete: ${harbour}` }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByText('Image deleted successfully').waitFor();
    await card(page, harbour).waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Undo' }).click();
    await card(page, harbour).waitFor();

    await page.getByRole('button', { name: `Delete: ${harbour}` }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await card(page, harbour).waitFor({ state: 'detached' });
    await page.getByRole('link', { name: 'Trash' }).click();
    const row = page.getByRole('listitem').filter({ hasText: harbour });
    await row.getByText('deleted for ever in 30 days').waitFor();
    await row.getByRole('button', { name: 'Restore' }).click();
    await page.getByText('Image restored').waitFor();
    await row.waitFor({ state: 'detached' });
  });

  await step('several are chosen and saved as one archive', async () => {
    await page.getByRole('link', { name: 'All', exact: true }).click();
    await page.getByRole('checkbox', { name: `Select: ${harbour}` }).check({ force: true });
    await page.getByRole('checkbox', { name: `Select: ${desert}` }).check({ force: true });
    await page.getByText('2 selected', { exact: true }).waitFor();
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download as zip' }).click(),
    ]);
    const bytes = await readFile(await file.path());
    assert.equal(bytes.subarray(0, 4).toString('latin1'), 'PK\x03\x04');
    assert.match(file.suggestedFilename(), /\.zip$/);
    // One of them has two images by now.
    assert.equal(bytes.subarray(-22).readUInt16LE(10), 3);
    await page.getByRole('button', { name: 'Clear the selection' }).click();
    await page.getByText('2 selected', { exact: true }).waitFor({ state: 'detached' });
  });

  await step('one that is not wanted goes to the trash, is seen there, and is deleted for ever', async () => {
    const spare = `A grey cube ${mark}`;
    await made({ prompt: spare });
    await page.goto('/your-gallery');
    await page.getByRole('button', { name: `Delete: ${spare}` }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByText('Image deleted successfully').waitFor();
    await page.getByRole('link', { name: 'Trash' }).click();
    const row = page.getByRole('listitem').filter({ hasText: spare });
    await expect
      .poll(() =>
        row
          .getByRole('img', { name: spare })
          .evaluate((image: unknown) => (image as { naturalWidth: number }).naturalWidth),
      )
      .toBeGreaterThan(0);
    await row.getByRole('button', { name: 'Delete for ever' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete for ever' }).click();
    await page.getByText('Image deleted for ever').waitFor();
    await row.waitFor({ state: 'detached' });
  });

  await step('nobody complained', () => assert.deepEqual(complaints.splice(0), []));
});

test('the public gallery: what everyone sees of it', async ({ open, product: { address } }) => {
  const { prompt } = await publicPicture(address, `A red desert ${randomBytes(3).toString('hex')}`);
  const { page, complaints } = await open();

  await step('a visitor is led to what there is to discover', async () => {
    await page.goto('/');
    await page.getByRole('heading', { level: 1, name: 'Easel makes pictures from words.' }).waitFor();
    await page.getByRole('link', { name: `Open: ${prompt}` }).waitFor();
  });

  await step('a public image can be looked at, and downloading it leads to the sign-in page', async () => {
    await page.goto('/public-gallery');
    await wake(page);
    await page.getByRole('link', { name: `Open: ${prompt}` }).hover();
    const login = page.getByRole('link', { name: 'Login to Download' }).first();
    assert.match((await login.getAttribute('href')) ?? '', /^\/login\?next=%2Fimage%2F/);
    const [tab] = await Promise.all([
      page.context().waitForEvent('page'),
      page.getByRole('link', { name: `Open: ${prompt}` }).click({ modifiers: ['ControlOrMeta'] }),
    ]);
    await tab.getByRole('heading', { level: 1, name: prompt }).waitFor();
    assert.match(new URL(tab.url()).pathname, /^\/image\/[0-9a-f-]{36}$/);
    await tab.close();
    await page.getByRole('link', { name: `Open: ${prompt}` }).click();
    await page.getByRole('dialog', { name: 'Image preview' }).getByText(prompt).waitFor();
  });

  await step('a watermarked copy is saved under the prompt’s name', async () => {
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download watermarked' }).click(),
    ]);
    await page.getByText('Watermarked image downloaded successfully').waitFor();
    assert.equal(file.suggestedFilename(), `${prompt.replaceAll(' ', '').slice(0, 30)}.png`);
    const bytes = await readFile(await file.path());
    assert.equal(bytes.subarray(1, 4).toString('latin1'), 'PNG');
    const shown = await page.evaluate<string>(`(async () => {
      const reply = await fetch(document.querySelector('dialog img').src);
      return (await reply.bytes()).toBase64();
    })()`);
    const { bar, above } = await differences(page, Buffer.from(shown, 'base64'), bytes);
    assert.ok(bar.darker > 0.65 && bar.darker < 0.75, `the bar lets 28 % through, not ${1 - bar.darker}`);
    assert.ok(above > 0.5, `the brand stands across the picture: ${above}`);
    await page.keyboard.press('Escape');
  });

  await step('searching finds it, or nothing', async () => {
    const box = page.getByRole('combobox', { name: 'Search the public gallery' });
    await box.fill('red desert');
    await page.waitForURL((url) => url.searchParams.get('search') === 'red desert');
    await card(page, prompt).waitFor();
    await box.fill('no such thing');
    await page.getByText('No images found').waitFor();
  });

  await step('a category without images says so and shows the latest', async () => {
    await page.goto('/public-gallery?category=nothing-here');
    await page.getByText(/Nothing public in/).waitFor();
    await card(page, prompt).waitFor();
  });

  await step('nobody complained', () => assert.deepEqual(complaints.splice(0), []));
});

test('the public gallery: a picture is found, bought, and its file is the clean original', async ({
  open,
  product,
}) => {
  const { address } = product;
  const owner = await register(address);
  const prompt = `A red desert ${randomBytes(3).toString('hex')}`;
  const { id } = await generate(address, owner.token, { prompt });
  await callAs(address, owner.token)(generationHttp.makePublic, { params: { id }, body: { isPublic: true } });
  const { page, complaints } = await open();
  await enter(page, await register(address));

  await step('it is found by its words', async () => {
    await page.goto(`/public-gallery?search=${encodeURIComponent(prompt)}&view=all`);
    await card(page, prompt).click();
  });

  await step('it is bought with credits, and its file has every pixel of the original', async () => {
    await page.getByRole('dialog').last().getByRole('button', { name: 'Buy Image' }).click();
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page
        .getByRole('dialog')
        .last()
        .getByRole('button', { name: /^Buy for/ })
        .click(),
    ]);
    const reply = await fetch(`${address}/api/generation/download/${id}/0`, {
      headers: { authorization: `Bearer ${owner.token}` },
    });
    const original = Buffer.from(await reply.arrayBuffer());
    const { above, bar } = await differences(page, original, await readFile(await file.path()));
    assert.deepEqual({ above, below: bar.differing }, { above: 0, below: 0 });
  });

  await step('nobody complained', () => assert.deepEqual(complaints.splice(0), []));
});

interface Differences {
  /** Mean difference of the samples above the bar, from 0 to 255. */
  above: number;
  /** At its end, where no words are: how much darker it is, from 0 to 1, and by how much it differs. */
  bar: { darker: number; differing: number };
}

/** How one file differs from another of the same size: above the bar at the foot of a watermarked one, and in it. */
const differences = (page: Page, before: Buffer, after: Buffer): Promise<Differences> =>
  page.evaluate<Differences>(`(async () => {
    const read = async (text) => {
      const image = await createImageBitmap(new Blob([Uint8Array.fromBase64(text)]));
      const pen = new OffscreenCanvas(image.width, image.height).getContext('2d');
      pen.drawImage(image, 0, 0);
      return pen.getImageData(0, 0, image.width, image.height);
    };
    const [one, other] = [await read('${before.toString('base64')}'), await read('${after.toString('base64')}')];
    if (one.width !== other.width || one.height !== other.height) throw new Error('of different sizes');
    const barPx = Math.max(60, Math.round(one.height * 0.08));
    const over = (fromX, fromY, toX, toY) => {
      let [samples, sum, was, is] = [0, 0, 0, 0];
      for (let y = fromY; y < toY; y++) for (let x = fromX; x < toX; x++) for (let part = 0; part < 3; part++) {
        const at = (y * one.width + x) * 4 + part;
        samples += 1;
        sum += Math.abs(one.data[at] - other.data[at]);
        was += one.data[at];
        is += other.data[at];
      }
      return { differing: sum / samples, darker: 1 - is / was };
    };
    return {
      above: over(0, 0, one.width, one.height - barPx).differing,
      bar: over(one.width - 8, one.height - barPx + 2, one.width, one.height),
    };
  })()`);

const card = (page: Page, prompt: string) => page.getByRole('link', { name: `Open: ${prompt}` });
const focusedName = (page: Page) => page.evaluate<string>(`document.activeElement?.getAttribute('aria-label') ?? ''`);
