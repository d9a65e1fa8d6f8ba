import assert from 'node:assert/strict';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import axe from 'axe-core';
import type { Page, ViewportSize } from 'playwright-core';
import type { Theme, WatchedPage } from './browser.ts';

/** Keeps a picture of every page. */
const folder = process.env.SCREENSHOTS;

export interface Look {
  name: string;
  path: string;
  /** Calls that the server refuses, as it should. */
  refused?: string | readonly string[];
  /** It lies over the whole window. */
  overlay?: boolean;
  /** Whether the gate has it; unsaid, the gate has the first look at each path. */
  gate?: boolean;
  /** Until there is something to look at. */
  settle(page: Page): Promise<void>;
}

/**
 * One page in one theme, opened at the first size and resized to the others: at each nothing sticks out and axe finds
 * nothing, and nobody complains; pictures of it where a folder is named.
 */
export async function lookAt(
  { page, complaints, expectRefusal }: WatchedPage,
  look: Look,
  { theme, sizes }: { theme: Theme; sizes: readonly ViewportSize[] },
): Promise<void> {
  for (const path of [look.refused ?? []].flat()) expectRefusal(path);
  await page.goto(look.path);
  assert.equal(await page.evaluate('document.documentElement.dataset.theme'), theme);
  await look.settle(page);
  // Each page of the console is called something in the tab.
  if (look.path.startsWith('/admin')) await expect(page).toHaveTitle(/^\S.* · Easel console$/);
  for (const size of sizes) {
    await page.setViewportSize(size);
    const where = `${theme}, ${size.width} px`;
    // A list that becomes cards does so a moment after the window has changed.
    const sticksOut = () => page.evaluate('document.documentElement.scrollWidth > innerWidth');
    await expect.poll(sticksOut, { message: `it scrolls sideways: ${where}` }).toBe(false);
    if (folder)
      await page.screenshot({
        path: join(folder, `${look.name}-${theme}-${size.width}.png`),
        fullPage: !look.overlay,
      });
    assert.deepEqual(await axeFindings(page), [], where);
  }
  assert.deepEqual(complaints.splice(0), []);
}

interface AxeResults {
  violations: { id: string; help: string; nodes: { target: string[] }[] }[];
}

/**
 * Given to the page by the debugger, as its content security policy takes no script of ours. What holds is not written
 * up: it is most of a large page, and takes most of the time.
 */
async function axeFindings(page: Page): Promise<string[]> {
  const run = `axe.run(document, { resultTypes: ['violations'] })`;
  const { violations } = await page.evaluate<AxeResults>(`(() => { ${axe.source}; return ${run}; })()`);
  return violations.map(
    ({ id, help, nodes }) => `${id}: ${help}: ${nodes.map((node) => node.target.join(' ')).join(', ')}`,
  );
}
