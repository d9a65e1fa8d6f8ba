import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hasBrowser, launchBrowser, openPage } from './browser.ts';
import { loadPage } from './page-load.ts';

const SCRIPT_BYTES = 20_000;
/** Of one colour a picture would be no content. */
const PICTURE = `<svg xmlns="http://www.w3.org/2000/svg" width="600" height="400">${Array.from(
  { length: 200 },
  (_, n) => `<circle cx="${(n * 97) % 600}" cy="${(n * 61) % 400}" r="${5 + (n % 30)}" fill="hsl(${n * 7} 80% 50%)"/>`,
).join('')}</svg>`;
const bodies: Readonly<Record<string, readonly [type: string, body: string]>> = {
  '/still': ['text/html', '<!doctype html><img src="/picture.svg" width="600" height="400"><h1>A page</h1>'],
  '/jumps': [
    'text/html',
    '<!doctype html><div id="above"></div><h1>A page</h1><p>Some words of it</p><script src="/push.js" defer></script>',
  ],
  '/picture.svg': ['image/svg+xml', PICTURE],
  '/push.js': [
    'text/javascript',
    `requestAnimationFrame(() => requestAnimationFrame(() => { above.style.height = '300px'; }));//${'x'.repeat(SCRIPT_BYTES)}`,
  ],
};

describe.runIf(hasBrowser())('how a page came', () => {
  let server: Server;
  let browser: Browser;
  beforeAll(async () => {
    server = createServer(({ url = '' }, reply) => {
      const [type, body] = bodies[url] ?? ['text/plain', ''];
      reply.writeHead(200, { 'content-type': type }).end(body);
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    browser = await launchBrowser();
  });
  afterAll(async () => {
    await browser?.close();
    server.close();
  });

  const load = async (path: string) => {
    const { page } = await openPage(browser, `http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    const seen = await loadPage(page, path);
    await page.context().close();
    return seen;
  };

  test('a picture that has its place is the largest, and nothing moves', async () => {
    const seen = await load('/still');
    expect(seen).toMatchObject({ largestIs: 'img', isPicture: true, shift: 0, scriptBytes: 0 });
    expect(seen.largestMs).toBeGreaterThan(0);
    expect(seen.bytes).toBeGreaterThan(PICTURE.length);
  });

  test('what a script pushes down is a shift, and its bytes are counted', async () => {
    const seen = await load('/jumps');
    expect(seen.isPicture).toBe(false);
    expect(seen.shift).toBeGreaterThan(0.02);
    expect(seen.scriptBytes).toBeGreaterThan(SCRIPT_BYTES);
    expect(seen.bytes).toBeGreaterThan(seen.scriptBytes);
  });
});
