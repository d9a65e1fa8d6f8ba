import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';

/** Does one thing and tells how it went. */
export type Step = (what: string, run: () => void | Promise<void>) => Promise<void>;

/** Counts what passed and what failed, and tells of each on the standard output. */
export class Steps {
  passed = 0;
  failed = 0;

  /** One step; a failure is told with a picture of the page. True when it passed. */
  async attempt(what: string, page: Page, run: () => void | Promise<void>): Promise<boolean> {
    const begun = performance.now();
    try {
      await run();
    } catch (error) {
      this.failed++;
      const place = `at ${page.url()}, see ${await screenshot(page)}`;
      process.stdout.write(`  FAILED  ${what}\n${indented(error)}\n${indented(place)}\n`);
      return false;
    }
    this.passed++;
    process.stdout.write(`  ok      ${what} (${Math.round(performance.now() - begun)} ms)\n`);
    return true;
  }

  /** Steps that lead from one to the next: after a failure the rest is not tried, and the story ends with undefined. */
  async story<T>(page: Page, tell: (step: Step) => Promise<T>): Promise<T | undefined> {
    const step: Step = async (what, run) => {
      if (!(await this.attempt(what, page, run))) throw new StoryEnded();
    };
    try {
      return await tell(step);
    } catch (error) {
      if (!(error instanceof StoryEnded)) throw error;
      return undefined;
    }
  }
}

class StoryEnded extends Error {}

const indented = (told: unknown) =>
  (told instanceof Error ? (told.stack ?? told.message) : String(told)).replace(/^/gm, '          ');

async function screenshot(page: Page): Promise<string> {
  const path = join(await mkdtemp(join(tmpdir(), 'easel-e2e-failure-')), 'page.png');
  return page.screenshot({ path, fullPage: true }).then(
    () => path,
    () => 'no screenshot, as the page is gone',
  );
}
