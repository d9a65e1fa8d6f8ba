import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import type { Locator, Page } from 'playwright-core';
import { firstAdmin } from './first-admin.ts';
import { step, test } from './fixtures.ts';
import { signInToConsole } from './operators.ts';
import { enter } from './people.ts';
import { buyerOf, shownPainter } from './settled-curator.ts';
import { downloadOf } from './shop.ts';

/** The browser of the stories names itself as one without a screen, and bots are not counted. */
const userAgent =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';
const SECTION = 'Łódź nocą · Ночь · Νύχτα';

const promptsIn = (list: Locator): Promise<string[]> =>
  list.locator('img').evaluateAll((images) => images.map((image) => (image as { alt?: string }).alt ?? ''));

/** Moves what this handle moves by one place, as people do who use no pointer. */
async function moveByKey(page: Page, handle: Locator, key: 'ArrowRight' | 'ArrowLeft', name: string): Promise<void> {
  await handle.focus();
  await page.keyboard.press('Space');
  await page.getByText(`${name} is picked up.`).waitFor({ state: 'attached' });
  await page.keyboard.press(key);
  await page.getByText(`${name} is over place`).waitFor({ state: 'attached' });
  await page.keyboard.press('Space');
  await page.getByText(`${name} is put down at place`).waitFor({ state: 'attached' });
}

async function dragTo(page: Page, handle: Locator, target: Locator): Promise<void> {
  await target.scrollIntoViewIfNeeded();
  const [from, to] = [await handle.boundingBox(), await target.boundingBox()];
  assert.ok(from && to);
  await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2);
  await page.mouse.down();
  for (const part of [0.2, 0.6, 1]) {
    await page.mouse.move(
      from.x + from.width / 2 + (to.x - from.x) * part,
      from.y + from.height / 2 + (to.y - from.y) * part,
    );
  }
  await page.mouse.up();
}

function textOfPdf(file: Buffer): string {
  const folder = mkdtempSync(join(tmpdir(), 'statement-'));
  try {
    writeFileSync(join(folder, 'statement.pdf'), file);
    return execFileSync('pdftotext', ['-layout', join(folder, 'statement.pdf'), '-'], { encoding: 'utf8' });
  } finally {
    rmSync(folder, { recursive: true });
  }
}

test('curator: from the appointment to the first sale and its statement', async ({ open, product: { address } }) => {
  const mark = randomBytes(3).toString('hex');
  const name = `curator-${mark}`;
  const [fox, hare, owl] = [`A fox ${mark}`, `A hare ${mark}`, `An owl ${mark}`];
  const painter = await shownPainter(address, name, [fox, hare, owl]);
  const [{ page, complaints }, visitor] = [await open(), await open({ userAgent })];

  await step('who is no curator is shown what the plan buys', async () => {
    await enter(page, painter);
    await page.goto('/curator-dashboard');
    await page.getByText('Sell your pictures as a curator').waitFor();
    assert.equal(await page.getByRole('region', { name: 'Figures' }).count(), 0);
    await page.getByRole('link', { name: 'See the plan' }).click();
    await page.locator('#curator_partner').getByText('Curator Partner').first().waitFor();
  });

  const desk = await open();
  const inConsole = desk.page.getByRole('region', { name: 'Curators' }).getByRole('row').filter({ hasText: name });
  await step('an admin appoints the member by the address of the profile', async () => {
    await signInToConsole(desk.page, firstAdmin);
    await desk.page.goto('/admin/curators?filter={}');
    await desk.page.getByRole('button', { name: 'Appoint a curator' }).click();
    const dialog = desk.page.getByRole('dialog', { name: 'Appoint a curator' });
    await dialog.getByLabel('Member').fill(`${address}/u/${name}`);
    await dialog.getByLabel('Reason').fill('A fine eye');
    await dialog.getByRole('button', { name: 'Appoint' }).click();
    await inConsole.getByText('Active').waitFor();
  });

  await step('a curator describes the section, with a banner', async () => {
    await page.goto('/curator-dashboard');
    const section = page.getByRole('region', { name: 'Your section' });
    await section.getByLabel('Name').fill(SECTION);
    await section.getByLabel('Text').fill('What is awake at night.');
    await section.getByRole('button', { name: 'Choose a banner' }).click();
    await page.getByRole('button', { name: `Use as banner: ${owl}` }).click();
    await section.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Your section is saved').waitFor();
    await section.getByRole('link', { name: 'See your public page' }).waitFor();
  });

  const pictures = page.getByRole('list', { name: 'Pictures of Night' });
  await step('a series is filled, and put in order by keyboard and by drag', async () => {
    await page.getByLabel('Title of a new series').fill('Night');
    await page.getByRole('button', { name: 'Add series' }).click();
    await page.getByRole('region', { name: 'Night' }).getByRole('button', { name: 'Add pictures' }).click();
    for (const prompt of [fox, hare, owl]) {
      await page.getByRole('button', { name: `Show in this series: ${prompt}` }).click();
      await page.getByRole('button', { name: `Show in this series: ${prompt}`, pressed: true }).waitFor();
    }
    await page.getByRole('dialog').getByRole('button', { name: 'Close', exact: true }).click();
    await expect.poll(() => promptsIn(pictures)).toEqual([fox, hare, owl]);
    await moveByKey(page, pictures.getByRole('button', { name: `Move ${fox}` }), 'ArrowRight', fox);
    await expect.poll(() => promptsIn(pictures)).toEqual([hare, fox, owl]);
    await dragTo(
      page,
      pictures.getByRole('button', { name: `Move ${owl}` }),
      pictures.getByRole('button', { name: `Move ${hare}` }),
    );
    await expect.poll(() => promptsIn(pictures)).toEqual([owl, hare, fox]);
    await page.reload();
    await expect.poll(() => promptsIn(pictures)).toEqual([owl, hare, fox]);
  });

  await step('the prices are the curator’s own', async () => {
    const prices = page.getByRole('region', { name: 'Prices' });
    await prices.getByLabel('1K').fill('2');
    await prices.getByRole('button', { name: 'Save prices' }).click();
    await page.getByText('Your prices are saved').waitFor();
    assert.deepEqual(complaints, []);
  });

  await step('visitors find the section from the public gallery, and look at a picture', async () => {
    const row = visitor.page.getByRole('region', { name: 'Curators' });
    await expect(async () => {
      await visitor.page.goto('/public-gallery');
      await row.getByRole('link', { name: new RegExp(SECTION) }).waitFor({ timeout: 5_000 });
    }).toPass();
    await row.getByRole('link', { name: new RegExp(SECTION) }).click();
    await visitor.page.waitForURL(`**/u/${name}`);
    await visitor.page.getByRole('heading', { level: 2, name: SECTION }).waitFor();
    const shown = visitor.page.getByRole('list', { name: 'Night' });
    assert.deepEqual(await promptsIn(shown), [owl, hare, fox]);
    for (const times of [1, 2]) {
      const told = visitor.page.waitForResponse((response) => response.url().endsWith('/api/analytics/track'), {
        timeout: 30_000,
      });
      if (times === 1) await shown.getByRole('link', { name: hare }).click();
      else await visitor.page.reload();
      assert.equal((await told).status(), 202);
    }
  });

  await step('a sale, and one view of a visitor who came twice, are in the figures', async () => {
    const [, bought] = painter.pictures;
    assert.ok(bought);
    await buyerOf(address, bought);
    const byPicture = page.getByRole('region', { name: 'Figures by picture' });
    const row = byPicture.getByRole('row', { name: new RegExp(hare) });
    await expect(async () => {
      await page.goto('/curator-dashboard');
      await expect(row.getByRole('cell')).toHaveText(['1', '1', '$1.94', '$0.97'], { timeout: 5_000 });
    }).toPass();
    await page.getByRole('definition').filter({ hasText: '$0.97' }).first().waitFor();
    const figures = page.getByRole('region', { name: 'Figures', exact: true });
    await figures.getByText('Show the figures').click();
    const months = page.getByRole('region', { name: 'Figures by month' });
    const cells = months.getByRole('row').nth(1).getByRole('cell');
    await expect(cells).toHaveText(['1', '1', '$2.00', '$0.06', '$1.94', '$0.97', '$0.00']);
  });

  await step('the statement of the month says the same, in every script', async () => {
    const button = page.getByRole('button', { name: 'Download statement (PDF)' });
    const file = await downloadOf(page, () => button.click());
    assert.equal(file.subarray(0, 5).toString(), '%PDF-');
    if (spawnSync('pdftotext', ['-v']).error) return;
    const text = textOfPdf(file);
    assert.ok(text.includes(`Curator: ${SECTION}`), text);
    assert.match(text, new RegExp(`${hare}\\s+1K\\s+\\$2\\.00\\s+\\$0\\.06\\s+\\$1\\.94\\s+\\$0\\.97`));
  });

  await step('the console shows the sale, and ends the appointment with a reason', async () => {
    await inConsole.getByText('$0.97 / $0.97').waitFor();
    await inConsole.getByRole('button', { name: 'End' }).click();
    const dialog = desk.page.getByRole('dialog', { name: `End the appointment of ${name}` });
    await dialog.getByText(/^The section is unlisted at once/).waitFor();
    await dialog.getByLabel('Reason').fill('asked for it');
    await dialog.getByRole('button', { name: 'End appointment' }).click();
    await inConsole.getByText('Ended', { exact: true }).waitFor();
  });

  await step('the section is shown to nobody once its curator has ended, and kept for them', async () => {
    await expect(async () => {
      await visitor.page.goto(`/u/${name}`);
      await visitor.page.getByRole('list', { name: new RegExp(`Pictures by ${name}`) }).waitFor({ timeout: 5_000 });
      assert.equal(await visitor.page.getByRole('heading', { level: 2, name: SECTION }).count(), 0);
    }).toPass();
    await page.goto('/curator-dashboard');
    await page.getByText('Your section and your prices are kept for twelve months.').waitFor();
  });
  assert.deepEqual([complaints, visitor.complaints, desk.complaints], [[], [], []]);
});
