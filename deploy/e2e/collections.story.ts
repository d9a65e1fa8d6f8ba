import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sharesHttp } from '@easel/contracts/shares/http';
import { expect } from '@playwright/test';
import type { Page } from 'playwright-core';
import { step, test } from './fixtures.ts';
import { enter, register } from './people.ts';
import { generate } from './pictures.ts';
import { callAs } from './wire.ts';

const card = (page: Page, prompt: string) => page.getByRole('link', { name: `Open: ${prompt}` });
const choose = (page: Page, prompt: string) =>
  page.getByRole('checkbox', { name: `Select: ${prompt}` }).check({ force: true });
const tiles = (page: Page) => page.getByRole('list', { name: 'Shared pictures' }).getByRole('button');

test('collections: put together in the gallery, shared with a visitor, revoked, and over by the clock', async ({
  open,
  product: { address, dataDir },
}) => {
  const member = await register(address);
  const mark = randomBytes(3).toString('hex');
  const [fox, owl, elk] = [`A fox in snow ${mark}`, `An owl at night ${mark}`, `An elk in fog ${mark}`];
  for (const prompt of [fox, owl, elk]) await generate(address, member.token, { prompt });
  const [{ page, complaints }, visitor] = [await open(), await open()];
  await enter(page, member);
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  const copied = () => page.evaluate<string>('navigator.clipboard.readText()');

  await step('two are chosen in the gallery, and put into a new collection', async () => {
    await page.goto('/your-gallery');
    await choose(page, fox);
    await choose(page, owl);
    await page.getByRole('button', { name: 'Add to a collection' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add to a collection' });
    await dialog.getByLabel('A new collection').fill(`Quiet animals ${mark}`);
    await dialog.getByRole('button', { name: 'Add', exact: true }).click();
    await page.getByText(`2 pictures added to “Quiet animals ${mark}”`).waitFor();
    await dialog.waitFor({ state: 'detached' });
    await page.getByRole('group', { name: 'Selected images' }).waitFor({ state: 'detached' });
  });

  await step('the viewer adds a third, and says where it is', async () => {
    await card(page, elk).click();
    const viewer = page.getByRole('dialog', { name: 'Image preview' });
    await viewer.getByRole('button', { name: 'Add to a collection' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add to a collection' });
    await dialog.getByRole('button', { name: /^Quiet animals/, pressed: false }).click();
    await dialog.getByRole('button', { name: /^Quiet animals/, pressed: true }).waitFor();
    await dialog.getByRole('button', { name: 'Close' }).click();
    await page.keyboard.press('Escape');
  });

  await step('the collection has a page, the last added first, and another name', async () => {
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Collections' }).click();
    await page.getByRole('link', { name: /^Quiet animals.*3 pictures/ }).click();
    await card(page, elk).waitFor();
    const titles = await page.getByRole('article').locator('p[title]').allTextContents();
    assert.equal(titles[0], elk);
    assert.deepEqual(titles.toSorted(), [fox, owl, elk].toSorted());
    await page.getByRole('button', { name: 'Rename' }).click();
    await page.getByRole('textbox', { name: 'Name' }).fill(`Animals at rest ${mark}`);
    await page.getByRole('dialog').getByRole('button', { name: 'Rename' }).click();
    await page.getByRole('heading', { level: 1, name: `Animals at rest ${mark}` }).waitFor();
  });

  let url = '';
  await step('a link is made, and put into the clipboard', async () => {
    await page.getByRole('button', { name: 'Share by a link' }).click();
    const dialog = page.getByRole('dialog', { name: 'Share by a link' });
    await dialog.getByRole('radio', { name: '1 day' }).check({ force: true });
    await dialog.getByRole('button', { name: 'Make a link' }).click();
    await dialog.getByText(/^Works until/).waitFor();
    await page.getByText('The link is made, and in your clipboard').waitFor();
    url = await copied();
    assert.match(new URL(url).pathname, /^\/shared\/[\w-]{43}$/);
    await dialog.getByRole('button', { name: 'Close' }).click();
  });

  await step('a visitor sees its pictures by it, large as well, and nothing they were made from', async () => {
    await visitor.page.goto(url);
    await visitor.page.getByRole('heading', { level: 1, name: `Animals at rest ${mark}` }).waitFor();
    await visitor.page.getByText('3 pictures').first().waitFor();
    await expect(tiles(visitor.page)).toHaveCount(3);
    await tiles(visitor.page).first().click();
    const viewer = visitor.page.getByRole('dialog', { name: 'Image preview' });
    await viewer.getByRole('img', { name: 'Image 1 of 3' }).waitFor();
    await visitor.page.waitForFunction(`document.querySelector('dialog img').naturalWidth > 0`);
    await visitor.page.keyboard.press('Escape');
    for (const prompt of [fox, owl, elk]) assert.ok(!(await visitor.page.content()).includes(prompt));
  });

  await step('its address is told to no other site and kept by no search engine', async () => {
    const { headers } = await fetch(url);
    assert.equal(headers.get('referrer-policy'), 'no-referrer');
    assert.equal(headers.get('x-robots-tag'), 'noindex');
  });

  await step('and stands in no log of ours', async () => {
    const token = new URL(url).pathname.split('/').at(-1) ?? '';
    const logs = dataDir === undefined ? [] : await readdir(join(dataDir, 'logs'));
    for (const name of logs) {
      assert.ok(!(await readFile(join(dataDir ?? '', 'logs', name), 'utf8')).includes(token), name);
    }
  });

  await step('what is taken out of it, or put into the trash, is there no more', async () => {
    await choose(page, owl);
    await page.getByRole('button', { name: 'Take out of this collection' }).click();
    await card(page, owl).waitFor({ state: 'detached' });
    await page.getByRole('button', { name: `Delete: ${elk}` }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await card(page, elk).waitFor({ state: 'detached' });
    await visitor.page.reload();
    await expect(tiles(visitor.page)).toHaveCount(1);
  });

  await step('revoked, it shows nothing, neither the page nor a file', async () => {
    const file = await visitor.page.locator('[data-tile] img').first().getAttribute('src');
    assert.ok(file);
    assert.equal((await fetch(new URL(file, address))).status, 200);
    await page.goto('/collections');
    const row = page.getByRole('list', { name: 'Your links' }).getByRole('listitem');
    await row.getByRole('button', { name: /^Revoke/ }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
    await row.getByText('Revoked').waitFor();
    const { pathname } = new URL(url);
    for (const path of [pathname, `/api${pathname}`]) visitor.expectRefusal(path);
    await visitor.page.reload();
    await visitor.page.getByRole('heading', { level: 1, name: 'This link does not work' }).waitFor();
    assert.equal((await fetch(new URL(file, address))).status, 404);
    assert.equal((await fetch(url)).status, 404);
  });

  await step('another is over by the clock, and answers in the same words', async () => {
    const path = new URL(page.url()).pathname;
    assert.equal(path, '/collections');
    const href = await page.getByRole('link', { name: /^Animals at rest.*1 picture/ }).getAttribute('href');
    const id = href?.split('/').at(-1) ?? '';
    const call = callAs(address, member.token);
    const expiresAt = new Date(Date.now() + 3_000).toISOString();
    const { share } = await call(sharesHttp.make, { body: { kind: 'collection', id, expiresAt } });
    const { pathname } = new URL(share.url);
    const status = async () => (await fetch(`${address}/api${pathname}`)).status;
    await expect.poll(status).toBe(200);
    await expect.poll(status).toBe(404);
    for (const refused of [pathname, `/api${pathname}`]) visitor.expectRefusal(refused);
    await visitor.page.goto(pathname);
    await visitor.page.getByRole('heading', { level: 1, name: 'This link does not work' }).waitFor();
    await page.reload();
    await page.getByText(/^Expired/).waitFor();
  });

  await step(
    'the last picture is taken out, and put back; the collection is deleted, and the picture is not',
    async () => {
      await page.getByRole('link', { name: /^Animals at rest.*1 picture/ }).click();
      await choose(page, fox);
      await page.getByRole('button', { name: 'Take out of this collection' }).click();
      await page.getByText('Nothing is in it yet').waitFor();
      await page.getByRole('button', { name: 'Undo' }).click();
      await card(page, fox).waitFor();
      await expect(page.getByRole('group', { name: 'Selected images' })).toHaveCount(0);
      await page.getByRole('button', { name: 'Delete collection' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
      await page.waitForURL('**/collections');
      await page.getByText('No collections yet').waitFor();
    },
  );

  await step('a single picture stays private, and is shared by a link all the same', async () => {
    await page.goto('/your-gallery');
    await card(page, fox).click();
    const viewer = page.getByRole('dialog', { name: 'Image preview' });
    await viewer.getByRole('button', { name: 'Share' }).click();
    await page.getByRole('button', { name: 'Share by a link only' }).click();
    const dialog = page.getByRole('dialog', { name: 'Share by a link' });
    await dialog.getByRole('button', { name: 'Make a link' }).click();
    await page.getByText('The link is made, and in your clipboard').waitFor();
    await visitor.page.goto(await copied());
    await visitor.page.getByRole('heading', { level: 1, name: 'A picture' }).waitFor();
    await visitor.page.getByRole('img', { name: 'Image 1 of 1' }).waitFor();
    await visitor.page.getByRole('button', { name: 'Report' }).waitFor();
  });

  await step('nobody complained', () => assert.deepEqual([...complaints, ...visitor.complaints], []));
});
