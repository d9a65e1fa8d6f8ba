import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';

/** Runs the steps of a story one after the other and tells of each. After a failure the rest of the story is not tried. */
export class Steps {
  passed = 0;
  failed = 0;

  /** Gives what the story ends with, or undefined where it failed; a failure is shown on the page in use then. */
  async story<T>(name: string, pageInUse: () => Page, tell: (step: Step) => Promise<T>): Promise<T | undefined> {
    process.stdout.write(`\n${name}\n`);
    const step: Step = async (what, run) => {
      const begun = performance.now();
      try {
        await run();
      } catch (error) {
        throw new StepFailed(what, error);
      }
      this.passed++;
      process.stdout.write(`  ok      ${what} (${Math.round(performance.now() - begun)} ms)\n`);
    };
    try {
      return await tell(step);
    } catch (error) {
      this.failed++;
      const [what, cause] = error instanceof StepFailed ? [error.message, error.cause] : ['between two steps', error];
      const page = pageInUse();
      process.stdout.write(
        `  FAILED  ${what}\n${indented(cause)}\n          at ${page.url()}, see ${await screenshot(page)}\n`,
      );
      return undefined;
    }
  }
}

export type Step = (what: string, run: () => Promise<void>) => Promise<void>;

class StepFailed extends Error {
  constructor(what: string, cause: unknown) {
    super(what, { cause });
  }
}

const indented = (error: unknown) =>
  (error instanceof Error ? (error.stack ?? error.message) : String(error)).replace(/^/gm, '          ');

async function screenshot(page: Page): Promise<string> {
  const path = join(await mkdtemp(join(tmpdir(), 'easel-e2e-failure-')), 'page.png');
  return page.screenshot({ path, fullPage: true }).then(
    () => path,
    () => 'no screenshot, as the page is gone',
  );
}
