import assert from 'node:assert/strict';
import lighthouse from 'lighthouse';
import { freePort } from '../local/free-port.ts';
import { launchProfile } from './browser.ts';
import { test } from './fixtures.ts';
import { enter } from './people.ts';

const CATEGORIES = ['accessibility', 'best-practices'] as const;
const PAGES = [
  { path: '/login', signedIn: false },
  { path: '/', signedIn: true },
  { path: '/generator', signedIn: true },
  { path: '/your-gallery', signedIn: true },
];

for (const { path, signedIn } of PAGES) {
  test(`lighthouse finds nothing to better in how ${path} is built and can be used`, async ({
    product,
    world,
  }, info) => {
    const port = await freePort();
    const context = await launchProfile(info.outputPath('profile'), {
      args: [`--remote-debugging-port=${port}`],
      baseURL: product.address,
    });
    try {
      if (signedIn) {
        const page = await context.newPage();
        await enter(page, await world.member());
      }
      const result = await lighthouse(`${product.address}${path}`, {
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
      assert.deepEqual(scores, ['accessibility 100', 'best-practices 100'], lacking.join('\n'));
    } finally {
      await context.close();
    }
  });
}
