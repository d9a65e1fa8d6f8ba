import { randomUUID } from 'node:crypto';
import type { GenerationFact, StoredImage } from '@easel/contracts/generation/events';
import { type AspectRatio, sizeOf } from '@easel/contracts/generation/policy';
import type { Recorded } from '@easel/contracts/kernel/event';
import { deriveFrom } from '@easel/imaging/derive/derive';
import { encode } from '@easel/imaging/derive/sharp.gateway';
import { draw } from '@easel/imaging/providers/procedural/picture';
import type { BlobStore } from '@easel/kernel/files/blob-store';
import { GenerationStory } from '@easel/projections/testing/generations';
import { Recorder } from '@easel/projections/testing/recorded';
import type { CDPSession, Page } from 'playwright-core';
import { launchBrowser, openPage } from '../e2e/browser.ts';
import { People, type Member } from '../faults/harness/people.ts';
import { startProduct, type Product } from '../faults/harness/product.ts';
import { Records } from '../faults/harness/records.ts';
import { until } from '../faults/harness/until.ts';
import type { BenchRow } from './row.ts';
import { size } from './size.ts';

const IMAGES = size(25_000, 60);
const APPENDS_AT_ONCE = 128;
/** Shapes in turn, so that rows have every length. */
const SHAPES = ['square_1_1', 'widescreen_16_9', 'social_story_9_16', 'traditional_3_4', 'standard_3_2'] as const;

/** Budgets of the issue: what a member waits for, and what a page may keep. */
const FIRST_CARDS_MS = 300;
const LONG_TASK_MS = 50;
const HEAP_GROWTH = 2;
const SCROLLED_SCREENS = size(400, 4);

/**
 * One member's 25 000 images on the wall in a real browser, served by the whole product: how soon the first cards stand
 * there once their data has come, the longest task while scrolling, and what the page keeps after having seen it all.
 */
export async function benchGalleryScroll(): Promise<BenchRow[]> {
  const product = await startProduct({ env: { RATE_LIMIT_SCALE: '1000' } });
  try {
    const member = await new People(product).register();
    await fill(product, member);
    return await look(product, member);
  } finally {
    await product.remove();
  }
}

async function fill(product: Product, member: Member): Promise<void> {
  await Records.of(product, async ({ log, blobs }) => {
    const stock: Stock[] = [];
    for (const [index, shape] of SHAPES.entries()) stock.push(await drawn(blobs, shape, index));
    const recorder = new Recorder();
    const stories = Array.from({ length: IMAGES }, (_, index) => ({
      index,
      facts: lifeOf(recorder, member.id, index, stock[index % stock.length]),
    }));
    const next = stories.values();
    const worker = async (): Promise<void> => {
      for (const { facts } of next) {
        const [first] = facts;
        if (!first) continue;
        const news = facts.map(({ id, type, data, metadata }) => ({ id, fact: { type, data }, metadata }));
        await log.append(first.stream, 'none', news);
      }
    };
    await Promise.all(Array.from({ length: APPENDS_AT_ONCE }, worker));
  });
  const people = new People(product);
  await until(
    async () => {
      const { body } = await people.http.call('GET', '/api/gallery/user?limit=1', { token: member.token });
      return (body as { total?: number }).total === IMAGES;
    },
    { deadlineMs: 120_000, why: () => '(the gallery of 25 000)' },
  );
}

/** A real picture, kept once and shown by many. */
type Stock = Pick<
  Extract<GenerationFact, { type: 'VariantCreated' }>['data'],
  'original' | 'preview' | 'thumbnail' | 'thumbhash'
>;

async function drawn(blobs: BlobStore, aspectRatio: AspectRatio, seed: number): Promise<Stock> {
  const size = sizeOf(aspectRatio, '1k');
  const request = {
    prompt: 'a quiet harbour at dawn',
    negativePrompt: '',
    style: 'auto',
    aspectRatio,
    seed,
    transparent: false,
  } as const;
  const bytes = await encode({ ...draw(request, size), ...size }, 'png', {
    Software: 'bench',
    ImageDescription: 'a picture of the bench',
  });
  const { preview, thumbnail, thumbhash } = await deriveFrom(bytes);
  const put = async (file: { bytes: Uint8Array; width: number; height: number }): Promise<StoredImage> => ({
    ...(await blobs.put(Buffer.from(file.bytes))),
    width: file.width,
    height: file.height,
  });
  return {
    original: await put({ bytes, ...size }),
    preview: await put(preview),
    thumbnail: await put(thumbnail),
    thumbhash,
  };
}

function lifeOf(recorder: Recorder, memberId: string, index: number, picture: Stock | undefined): Recorded[] {
  const at = new Date(Date.UTC(2026, 0, 1) + index * 60_000).toISOString();
  const story = new GenerationStory(recorder, memberId);
  const requested = story.requested({ at, prompt: `A quiet harbour at dawn, number ${index}` });
  const started = story.started();
  const made = story.drew(randomUUID());
  return [requested, started, { ...made, data: { ...(made.data as object), ...picture } }, story.completed()];
}

async function look(product: Product, member: Member): Promise<BenchRow[]> {
  const browser = await launchBrowser();
  try {
    const { page } = await openPage(browser, product.address);
    await page.goto('/login');
    await page.evaluate(`localStorage.setItem('token', ${JSON.stringify(member.token)})`);
    await page.context().addCookies([cookieOf(member, product.address)]);
    await page.addInitScript({ content: OBSERVER });
    await page.goto('/your-gallery?view=wall');
    await page.locator('[data-tile] img').first().waitFor();
    const afterDataMs = await page.evaluate<number>('window.firstCardAfterDataMs');
    const devtools = await page.context().newCDPSession(page);
    await scroll(page, 10);
    const before = await heapMb(devtools);
    await page.evaluate('window.tasks = []');
    const seen = await scroll(page, SCROLLED_SCREENS);
    const longestMs = await page.evaluate<number>('Math.max(0, ...window.tasks)');
    const longTasks = await page.evaluate<number>('window.tasks.length');
    const after = await heapMb(devtools);
    const nodes = await page.evaluate<number>(`document.querySelectorAll('*').length`);
    return [
      limit(`first cards of ${IMAGES} after their data`, FIRST_CARDS_MS, afterDataMs, 'ms'),
      limit(
        `longest task over ${SCROLLED_SCREENS} screens (${seen} pictures passed; ${longTasks} over ${LONG_TASK_MS} ms)`,
        LONG_TASK_MS,
        longestMs,
        'ms',
      ),
      limit(`heap afterwards (${nodes} elements in the page)`, before * HEAP_GROWTH, after, 'MB'),
    ];
  } finally {
    await browser.close();
  }
}

/** Tasks the browser calls long, and when the first picture stood there after its page of data had been read. */
const OBSERVER = `
  window.tasks = [];
  new PerformanceObserver((list) => window.tasks.push(...list.getEntries().map((entry) => entry.duration)))
    .observe({ type: 'longtask' });
  new MutationObserver((_, observer) => {
    if (!document.querySelector('[data-tile]')) return;
    observer.disconnect();
    requestAnimationFrame(() => requestAnimationFrame(() => {
      const data = performance.getEntriesByType('resource').filter(({ name }) => name.includes('/api/gallery/user'));
      window.firstCardAfterDataMs = performance.now() - Math.min(...data.map(({ responseEnd }) => responseEnd));
    }));
  }).observe(document, { childList: true, subtree: true });
`;

/** Ten screens a second, faster than any hand; the pictures that were passed. */
async function scroll(page: Page, screens: number): Promise<number> {
  return page.evaluate<number>(`(async () => {
    const seen = new Set();
    for (let screen = 0; screen < ${screens}; screen++) {
      window.scrollBy(0, innerHeight);
      for (let frame = 0; frame < 6; frame++) await new Promise((resolve) => requestAnimationFrame(resolve));
      for (const image of document.querySelectorAll('[data-tile]')) seen.add(image.getAttribute('aria-label'));
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

const limit = (what: string, most: number, measured: number, unit: string): BenchRow => ({
  what,
  bare: `≤ ${Math.round(most)} ${unit}`,
  ours: `${measured.toFixed(0)} ${unit}`,
  ratio: most / Math.max(measured, 0.01),
  goal: 1,
});

function cookieOf(member: Member, url: string): { name: string; value: string; url: string } {
  const [name = '', value = ''] = member.imageCookie.split('=');
  return { name, value, url: `${url}/api/images/auth/` };
}
