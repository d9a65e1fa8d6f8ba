import { resolve } from 'node:path';
import type { CDPSession, Page } from 'playwright-core';
import { launchBrowser, openPage } from '../e2e/browser.ts';
import { People, type Member } from '../faults/harness/people.ts';
import { startProduct, type Product } from '../faults/harness/product.ts';
import { until } from '../faults/harness/until.ts';
import { keepPictures } from './kept-pictures.ts';
import type { BenchRow } from './row.ts';
import { signedIn } from './signed-in.ts';
import { size } from './size.ts';
import { untilStill } from './stillness.ts';

const IMAGES = size(25_000, 60);
/** Budgets of the issue: what a member waits for, and what a page may keep. */
const FIRST_CARDS_MS = 150;
const LONG_TASK_MS = 50;
const STILL_DEADLINE_MS = 600_000;
const SCROLLED_SCREENS = size(400, 4);
/** Two a screen at the least: a page that shows some of them alone is not measured. */
const PASSED = Math.min(IMAGES, 2 * SCROLLED_SCREENS);

interface Wall {
  name: string;
  path: string;
  /** What stands for a picture, and names it. */
  tile: string;
  /** Where its pages come from. */
  data: string;
  mostHeapMb: number;
}

const ownWall: Wall = {
  name: 'the own gallery',
  path: '/your-gallery?view=wall',
  tile: '[data-tile]',
  data: '/api/gallery/user',
  mostHeapMb: 12,
};
const everyones: Wall = {
  name: 'the public gallery',
  path: '/public-gallery?view=all',
  tile: 'article a[href^="/image/"]',
  data: '/api/gallery/public',
  mostHeapMb: 14,
};

/** What was measured, and the most that it may be. */
interface Figure {
  what: string;
  most: number;
  measured: number;
  unit: 'ms' | 'MB';
  /** Of what was measured. */
  details?: string;
}

/**
 * 25 000 images on one page in a real browser, served by the whole product, all of them one member's and public: how
 * soon the first cards are there once their data has come, the longest task while scrolling, and what the page keeps
 * after having seen it all. Of the member's own gallery, and of everyone's for a visitor. Beside it the built checkout
 * that `BENCH_BEFORE` names, measured before in the same way.
 */
export async function benchGalleryScroll(): Promise<BenchRow[]> {
  const checkout = process.env['BENCH_BEFORE'];
  const before = checkout === undefined ? undefined : await measure({ checkout: resolve(checkout) });
  return (await measure({})).map((figure, n) => rowOf(figure, before?.[n]));
}

async function measure(options: { checkout?: string }): Promise<Figure[]> {
  const product = await startProduct(options);
  try {
    const member = await new People(product).register();
    await fill(product, member);
    const browser = await launchBrowser();
    try {
      const own = await signedIn(browser, product, member);
      const figures = await look(own, ownWall);
      await own.context().close();
      const visitors = await openPage(browser, product.address);
      return [...figures, ...(await look(visitors.page, everyones))];
    } finally {
      await browser.close();
    }
  } finally {
    await product.remove();
  }
}

async function fill(product: Product, member: Member): Promise<void> {
  const prompts = ['A quiet harbour at dawn'];
  await keepPictures(product, { memberId: member.id, count: IMAGES, prompts, isPublic: true });
  const people = new People(product);
  await until(
    async () => {
      const { body } = await people.http.call('GET', '/api/gallery/user?limit=1', { token: member.token });
      return (body as { total?: number }).total === IMAGES;
    },
    { deadlineMs: 480_000, why: () => `(the gallery of ${IMAGES})` },
  );
  // The other read models take longer.
  await untilStill(product, STILL_DEADLINE_MS);
}

async function look(page: Page, wall: Wall): Promise<Figure[]> {
  const { name, path, tile, mostHeapMb } = wall;
  await page.addInitScript({ content: observerOf(wall) });
  await page.goto(path);
  await page.locator(`${tile} img`).first().waitFor();
  const afterDataMs = await page.evaluate<number>('window.firstCardAfterDataMs');
  const devtools = await page.context().newCDPSession(page);
  await scroll(page, 10, tile);
  await page.evaluate('window.tasks = []');
  const seen = await scroll(page, SCROLLED_SCREENS, tile);
  const longestMs = await page.evaluate<number>('Math.max(0, ...window.tasks)');
  const longTasks = await page.evaluate<number>('window.tasks.length');
  const after = await heapMb(devtools);
  const nodes = await page.evaluate<number>(`document.querySelectorAll('*').length`);
  if (seen < PASSED) throw new Error(`${name}: ${seen} pictures were passed over ${SCROLLED_SCREENS} screens`);
  return [
    {
      what: `${name}: first cards of ${IMAGES} after their data`,
      most: FIRST_CARDS_MS,
      measured: afterDataMs,
      unit: 'ms',
    },
    {
      what: `${name}: longest task over ${SCROLLED_SCREENS} screens`,
      most: LONG_TASK_MS,
      measured: longestMs,
      unit: 'ms',
      details: `${longTasks} over ${LONG_TASK_MS}, ${seen} pictures passed`,
    },
    {
      what: `${name}: heap afterwards`,
      most: mostHeapMb,
      measured: after,
      unit: 'MB',
      details: `${nodes} elements in the page`,
    },
  ];
}

/** Tasks the browser calls long, and when the first picture stood there after its page of data had been read. */
const observerOf = ({ tile, data }: Wall): string => `
  window.tasks = [];
  new PerformanceObserver((list) => window.tasks.push(...list.getEntries().map((entry) => entry.duration)))
    .observe({ type: 'longtask' });
  new MutationObserver((_, observer) => {
    if (!document.querySelector('${tile}')) return;
    observer.disconnect();
    requestAnimationFrame(() => requestAnimationFrame(() => {
      const pages = performance.getEntriesByType('resource').filter(({ name }) => name.includes('${data}'));
      // What came with the page itself was there when it had been read.
      const [{ responseEnd }] = performance.getEntriesByType('navigation');
      const readAt = pages.length > 0 ? Math.min(...pages.map((page) => page.responseEnd)) : responseEnd;
      window.firstCardAfterDataMs = performance.now() - readAt;
    }));
  }).observe(document, { childList: true, subtree: true });
`;

/** Ten screens a second, faster than any hand; the pictures that were passed. */
async function scroll(page: Page, screens: number, tile: string): Promise<number> {
  return page.evaluate<number>(`(async () => {
    const seen = new Set();
    for (let screen = 0; screen < ${screens}; screen++) {
      window.scrollBy(0, innerHeight);
      for (let frame = 0; frame < 6; frame++) await new Promise((resolve) => requestAnimationFrame(resolve));
      for (const image of document.querySelectorAll('${tile}')) {
        seen.add(image.getAttribute('aria-label') ?? image.getAttribute('href'));
      }
      if (window.scrollY + innerHeight >= document.documentElement.scrollHeight - 2) window.scrollTo(0, 0);
    }
    return seen.size;
  })()`);
}

async function heapMb(devtools: CDPSession): Promise<number> {
  await devtools.send('HeapProfiler.collectGarbage');
  const { usedSize } = await devtools.send('Runtime.getHeapUsage');
  return usedSize / 2 ** 20;
}

const textOf = ({ measured, unit, details }: Figure): string =>
  `${measured.toFixed(0)} ${unit}${details === undefined ? '' : ` (${details})`}`;

const rowOf = (ours: Figure, before: Figure | undefined): BenchRow => ({
  what: `${ours.what}, at most ${ours.most} ${ours.unit}`,
  bare: before ? textOf(before) : `≤ ${ours.most} ${ours.unit}`,
  ours: textOf(ours),
  ratio: ours.most / Math.max(ours.measured, 0.01),
  goal: 1,
});
