import { launch } from 'puppeteer-core';
import type { ViewportSize } from 'playwright-core';
import { executable, FLAGS } from '../e2e/browser.ts';
import { until } from '../faults/harness/until.ts';

/** For how long a pointer rests on a link, so that the browser prepares what is behind it. */
const REST_MS = 1_500;

interface Followed {
  /** From the click until the next page's first frame. */
  paintedMs: number;
  /** The browser had rendered the page before the click, and showed that. */
  wasPrerendered: boolean;
}

/**
 * Opens this address and follows the first such link that is seen, after the pointer has rested on it. By puppeteer:
 * where Playwright looks on, the browser renders no page before it is asked for.
 */
export async function followLink(url: string, link: string, viewport: ViewportSize): Promise<Followed> {
  const browser = await launch({ executablePath: executable(), args: [...FLAGS], defaultViewport: viewport });
  try {
    const page = await browser.newPage();
    await page.evaluateOnNewDocument(CLICKED);
    await page.goto(url, { waitUntil: 'networkidle0' });
    const seen = page.locator(link).setVisibility('visible');
    await seen.hover();
    await page.evaluate(`new Promise((resolve) => setTimeout(resolve, ${REST_MS}))`);
    const before = new URL(page.url()).pathname;
    await seen.click();
    const isThere = `location.pathname !== ${JSON.stringify(before)} && document.readyState === 'complete'`;
    // While the page that was prepared takes the place of the other, neither can be asked.
    await until(() => page.evaluate(isThere), { deadlineMs: 30_000 });
    return (await page.evaluate(PAINTED)) as Followed;
  } finally {
    await browser.close();
  }
}

/** Both pages of one site see it; the second may have been there before the click. */
const CLICKED = `
  addEventListener('click', ({ timeStamp }) => {
    localStorage.setItem('clicked-at', String(performance.timeOrigin + timeStamp));
  }, true);
`;

/** In a page of its own since its activation or its first paint; in the same page, since the frame after the change. */
const PAINTED = `new Promise((tell) => requestAnimationFrame(() => requestAnimationFrame(() => {
  const clickedAt = Number(localStorage.getItem('clicked-at'));
  const [{ activationStart = 0 }] = performance.getEntriesByType('navigation');
  const paint = performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? performance.now();
  const isNewPage = performance.timeOrigin > clickedAt || activationStart > 0;
  const paintedAt = isNewPage ? Math.max(paint, activationStart) : performance.now();
  tell({ paintedMs: performance.timeOrigin + paintedAt - clickedAt, wasPrerendered: activationStart > 0 });
})))`;
