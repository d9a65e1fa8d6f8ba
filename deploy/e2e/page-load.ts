import type { CDPSession, Page } from 'playwright-core';

/** How a page came, before anybody touched it. Bytes are those that travelled, compressed as they were. */
export interface PageLoad {
  /** When its largest content was painted, in ms from the navigation's begin. */
  largestMs: number;
  /** The element that was: its name in lower case; empty where it is gone. */
  largestIs: string;
  /** It is a picture, of an `<img>` or a background. */
  isPicture: boolean;
  /** Cumulative layout shift. */
  shift: number;
  scriptBytes: number;
  bytes: number;
}

/** A quarter of this processor, 1.6 Mbit/s, 150 ms there and back. */
const SLOW_PHONE = { cpu: 4, bytesPerSecond: (1.6 * 1_000_000) / 8, latencyMs: 150 };

/** Makes a page's browser as slow as the design's phone. */
export async function slowDown(devtools: CDPSession): Promise<void> {
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOW_PHONE.cpu });
  await devtools.send('Network.enable');
  await devtools.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: SLOW_PHONE.latencyMs,
    downloadThroughput: SLOW_PHONE.bytesPerSecond,
    uploadThroughput: SLOW_PHONE.bytesPerSecond,
  });
}

/**
 * Opens this path in a page that has opened nothing yet, and waits until nothing more comes and what came is painted.
 * What keeps a connection open is `live`, and there when it is busy no more.
 */
export async function loadPage(page: Page, path: string, { slow = false, live = false } = {}): Promise<PageLoad> {
  const devtools = await page.context().newCDPSession(page);
  if (slow) await slowDown(devtools);
  const travelled = await countBytes(devtools);
  await page.addInitScript({ content: OBSERVER });
  await page.goto(path, { waitUntil: live ? 'load' : 'networkidle' });
  if (live) {
    await page.locator('h1').first().waitFor();
    // Any of several: a locator of the busy ones would want to be of one alone.
    await page.locator('body:not(:has([aria-busy="true"]))').waitFor();
  }
  const seen = await page.evaluate<Omit<PageLoad, 'scriptBytes' | 'bytes'>>(PAINTED);
  return { ...seen, ...travelled() };
}

/** Runs before the page's own scripts. */
const OBSERVER = `
  window.pageLoad = { largestMs: 0, largestIs: '', isPicture: false, shift: 0 };
  new PerformanceObserver((list) => {
    const { startTime, element, url } = list.getEntries().at(-1);
    Object.assign(window.pageLoad, {
      largestMs: startTime, largestIs: element?.localName ?? '', isPicture: url !== '',
    });
  }).observe({ type: 'largest-contentful-paint', buffered: true });
  new PerformanceObserver((list) => {
    for (const { value, hadRecentInput } of list.getEntries()) if (!hadRecentInput) window.pageLoad.shift += value;
  }).observe({ type: 'layout-shift', buffered: true });
`;

/**
 * A busy machine decodes pictures long after they came. What is painted in one frame is told in the next, or, where the
 * machine is busier still, after it; any page has something that is its largest.
 */
const PAINTED = `(async () => {
  const came = [...document.images].filter(({ complete, naturalWidth }) => complete && naturalWidth > 0);
  await Promise.all(came.map((image) => image.decode().catch(() => {})));
  const frame = () => new Promise(requestAnimationFrame);
  for (let frames = 0; frames < 2 || (window.pageLoad.largestMs === 0 && frames < 600); frames++) await frame();
  return window.pageLoad;
})()`;

async function countBytes(devtools: CDPSession): Promise<() => Pick<PageLoad, 'scriptBytes' | 'bytes'>> {
  const scripts = new Set<string>();
  let scriptBytes = 0;
  let bytes = 0;
  devtools.on('Network.responseReceived', ({ requestId, type }) => {
    if (type === 'Script') scripts.add(requestId);
  });
  devtools.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    bytes += encodedDataLength;
    if (scripts.has(requestId)) scriptBytes += encodedDataLength;
  });
  await devtools.send('Network.enable');
  return () => ({ scriptBytes, bytes });
}
