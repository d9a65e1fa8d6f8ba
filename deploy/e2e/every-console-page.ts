import { mkdir } from 'node:fs/promises';
import type { Browser } from 'playwright-core';
import { openPage } from './browser.ts';
import { type Look, lookAt, SIZES, THEMES } from './look.ts';
import { firstAdmin, signInToConsole } from './operators.ts';
import type { Steps } from './steps.ts';

/** Each page of the console, as an admin sees it, at three widths in both themes. */
export async function everyConsolePage(
  browser: Browser,
  address: string,
  looks: readonly Look[],
  steps: Steps,
): Promise<void> {
  const folder = process.env.SCREENSHOTS;
  if (folder) await mkdir(folder, { recursive: true });
  for (const { width, height } of SIZES) {
    const watched = await openPage(browser, address, { width, height });
    const { page } = watched;
    for (const theme of THEMES) {
      await steps.attempt(`console login, ${theme}, ${width} px`, page, () =>
        lookAt(watched, signInPage, { theme, width, folder }),
      );
    }
    if (await steps.attempt(`signing in, ${width} px`, page, () => signInToConsole(page, firstAdmin))) {
      for (const look of looks) {
        for (const theme of THEMES) {
          await steps.attempt(`${look.name}, ${theme}, ${width} px`, page, () =>
            lookAt(watched, look, { theme, width, folder }),
          );
        }
      }
    }
    await page.context().close();
  }
}

const signInPage: Look = {
  name: 'console-login',
  path: '/admin/login',
  settle: (page) => page.getByRole('heading', { level: 1, name: 'Admin Login' }).waitFor(),
};
