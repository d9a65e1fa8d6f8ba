import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import type { Page } from 'playwright-core';
import { step, test } from './fixtures.ts';
import { enter, register, signIn } from './people.ts';
import { publicPicture } from './pictures.ts';

const heart = (page: Page, prompt: string, pressed: boolean) =>
  page.getByRole('button', { name: `Favorite: ${prompt}`, pressed });

test('favorites: from a heart to the page, in two browsers', async ({ open, product: { address } }) => {
  const mark = randomBytes(3).toString('hex');
  const lighthouse = await publicPicture(address, `A lighthouse in fog ${mark}`);
  const meadow = await publicPicture(address, `A meadow in May ${mark}`);
  const member = await register(address);
  const [{ page, complaints }, other] = [await open(), await open()];
  await enter(page, member);

  await step('nothing is chosen yet', async () => {
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Favorites' }).click();
    await page.getByRole('heading', { level: 1, name: 'My Favorites' }).waitFor();
    await page.getByText('No favorites yet').waitFor();
    await page.getByRole('link', { name: 'Explore Gallery' }).click();
    await page.waitForURL('**/public-gallery');
  });

  await step('a card, a viewer and a shared picture each have a heart', async () => {
    await heart(page, lighthouse.prompt, false).click();
    await heart(page, lighthouse.prompt, true).waitFor();
    await page.getByRole('link', { name: `Open: ${meadow.prompt}` }).click();
    const viewer = page.getByRole('dialog', { name: 'Image preview' });
    await viewer.getByRole('button', { name: 'Favorite', pressed: false }).click();
    await viewer.getByRole('button', { name: 'Favorite', pressed: true }).waitFor();
    await page.keyboard.press('Escape');
    await heart(page, meadow.prompt, true).waitFor();
    await page.goto(`/image/${meadow.id}`);
    await page.getByRole('button', { name: 'Favorite', exact: true, pressed: true }).waitFor();
  });

  await step('the page has them, the last chosen first', async () => {
    await page.goto('/favorites');
    await page.getByText('2 favorites').waitFor();
    const titles = await page.getByRole('article').locator('p[title]').allTextContents();
    assert.deepEqual(titles, [meadow.prompt, lighthouse.prompt]);
  });

  await step('another browser of the same member sees them', async () => {
    await enter(other.page, member);
    await other.page.goto('/favorites');
    await other.page.getByText('2 favorites').waitFor();
  });

  await step('what is taken back is gone, can be brought back, and is gone elsewhere, too', async () => {
    await heart(page, meadow.prompt, true).click();
    await heart(page, meadow.prompt, true).waitFor({ state: 'detached' });
    await page.getByText('1 favorite', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByText('2 favorites').waitFor();
    await heart(page, lighthouse.prompt, true).click();
    await page.getByText('1 favorite', { exact: true }).waitFor();
    await other.page.reload();
    await other.page.getByText('1 favorite', { exact: true }).waitFor();
    await heart(other.page, meadow.prompt, true).waitFor();
  });

  await step('the last one is taken back in its viewer, which closes', async () => {
    await page.getByRole('link', { name: `Open: ${meadow.prompt}` }).click();
    const viewer = page.getByRole('dialog', { name: 'Image preview' });
    await viewer.getByRole('button', { name: 'Favorite', pressed: true }).click();
    await viewer.waitFor({ state: 'detached' });
    await page.getByText('No favorites yet').waitFor();
  });

  await step('nobody complained', () => assert.deepEqual([...complaints, ...other.complaints], []));
});

test('favorites: a visitor is led to the sign-in page and back', async ({ open, product: { address } }) => {
  const { id, prompt } = await publicPicture(address, `A bridge at dusk ${randomBytes(3).toString('hex')}`);
  const member = await register(address);
  const { page, complaints } = await open();

  await step('by a heart', async () => {
    await page.goto(`/image/${id}`);
    await page.getByRole('button', { name: 'Favorite', exact: true, pressed: false }).click();
    await page.getByText('Please login to add favorites').waitFor();
    await page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor();
    await signIn(page, member);
    await page.waitForURL(`**/image/${id}`);
    await page.getByRole('button', { name: 'Favorite', exact: true, pressed: false }).click();
    await page.getByRole('button', { name: 'Favorite', exact: true, pressed: true }).waitFor();
  });

  await step('and by the page’s address', async () => {
    const another = await open();
    await another.page.goto('/favorites');
    await another.page.waitForURL((url) => `${url.pathname}${url.search}` === '/login?next=%2Ffavorites');
    await signIn(another.page, member);
    await another.page.waitForURL('**/favorites');
    await heart(another.page, prompt, true).waitFor();
    assert.deepEqual(another.complaints, []);
  });

  await step('nobody complained', () => assert.deepEqual(complaints, []));
});
