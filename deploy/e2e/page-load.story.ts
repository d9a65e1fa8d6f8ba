import assert from 'node:assert/strict';
import { pagePaths } from '@easel/contracts/page-paths';
import type { Page } from 'playwright-core';
import { themed } from './browser.ts';
import { test } from './fixtures.ts';
import { loadPage } from './page-load.ts';
import type { Onlooker } from './world.ts';

/**
 * Bytes of script, served with gzip, that a page may load before it is touched. The goal is 120 kB. Of what all pages
 * load, React's renderer is 62 kB, queries 12 kB, the router 9 kB; a page with its own schemas has 10 kB of zod.
 */
const SCRIPT_BYTES = 150_500;
/** Pages that check by a schema what is stored or typed, and the studio, a form of thirty fields beside its results. */
const HEAVIER: Readonly<Record<string, number>> = {
  '/analytics': 152_500,
  '/cart': 154_500,
  '/checkout': 162_000,
  '/generator': 170_500,
  '/my-purchases': 153_000,
  '/orders': 154_000,
  '/profit-sharing': 151_500,
  '/statement': 157_000,
};
const LAYOUT_SHIFT = 0.02;
const WIDTHS = [390, 1440];

const onlookers = ['patron', 'visitor'] as const satisfies Onlooker[];

/** They lead on to others, or show what is tried elsewhere with more in it. */
const LEADING_ON = new Set(['/gallery', '/design-challenges/poster', '/design-challenges/t-shirt', '/image/:id']);
const paths = pagePaths.filter((path) => !LEADING_ON.has(path) && !path.includes(':'));
/** Each is led on by the other's. */
const forOthers: Record<(typeof onlookers)[number], readonly string[]> = {
  patron: ['/login', '/register'],
  visitor: [
    '/',
    '/analytics',
    '/checkout',
    '/collections',
    '/curator-dashboard',
    '/favorites',
    '/following',
    '/generator',
    '/my-purchases',
    '/orders',
    '/payment-result',
    '/profile',
    '/profit-sharing',
    '/statement',
    '/your-gallery',
  ],
};

// Some thirty pages at two widths, one after the other.
test.describe.configure({ mode: 'default', timeout: 900_000 });

/** Of every page, as whoever may see it meets it first: how much script comes, and how far what is read moves. */
for (const onlooker of onlookers) {
  test(`a page comes light and stands still: ${onlooker}`, async ({ open, product, world }) => {
    const storageState = themed(await world.signedIn(onlooker), product.address, 'dark');
    const heavy: string[] = [];
    for (const path of paths.filter((one) => !forOthers[onlooker].includes(one))) {
      for (const width of WIDTHS) {
        const { page } = await open({ viewport: { width, height: 900 }, storageState });
        const scripts = scriptsOf(page);
        const { shift } = await loadPage(page, path, { live: onlooker === 'patron' });
        const scriptBytes = await scripts();
        await page.context().close();
        const line = `${path} at ${width} px: ${(scriptBytes / 1000).toFixed(1)} kB of script, shift ${shift.toFixed(4)}`;
        process.stdout.write(`${onlooker}: ${line}\n`);
        if (scriptBytes > (HEAVIER[path] ?? SCRIPT_BYTES) || shift > LAYOUT_SHIFT) heavy.push(line);
      }
    }
    assert.deepEqual(heavy, []);
  });
}

/** What the scripts of a page that is opened from now on come to, packed; each once. */
function scriptsOf(page: Page): () => Promise<number> {
  const addresses = new Set<string>();
  page.on('request', (request) => {
    if (request.resourceType() === 'script') addresses.add(request.url());
  });
  return async () => {
    const sizes = await Promise.all(Array.from(addresses, packedSize));
    return sizes.reduce((sum, size) => sum + size, 0);
  };
}

/** Bytes; a script too small to be packed is counted as it is. */
async function packedSize(address: string): Promise<number> {
  const { ok, headers } = await fetch(address, { method: 'HEAD', headers: { 'accept-encoding': 'gzip' } });
  const size = Number(headers.get('content-length'));
  assert.ok(ok && size > 0, `${address} tells no size`);
  return size;
}
