import assert from 'node:assert/strict';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import axe from 'axe-core';
import type { Browser, Page } from 'playwright-core';
import { openPage, setTheme, type Theme, type WatchedPage } from './browser.ts';
import { signIn, type Member } from './main-job.ts';
import type { Steps } from './steps.ts';

const THEMES: readonly Theme[] = ['dark', 'light'];
const SIZES = [
  { width: 390, height: 844 },
  { width: 768, height: 1024 },
  { width: 1440, height: 900 },
];

interface Look {
  name: string;
  path: string;
  signedIn: boolean;
  /** Until there is something to look at. */
  settle(page: Page): Promise<void>;
}

const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name }).waitFor();
const pictures = async (page: Page) => {
  await page.locator('article img').first().waitFor();
  await page.evaluate(`Promise.all([...document.querySelectorAll('article img')].map((image) => {
    image.loading = 'eager';
    return image.decode();
  }))`);
};

const LOOKS: readonly Look[] = [
  { name: 'login', path: '/login', signedIn: false, settle: (page) => heading(page, 'Sign in') },
  {
    name: 'register',
    path: '/register?ref=FRIEND25',
    signedIn: false,
    settle: (page) => heading(page, 'Create your account'),
  },
  { name: 'home', path: '/', signedIn: true, settle: pictures },
  { name: 'generator', path: '/generator', signedIn: true, settle: (page) => heading(page, 'Creative Studio') },
  { name: 'your-gallery', path: '/your-gallery', signedIn: true, settle: pictures },
  {
    name: 'preview',
    path: '/your-gallery',
    signedIn: true,
    async settle(page) {
      await pictures(page);
      await page
        .getByRole('button', { name: /^Open:/ })
        .first()
        .click();
      await page.locator('dialog img').waitFor();
      await page.evaluate(`document.querySelector('dialog img').decode()`);
    },
  },
  {
    name: 'delete',
    path: '/your-gallery',
    signedIn: true,
    async settle(page) {
      await pictures(page);
      await page
        .getByRole('button', { name: /^Delete:/ })
        .first()
        .click();
      await page.getByRole('dialog').waitFor();
    },
  },
];

/** Each page at three widths in both themes: nothing sticks out, axe finds nothing, nobody complains; pictures of it if wanted. */
export async function everyPage(browser: Browser, address: string, member: Member, steps: Steps): Promise<void> {
  const folder = process.env.SCREENSHOTS;
  if (folder) await mkdir(folder, { recursive: true });
  for (const size of SIZES) {
    for (const signedIn of [false, true]) {
      const watched = await openPage(browser, address, size);
      const { page } = watched;
      const entered =
        !signedIn || (await steps.attempt(`signing in, ${size.width} px`, page, () => enter(page, member)));
      for (const look of LOOKS.filter((one) => entered && one.signedIn === signedIn)) {
        for (const theme of THEMES) {
          await steps.attempt(`${look.name}, ${theme}, ${size.width} px`, page, () =>
            inspect(watched, look, theme, size, folder),
          );
        }
      }
      await page.context().close();
    }
  }
}

async function enter(page: Page, member: Member): Promise<void> {
  await page.goto('/login');
  await signIn(page, member);
  await page.waitForURL((url) => url.pathname === '/');
}

async function inspect(
  { page, complaints }: WatchedPage,
  look: Look,
  theme: Theme,
  { width }: { width: number },
  folder: string | undefined,
): Promise<void> {
  await page.goto(look.path);
  await setTheme(page, theme);
  await page.reload();
  assert.equal(await page.evaluate('document.documentElement.dataset.theme'), theme);
  await look.settle(page);
  if (folder)
    await page.screenshot({
      path: join(folder, `${look.name}-${theme}-${width}.png`),
      fullPage: look.name !== 'preview',
    });
  assert.equal(await page.evaluate('document.documentElement.scrollWidth > innerWidth'), false, 'it scrolls sideways');
  assert.deepEqual(await axeFindings(page), []);
  assert.deepEqual(complaints.splice(0), []);
}

interface AxeResults {
  violations: { id: string; help: string; nodes: { target: string[] }[] }[];
}

/** Given to the page by the debugger, as its content security policy takes no script of ours. */
async function axeFindings(page: Page): Promise<string[]> {
  const { violations } = await page.evaluate<AxeResults>(`(() => { ${axe.source}; return axe.run(document); })()`);
  return violations.map(
    ({ id, help, nodes }) => `${id}: ${help}: ${nodes.map((node) => node.target.join(' ')).join(', ')}`,
  );
}
