import assert from 'node:assert/strict';
import { join } from 'node:path';
import axe from 'axe-core';
import type { Page } from 'playwright-core';
import type { Theme, WatchedPage } from './browser.ts';

/** Keeps a picture of every page. */
const folder = process.env.SCREENSHOTS;

export interface Look {
  name: string;
  path: string;
  /** A call that the server refuses, as it should. */
  refused?: string;
  /** It lies over the whole window. */
  overlay?: boolean;
  /** Until there is something to look at. */
  settle(page: Page): Promise<void>;
}

/** One page in one theme: nothing sticks out, axe finds nothing, nobody complains; a picture of it where a folder is named. */
export async function lookAt(
  { page, complaints, expectRefusal }: WatchedPage,
  look: Look,
  { theme, width }: { theme: Theme; width: number },
): Promise<void> {
  if (look.refused) expectRefusal(look.refused);
  await page.goto(look.path);
  assert.equal(await page.evaluate('document.documentElement.dataset.theme'), theme);
  await look.settle(page);
  if (folder)
    await page.screenshot({
      path: join(folder, `${look.name}-${theme}-${width}.png`),
      fullPage: !look.overlay,
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
