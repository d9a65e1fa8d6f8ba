import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import type { Browser, ViewportSize } from 'playwright-core';
import { openPage } from '../e2e/browser.ts';
import { slowDown } from '../e2e/page-load.ts';
import { startServerProcess } from './server-process.ts';

/** What one address answered: a file's bytes as they travelled, and its headers. */
export interface Saved {
  bytes: Buffer;
  headers: Record<string, string>;
}

/** A page and all that it loads, served as files. */
export interface PageCopy {
  url: string;
  remove(): Promise<void>;
}

/** As browsers ask for pages. */
export const ASKED = { accept: 'text/html', 'accept-encoding': 'gzip, deflate, br' };
const KEPT = [
  'content-type',
  'content-encoding',
  'cache-control',
  'content-security-policy',
  'vary',
  'speculation-rules',
] as const;

/** Returns the bytes at an address as they travel, compressed where they are, with the headers that describe them. */
export async function asSent(url: string): Promise<Saved> {
  const { promise, resolve, reject } = Promise.withResolvers<Saved>();
  request(url, { headers: ASKED }, (reply) => {
    if (reply.statusCode !== 200) reject(new Error(`${url} answered ${reply.statusCode}`));
    const headers: Record<string, string> = {};
    for (const name of KEPT) {
      const value = reply.headers[name];
      if (value !== undefined) headers[name] = String(value);
    }
    buffer(reply).then((bytes) => resolve({ bytes, headers }), reject);
  })
    .on('error', reject)
    .end();
  return promise;
}

/** Saves a page with everything that it loads at this size before a touch, and serves the files. */
export async function copyPage(
  browser: Browser,
  { address, path, viewport }: { address: string; path: string; viewport: ViewportSize },
): Promise<PageCopy> {
  const folder = mkdtempSync(join(tmpdir(), 'easel-bench-'));
  const saved: Record<string, { file: string; headers: Record<string, string> }> = {};
  for (const [index, url] of (await loadedBy(browser, { address, path, viewport })).entries()) {
    const { bytes, headers } = await asSent(address + url);
    const file = join(folder, String(index));
    writeFileSync(file, bytes);
    saved[url] = { file, headers };
  }
  const list = join(folder, 'files.json');
  writeFileSync(list, JSON.stringify(saved));
  const server = await startServerProcess(folder, 'static-site-server', [list]);
  return {
    url: server.url,
    remove: async () => {
      await server.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/**
 * Returns paths and queries of all that a page loads, its own first. It is as slow as when it is measured: Chromium
 * fetches lazy pictures from further away where the network is slow.
 */
async function loadedBy(
  browser: Browser,
  { address, path, viewport }: { address: string; path: string; viewport: ViewportSize },
): Promise<string[]> {
  const { page } = await openPage(browser, address, { viewport });
  await slowDown(await page.context().newCDPSession(page));
  const loaded = new Set([path]);
  page.on('request', (one) => {
    if (one.method() === 'GET' && one.url().startsWith(address)) loaded.add(one.url().slice(address.length));
  });
  await page.goto(path, { waitUntil: 'networkidle' });
  await page.context().close();
  return [...loaded];
}
