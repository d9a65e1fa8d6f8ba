import assert from 'node:assert/strict';
import { test } from './fixtures.ts';
import { loadPage } from './page-load.ts';
import { SHOWN_AS } from './settled-people.ts';

const SIZES = [
  { width: 390, height: 844 },
  { width: 1440, height: 900 },
];
const SCRIPT_BYTES = 10_000;
const SHIFT = 0.02;

/** Not asked again and again, which the pages' policy forbids. */
const FIRST_WORDS_PAINTED = `new Promise((painted) =>
  new PerformanceObserver((list) => list.getEntriesByName('first-contentful-paint').forEach(painted)).observe({
    type: 'paint',
    buffered: true,
  }))`;

/**
 * Pages that come rendered; `pictures`: they are the point of it, so that one of them is the largest that is painted.
 */
const PAGES: readonly { path: string; pictures?: true }[] = [
  { path: '/', pictures: true },
  { path: '/search', pictures: true },
  { path: '/public-gallery', pictures: true },
  { path: '/image/:id', pictures: true },
  { path: `/u/${SHOWN_AS}`, pictures: true },
  { path: '/pricing' },
  { path: '/tshirt-competition' },
  { path: '/about' },
  { path: '/disclaimer' },
  { path: '/privacy-policy' },
  { path: '/terms-conditions' },
  { path: '/unsubscribe?token=x' },
  { path: '/verify-success?status=success' },
];

for (const { path, pictures } of PAGES) {
  for (const viewport of SIZES) {
    test(`${path} is there before any script of the app, and stays where it is though its fonts come late, ${viewport.width} px`, async ({
      open,
      world,
    }) => {
      const { picture } = await world.member();
      const { page } = await open({ viewport });
      await page.route('**/*.woff2', async (route) => {
        await page.evaluate(FIRST_WORDS_PAINTED);
        await route.continue();
      });
      const load = await loadPage(page, path.replace(':id', picture.id));
      const { scriptBytes, shift } = load;
      assert.ok(scriptBytes <= SCRIPT_BYTES, `${scriptBytes} bytes of script came before anybody touched it`);
      assert.ok(shift <= SHIFT, `it jumped by ${shift}`);
      if (pictures) assert.ok(load.isPicture, `the largest that was painted is no picture: ${JSON.stringify(load)}`);
    });
  }
}

test('without any script pictures, words and ways on are there', async ({ open, world }) => {
  const { picture } = await world.member();
  const { page } = await open({ javaScriptEnabled: false });
  await page.goto('/search');
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.locator(`main a[href="/image/${picture.id}"]`).first().click();
  await page.waitForURL(`**/image/${picture.id}`);
  await page.locator('main img').first().waitFor();
  await page.goto('/public-gallery');
  await page.getByRole('searchbox').or(page.getByRole('combobox')).first().fill('nothing like this');
  await page.keyboard.press('Enter');
  await page.waitForURL('**/public-gallery?search=nothing+like+this');
  await page.getByText('No images found').waitFor();
});

test('what is pressed or typed before the app has come is not lost', async ({ open }) => {
  const { page } = await open();
  let release = () => {};
  const held = new Promise<void>((done) => (release = done));
  await page.route('**/assets/entry-client-*.js', async (route) => {
    await held;
    await route.continue();
  });
  await page.goto('/public-gallery');
  await page.getByRole('combobox', { name: 'Search the public gallery' }).pressSequentially('a fox');
  await page.getByRole('button', { name: 'Switch between light and dark' }).click();
  assert.equal(await page.locator('html').getAttribute('data-theme'), 'dark');
  release();
  await page.locator('html[data-theme="light"]').waitFor();
  await page.waitForURL('**/public-gallery?search=a+fox');
});

test('a member sees no visitors’ page, from the first paint on', async ({ open, world }) => {
  const { page } = await open({ storageState: await world.signedIn('member') });
  await page.route('**/assets/entry-client-*.js', () => {});
  await page.goto('/public-gallery');
  await page.locator('html[data-member]').waitFor({ state: 'attached' });
  assert.equal(await page.getByRole('link', { name: 'Login', exact: true }).isVisible(), false);
  await page.unroute('**/assets/entry-client-*.js');
  await page.goto('/');
  await page
    .getByRole('button', { name: 'Open menu' })
    .or(page.getByRole('button', { name: 'Close menu' }))
    .waitFor();
});
