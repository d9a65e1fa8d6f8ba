import assert from 'node:assert/strict';
import { expect } from '@playwright/test';
import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Locator, Page } from 'playwright-core';
import { step, test } from './fixtures.ts';
import { fillRegistration, newMember, signIn } from './people.ts';
import { sizeOfPng } from './png.ts';

/** An image may take this long on a machine that does other things as well. */
const IMAGE_WITHIN_MS = 90_000;

test(
  'the main job: from registration to an image on the own disk, and back out',
  { tag: '@gate' },
  async ({ open }) => {
    const { page, complaints, expectRefusal } = await open();
    const member = newMember();
    const prompt = `A lighthouse above a stormy sea ${randomBytes(3).toString('hex')}`;
    const second = `A red fox asleep in snow ${randomBytes(3).toString('hex')}`;

    await step('a visitor is led to the sign-in page, which remembers the place', async () => {
      await page.goto('/your-gallery?page=2');
      await page.waitForURL('**/login?next=%2Fyour-gallery%3Fpage%3D2');
    });

    await step('an incomplete registration says what is missing, each at its field', async () => {
      await page.goto('/register?ref=FRIEND25');
      assert.equal(await page.getByLabel('Referral code').inputValue(), 'FRIEND25');
      assert.equal(await page.getByLabel('Referral code').getAttribute('readonly'), '');
      await fillRegistration(page, { ...member, confirmPassword: 'another secret' });
      await page.getByRole('button', { name: 'Create account' }).click();
      await page.getByText('Passwords do not match').waitFor();
      assert.equal(await page.getByLabel('Confirm password').getAttribute('aria-invalid'), 'true');
    });

    await step('a complete one leads home, where nothing was generated yet', async () => {
      await page.goto('/register');
      await fillRegistration(page, { ...member, confirmPassword: member.password });
      await page.getByRole('button', { name: 'Create account' }).click();
      await page.waitForURL((url) => url.pathname === '/');
      await page.getByRole('heading', { level: 1, name: `Welcome, ${member.firstName}` }).waitFor();
      await page.getByRole('region', { name: 'Your first steps' }).waitFor();
      await page.getByText('No generations yet').waitFor();
    });

    await step('an empty prompt is refused', async () => {
      await page.getByRole('link', { name: 'Create Your First Image' }).click();
      await page.getByRole('heading', { level: 1, name: 'Creative Studio' }).waitFor();
      await page.getByRole('button', { name: /^Generate/ }).click();
      await page.getByText('Please enter a prompt').waitFor();
    });

    const balanceBefore = await creditsOf(page);
    let charged = 0;
    await step('the image arrives without a reload, and the debit is the price that was shown', async () => {
      await page.evaluate('window.sameDocument = true');
      await choose(page, '1K');
      await shape(page, 'Square (1:1)');
      charged += await priceOf(page);
      await page.getByLabel('Prompt', { exact: true }).fill(prompt);
      await page.keyboard.press('Control+Enter');
      const job = page.getByRole('article', { name: prompt });
      await job.waitFor();
      await imageOf(job);
      await job.getByText(/^Done/).waitFor();
      assert.equal(await page.evaluate('window.sameDocument'), true);
      await creditsBecome(page, balanceBefore - charged);
    });

    await step('two orders are under way at once, one of them for four images', async () => {
      await shape(page, 'Widescreen (16:9)');
      await choose(page, '4');
      charged += await priceOf(page);
      await page.getByLabel('Prompt', { exact: true }).fill(second);
      await page.keyboard.press('Control+Enter');
      await choose(page, '1');
      charged += await priceOf(page);
      await page.getByLabel('Prompt', { exact: true }).fill(`${second}, at night`);
      await page.keyboard.press('Control+Enter');
      const four = page.getByRole('article', { name: second, exact: true });
      await imageOf(four);
      await imageOf(page.getByRole('article', { name: `${second}, at night` }));
      await four.getByText(/^Done/).waitFor({ timeout: IMAGE_WITHIN_MS });
      await expect(four.getByRole('button', { name: /^Open image/ })).toHaveCount(4);
      await creditsBecome(page, balanceBefore - charged);
    });

    await step('an order that the balance does not cover is refused in the words of the server', async () => {
      expectRefusal('/api/generation/generate');
      await choose(page, '4K');
      await choose(page, '8');
      await page.getByLabel('Prompt', { exact: true }).fill('A lighthouse beyond the balance');
      await page.getByRole('button', { name: /^Generate/ }).click();
      await page
        .getByRole('article', { name: 'A lighthouse beyond the balance' })
        .getByText('Insufficient credits')
        .waitFor();
    });

    await step('the gallery has all three, each picture in its own aspect ratio', async () => {
      await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Your Gallery' }).click();
      await page.getByRole('heading', { level: 1, name: 'Your Gallery' }).waitFor();
      await cards(page).nth(2).waitFor();
      await expect(cards(page)).toHaveCount(3);
      for (const card of await cards(page).all()) {
        const image = await imageOf(card);
        const { natural, shown } = await image.evaluate((element: unknown) => {
          const { naturalWidth, naturalHeight, clientWidth, clientHeight } = element as ImageElement;
          return { natural: naturalWidth / naturalHeight, shown: clientWidth / clientHeight };
        });
        assert.ok(Math.abs(natural / shown - 1) < 0.03, `a picture of ${natural} is shown as ${shown}`);
      }
    });

    await step('a search finds by prompt, and the address keeps it', async () => {
      await page.getByRole('combobox', { name: 'Search your gallery' }).fill('  lighthouse ');
      await page.waitForURL((url) => url.searchParams.get('search') === 'lighthouse');
      await page.getByText('1 generation', { exact: true }).waitFor();
      await expect(cards(page)).toHaveCount(1);
    });

    const viewer = page.getByRole('dialog', { name: 'Image preview' });
    await step('the preview tells of the image, and the arrow keys leaf', async () => {
      await page.getByRole('combobox', { name: 'Search your gallery' }).fill('');
      await cards(page).nth(2).waitFor();
      await page.getByRole('link', { name: `Open: ${second}`, exact: true }).click();
      await imageOf(viewer);
      await viewer.getByText(second, { exact: true }).waitFor();
      for (const name of ['Created', 'Resolution', 'Dimensions', 'Model', 'Engine'])
        await viewer.getByText(name, { exact: true }).waitFor();
      await page.keyboard.press('ArrowRight');
      await viewer.getByText('3 / 6').waitFor();
      await page.keyboard.press('ArrowLeft');
      await viewer.getByText('2 / 6').waitFor();
      await page.keyboard.press('Escape');
      await viewer.waitFor({ state: 'detached' });
    });

    await step('the download is a valid PNG of the stated size', async () => {
      await page.getByRole('link', { name: `Open: ${prompt}` }).click();
      await viewer.getByRole('button', { name: 'Download' }).click();
      const dialog = page.getByRole('dialog', { name: 'Download' });
      await dialog.getByText('Free').first().waitFor();
      const stated = /Final size\s*(\d+) × (\d+) px/.exec((await dialog.textContent()) ?? '');
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        dialog.getByRole('button', { name: 'Download', exact: true }).click(),
      ]);
      await page.getByText('Image downloaded!').waitFor();
      assert.match(download.suggestedFilename(), /\.png$/);
      const file = await readFile(await download.path());
      assert.deepEqual(sizeOfPng(file), { width: Number(stated?.[1]), height: Number(stated?.[2]) });
      await dialog.waitFor({ state: 'detached' });
    });

    await step('a deletion is asked for, and what was deleted is gone after a reload as well', async () => {
      await viewer.getByRole('button', { name: 'Delete' }).click();
      await page.getByRole('dialog', { name: 'Delete this image?' }).getByRole('button', { name: 'Delete' }).click();
      await page.getByText('Image deleted successfully').waitFor();
      await viewer.waitFor({ state: 'detached' });
      await page.getByText('2 generations', { exact: true }).waitFor();
      await page.reload();
      await cards(page).nth(1).waitFor();
      assert.equal(await page.getByText(prompt).count(), 0);
      await expect(cards(page)).toHaveCount(2);
    });

    await step('signing out leads to the sign-in page', async () => {
      await page.getByRole('button', { name: 'Account' }).click();
      await page.getByRole('button', { name: 'Sign out' }).click();
      await page.waitForURL((url) => url.pathname === '/login' && url.search === '');
      await page.getByText('Logged out successfully').waitFor();
      assert.equal(await page.evaluate(`localStorage.getItem('token')`), null);
    });

    await step('a wrong password is refused in words', async () => {
      expectRefusal('/api/auth/login');
      await signIn(page, { ...member, password: 'not the secret' });
      await page.getByRole('main').getByText('Invalid email or password').waitFor();
    });

    await step('signing in leads home, whatever a foreign address asks for', async () => {
      await page.goto('/login?next=//evil.example/');
      await signIn(page, member);
      await page.getByRole('heading', { level: 1, name: `Welcome, ${member.firstName}` }).waitFor();
      assert.equal(new URL(page.url()).pathname, '/');
    });

    await step('the theme changes by a button and outlives a reload', async () => {
      const theme = () => page.evaluate<string>('document.documentElement.dataset.theme');
      assert.equal(await theme(), 'dark');
      await page.getByRole('button', { name: 'Switch between light and dark' }).click();
      assert.equal(await theme(), 'light');
      await page.reload();
      assert.equal(await theme(), 'light');
      await page.getByRole('button', { name: 'Switch between light and dark' }).click();
      assert.equal(await theme(), 'dark');
    });

    await step('the browser had nothing to complain of', () => {
      assert.deepEqual(complaints, []);
    });
  },
);

/** Presses a radio button by its name; it lies invisible over what shows it. */
const choose = (page: Page, name: string): Promise<void> => page.getByRole('radio', { name, exact: true }).check();

/** Chooses a shape in its panel, which closes by that. */
async function shape(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: /^Shape/ }).click();
  await page.getByRole('radio', { name, exact: true }).click();
}

const cards = (page: Page): Locator => page.getByRole('list', { name: 'Your images' }).getByRole('article');

/** What is used of the browser's own type, as this program is compiled without a browser's types. */
interface ImageElement {
  readonly naturalWidth: number;
  readonly naturalHeight: number;
  readonly clientWidth: number;
  readonly clientHeight: number;
  decode(): Promise<void>;
}

/** The first picture within, painted. */
async function imageOf(within: Locator): Promise<Locator> {
  const image = within.locator('img').first();
  await image.waitFor({ timeout: IMAGE_WITHIN_MS });
  await image.evaluate((element: unknown) => (element as ImageElement).decode());
  return image;
}

const creditsIn = (text: string | null): number =>
  Number(/([\d,.]+) credits?/.exec(text ?? '')?.[1]?.replaceAll(',', ''));
const priceOf = async (page: Page): Promise<number> => creditsIn(await page.locator('output').textContent());
const balanceLine = (page: Page): Locator => page.locator('form p', { hasText: /^Balance/ });

async function creditsOf(page: Page): Promise<number> {
  await balanceLine(page)
    .getByText(/credits?$/)
    .waitFor();
  return creditsIn(await balanceLine(page).textContent());
}

async function creditsBecome(page: Page, credits: number): Promise<void> {
  await balanceLine(page).getByText(`${credits} credits`, { exact: true }).waitFor();
}
