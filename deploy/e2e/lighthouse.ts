import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import lighthouse from 'lighthouse';
import { freePort } from '../local/free-port.ts';
import { launchProfile } from './browser.ts';
import { signIn, type Member } from './main-job.ts';
import type { Steps } from './steps.ts';

const CATEGORIES = ['accessibility', 'best-practices'] as const;
const PAGES = [
  { path: '/login', signedIn: false },
  { path: '/', signedIn: true },
  { path: '/generator', signedIn: true },
  { path: '/your-gallery', signedIn: true },
];

/** Lighthouse finds nothing to better in how these pages are built and how they can be used. */
export async function lighthousePages(address: string, member: Member, steps: Steps): Promise<void> {
  const profile = await mkdtemp(join(tmpdir(), 'easel-lighthouse-'));
  const port = await freePort();
  const context = await launchProfile(profile, [`--remote-debugging-port=${port}`]);
  try {
    const page = await context.newPage();
    for (const { path, signedIn } of PAGES) {
      await steps.attempt(`lighthouse, ${path}`, page, async () => {
        if (signedIn && new URL(page.url()).pathname !== '/') {
          await page.goto(`${address}/login`);
          await signIn(page, member);
          await page.waitForURL((url) => url.pathname === '/');
        }
        const result = await lighthouse(`${address}${path}`, {
          port,
          onlyCategories: [...CATEGORIES],
          disableStorageReset: true,
          output: 'json',
          logLevel: 'error',
          // A member's page never falls silent: it listens to its live stream.
          maxWaitForLoad: 12_000,
        });
        assert.ok(result);
        const { categories, audits } = result.lhr;
        const lacking = Object.values(audits)
          .filter(({ score, scoreDisplayMode }) => score !== null && score < 1 && scoreDisplayMode === 'binary')
          .map(({ id, title }) => `${id}: ${title}`);
        const scores = CATEGORIES.map((name) => `${name} ${Math.round((categories[name]?.score ?? 0) * 100)}`);
        process.stdout.write(`          ${path}: ${scores.join(', ')}\n`);
        assert.deepEqual(scores, ['accessibility 100', 'best-practices 100'], lacking.join('\n'));
      });
    }
  } finally {
    await context.close();
    await rm(profile, { recursive: true, force: true });
  }
}
