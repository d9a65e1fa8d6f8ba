import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import autocannon from 'autocannon';
import type { Browser, ViewportSize } from 'playwright-core';
import { launchBrowser, openPage } from '../e2e/browser.ts';
import { loadPage, type PageLoad } from '../e2e/page-load.ts';
import { startProduct, type Product } from '../faults/harness/product.ts';
import { followLink } from './next-page.ts';
import { fillPublicPages } from './public-pages.ts';
import { ASKED, asSent, copyPage } from './page-copy.ts';
import { median } from './rounds.ts';
import type { BenchRow } from './row.ts';
import { startServerProcess } from './server-process.ts';
import { isSmoke, size } from './size.ts';

const ROUNDS = size(5, 1);
const CONNECTIONS = 10;
const ROUND_SECONDS = size(4, 1);

const LARGEST_MS = 800;
const NEXT_MS = 100;
const SHIFT = 0.01;
const SCRIPT_KB = 5.5;
/** How much longer than of the same page saved as files the largest paint may take. */
const OF_SAVED = 1.15;
const OF_A_FILE = 0.5;

const SIZES: readonly ViewportSize[] = [
  { width: 390, height: 844 },
  { width: 1440, height: 900 },
];
/** Wherever the navigation has it at this size. */
const LINK = 'a[href="/pricing"]';

/** All of them; the first alone where only is to be seen whether it runs. */
const some = <T>(all: readonly T[]): readonly T[] => (isSmoke ? all.slice(0, 1) : all);

/**
 * The pages that strangers come to, on a slow phone and as slow on a large screen: when the largest content is painted
 * and which it is, also of the same page saved as files, how much it jumps, what travels before anybody touches it;
 * then how soon the next page is there, and how many of each the server sends a second beside a bare server of the same
 * bytes.
 */
export async function benchPages(): Promise<BenchRow[]> {
  // Tens of thousands a second come from one address.
  const product = await startProduct({ env: { RATE_LIMIT_SCALE: '1000000' } });
  const browser = await launchBrowser();
  try {
    const paths = await fillPublicPages(product);
    const rows: BenchRow[] = [];
    for (const path of some(paths)) {
      for (const viewport of some(SIZES)) rows.push(...(await looks(browser, product.address, path, viewport)));
    }
    for (const viewport of some(SIZES)) rows.push(await next(product.address, '/public-gallery', viewport));
    for (const path of some(paths)) rows.push(await sent(product, `${path}, cached`, () => path, OF_A_FILE));
    const everNew = () => `/search?q=${randomBytes(6).toString('hex')}`;
    return [...rows, await sent(product, '/search of words that are ever new', everNew, 0)];
  } finally {
    await browser.close();
    await product.remove();
  }
}

async function looks(browser: Browser, address: string, path: string, viewport: ViewportSize): Promise<BenchRow[]> {
  const copy = await copyPage(browser, { address, path, viewport });
  const loads: PageLoad[] = [];
  const saved: PageLoad[] = [];
  try {
    for (let round = 0; round < ROUNDS; round++) {
      saved.push(await loadOnce(browser, copy.url, path, viewport));
      loads.push(await loadOnce(browser, address, path, viewport));
    }
  } finally {
    await copy.remove();
  }
  const of = (figure: (load: PageLoad) => number): number => median(loads.map(figure));
  const largest = of(({ largestMs }) => largestMs);
  const largestSaved = median(saved.map(({ largestMs }) => largestMs));
  const where = `${path.replace(/[0-9a-f-]{36}$/, '…')} at ${viewport.width} px`;
  const elements = [...new Set(loads.map(({ largestIs }) => `<${largestIs}>`))].join(' ');
  const pictures = loads.filter(({ isPicture }) => isPicture).length;
  return [
    most(`${where}: largest paint, of ${elements}`, LARGEST_MS, largest, 'ms'),
    {
      what: `${where}: largest paint beside the same page as files`,
      bare: `≤ ${OF_SAVED} × ${largestSaved.toFixed(0)} ms`,
      ours: `${largest.toFixed(0)} ms`,
      ratio: (OF_SAVED * largestSaved) / Math.max(largest, 1),
      goal: 1,
    },
    {
      what: `${where}: the largest is a picture`,
      bare: `${ROUNDS} of ${ROUNDS}`,
      ours: `${pictures} of ${ROUNDS}`,
      ratio: pictures / ROUNDS,
      goal: 1,
    },
    most(
      `${where}: layout shift`,
      SHIFT,
      of(({ shift }) => shift),
      '',
      3,
    ),
    most(
      `${where}: script before a touch`,
      SCRIPT_KB,
      of(({ scriptBytes }) => scriptBytes / 1000),
      'kB',
      1,
    ),
    {
      ...most(
        `${where}: everything`,
        0,
        of(({ bytes }) => bytes / 1000),
        'kB',
      ),
      bare: '',
      ratio: 1,
      goal: 0,
    },
  ];
}

async function loadOnce(browser: Browser, address: string, path: string, viewport: ViewportSize): Promise<PageLoad> {
  const { page } = await openPage(browser, address, { viewport });
  const load = await loadPage(page, path, { slow: true });
  await page.context().close();
  return load;
}

/** From a click on a link until its page is painted, after the pointer had rested on it. */
async function next(address: string, path: string, viewport: ViewportSize): Promise<BenchRow> {
  const followed: Awaited<ReturnType<typeof followLink>>[] = [];
  for (let round = 0; round < ROUNDS; round++) followed.push(await followLink(address + path, LINK, viewport));
  const prepared = followed.filter(({ wasPrerendered }) => wasPrerendered).length;
  const what = `from ${path} to the next page at ${viewport.width} px (prerendered in ${prepared} of ${ROUNDS})`;
  return most(what, NEXT_MS, median(followed.map(({ paintedMs }) => paintedMs)), 'ms');
}

/** Pages a second, of addresses that are made one by one. */
async function sent(product: Product, what: string, path: () => string, goal: number): Promise<BenchRow> {
  const folder = mkdtempSync(join(tmpdir(), 'easel-bench-'));
  const { bytes, headers } = await asSent(product.address + path());
  const file = join(folder, 'page');
  writeFileSync(file, bytes);
  const bare = await startServerProcess(folder, 'static-server', [file, JSON.stringify(headers)]);
  try {
    const rates = { bare: [] as number[], ours: [] as number[] };
    for (let round = 0; round <= ROUNDS; round++) {
      const [bareRate, ourRate] = [await load(bare.url, path), await load(product.address, path)];
      if (round === 0 && !isSmoke) continue; // everything is still being compiled and cached
      rates.bare.push(bareRate);
      rates.ours.push(ourRate);
    }
    const [bareRate, ourRate] = [median(rates.bare), median(rates.ours)];
    const shown = what.replace(/[0-9a-f-]{36}/, '…');
    return {
      what: `${shown}, ${(bytes.length / 1000).toFixed(0)} kB`,
      bare: `${Math.round(bareRate)}/s`,
      ours: `${Math.round(ourRate)}/s`,
      ratio: ourRate / bareRate,
      goal,
    };
  } finally {
    await bare.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function load(url: string, path: () => string): Promise<number> {
  const { requests, non2xx, errors } = await autocannon({
    url,
    connections: CONNECTIONS,
    duration: ROUND_SECONDS,
    requests: [{ path: path(), headers: ASKED, setupRequest: (asked) => ({ ...asked, path: path() }) }],
  });
  if (non2xx + errors > 0) throw new Error(`${non2xx} refusals and ${errors} errors from ${url}`);
  return requests.average;
}

const most = (what: string, limit: number, measured: number, unit: string, digits = 0): BenchRow => ({
  what,
  bare: `≤ ${limit} ${unit}`.trimEnd(),
  ours: `${measured.toFixed(digits)} ${unit}`.trimEnd(),
  // Nothing at all is not better without end.
  ratio: limit / Math.max(measured, limit / 100),
  goal: 1,
});
