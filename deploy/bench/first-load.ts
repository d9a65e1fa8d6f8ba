import { gzipSync } from 'node:zlib';
import type { Browser } from 'playwright-core';
import { launchBrowser, openPage } from '../e2e/browser.ts';
import { slowDown } from '../e2e/page-load.ts';
import { People } from '../faults/harness/people.ts';
import { startProduct } from '../faults/harness/product.ts';
import { median } from './rounds.ts';
import type { BenchRow } from './row.ts';
import { isSmoke, size } from './size.ts';

const ROUNDS = size(3, 1);

/** Kilobytes of script, gzipped, that may come before a page can be used; the public gallery's is the design's goal. */
const PAGES = [
  { path: '/login', budgetKb: 130, signedIn: false },
  { path: '/public-gallery', budgetKb: 115, signedIn: false },
  { path: '/', budgetKb: 160, signedIn: true },
  { path: '/your-gallery', budgetKb: 160, signedIn: true },
  { path: '/generator', budgetKb: 180, signedIn: true },
  { path: '/profile', budgetKb: 160, signedIn: true },
] as const;

/** Likewise of the console; the first of them is all that a newcomer loads. */
const CONSOLE_PAGES = [
  '/admin/login',
  '/admin/dashboard',
  '/admin/analytics',
  '/admin/performance',
  '/admin/messages',
  '/admin/ledger',
  '/admin/events',
] as const;
const CONSOLE_BUDGET_KB = 350;

const LCP_GOAL_MS = 1_000;

/** All of them; the last alone where only is to be seen whether it runs. */
const some = <T>(pages: readonly T[]): readonly T[] => (isSmoke ? pages.slice(-1) : pages);

/** What each page makes a newcomer load, and when its largest content is painted on a slow phone. */
export async function benchFirstLoad(): Promise<BenchRow[]> {
  const product = await startProduct({ env: { RATE_LIMIT_SCALE: '1000', SEED_DEMO: '0' } });
  const browser = await launchBrowser();
  try {
    const people = new People(product);
    const member = await people.register();
    const made = await people.generate(member);
    if (made.kind !== 'completed' && made.kind !== 'accepted') throw new Error(`no picture: ${made.kind}`);
    await people.http.call('PUT', `/api/generation/${made.generationId}/make-public`, {
      token: member.token,
      body: { isPublic: true },
    });
    const rows: BenchRow[] = [];
    for (const { path, budgetKb, signedIn } of some(PAGES)) {
      const kb = await scriptKb(browser, product.address, path, signedIn ? { token: member.token } : {});
      rows.push(budget(`script of ${path}`, budgetKb, kb, 'kB gzip'));
    }
    const adminToken = await people.operator();
    for (const path of some(CONSOLE_PAGES)) {
      const kb = await scriptKb(browser, product.address, path, path === '/admin/login' ? {} : { adminToken });
      rows.push(budget(`script of ${path}`, CONSOLE_BUDGET_KB, kb, 'kB gzip'));
    }
    for (const path of some(['/login', '/public-gallery'])) {
      const times: number[] = [];
      for (let round = 0; round < ROUNDS; round++) times.push(await largestPaintMs(browser, product.address, path));
      rows.push(budget(`largest paint of ${path}, slow phone`, LCP_GOAL_MS, median(times), 'ms'));
    }
    return rows;
  } finally {
    await browser.close();
    await product.remove();
  }
}

async function scriptKb(
  browser: Browser,
  address: string,
  path: string,
  stored: Readonly<Record<string, string>>,
): Promise<number> {
  const { page } = await openPage(browser, address);
  for (const [name, token] of Object.entries(stored)) {
    await page.addInitScript({ content: `localStorage.setItem('${name}', ${JSON.stringify(token)})` });
  }
  const scripts = new Map<string, Promise<Buffer>>();
  page.on('response', (response) => {
    if (response.request().resourceType() !== 'script') return;
    const body = response.body();
    // What still comes when the page is closed was not needed to use it.
    body.catch(() => undefined);
    scripts.set(response.url(), body);
  });
  await page.goto(path);
  await page.locator('h1').waitFor();
  const sizes = await Promise.all([...scripts.values()].map(async (body) => gzipSync(await body).length));
  await page.context().close();
  return sizes.reduce((sum, size) => sum + size, 0) / 1000;
}

async function largestPaintMs(browser: Browser, address: string, path: string): Promise<number> {
  const { page } = await openPage(browser, address, { viewport: { width: 390, height: 844 } });
  const devtools = await page.context().newCDPSession(page);
  await slowDown(devtools);
  await page.addInitScript({
    content: `new PerformanceObserver((list) => { window.largestMs = list.getEntries().at(-1).startTime; })
      .observe({ type: 'largest-contentful-paint', buffered: true });`,
  });
  await page.goto(path, { waitUntil: 'networkidle' });
  const ms = await page.evaluate<number>('window.largestMs ?? 0');
  await page.context().close();
  return ms;
}

const budget = (what: string, most: number, measured: number, unit: string): BenchRow => ({
  what,
  bare: `≤ ${most} ${unit}`,
  ours: `${measured.toFixed(0)} ${unit}`,
  ratio: most / Math.max(measured, 0.01),
  goal: 1,
});
