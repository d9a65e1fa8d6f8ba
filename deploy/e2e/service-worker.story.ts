import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect } from '@playwright/test';
import type { Browser, Page } from 'playwright-core';
import { openPage } from './browser.ts';
import { step, test } from './fixtures.ts';

interface Front {
  address: string;
  /** Another version of the service worker. */
  release: () => void;
  /** Nothing is answered, or everything again. */
  cut: (isCut: boolean) => void;
  close: () => Promise<void>;
}

/**
 * The product behind an address of its own, which can be cut off, and come with another version of its service worker.
 */
async function behind(product: string): Promise<Front> {
  let version = '';
  let isCut = false;
  const server: Server = createServer((request, response) => {
    if (isCut) return void response.destroy();
    const answer = async () => {
      const { 'accept-encoding': _, host: __, ...headers } = request.headers;
      const reply = await fetch(new URL(request.url ?? '/', product), {
        method: request.method ?? 'GET',
        headers: headers as Record<string, string>,
        redirect: 'manual',
      });
      const isWorker = request.url === '/sw.js';
      const bytes = Buffer.from(await reply.arrayBuffer());
      for (const name of ['content-type', 'content-security-policy', 'cache-control']) {
        const value = reply.headers.get(name);
        if (value !== null) response.setHeader(name, value);
      }
      response.statusCode = reply.status;
      response.end(isWorker ? `${bytes.toString()}\n${version}` : bytes);
    };
    answer().catch(() => response.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    release: () => void (version = '// another version'),
    cut: (wanted) => void (isCut = wanted),
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

const controlled = (page: Page) => page.evaluate<boolean>('navigator.serviceWorker.controller !== null');

/** A page that the worker stands behind. */
async function workedPage(browser: Browser, address: string): Promise<Page> {
  const { page } = await openPage(browser, address, { serviceWorkers: 'allow' });
  await page.goto('/login');
  // It comes after the first touch or key.
  await page.getByLabel('Email').click();
  await page.evaluate('navigator.serviceWorker.ready.then(() => true)');
  await page.reload();
  await expect.poll(() => controlled(page)).toBe(true);
  return page;
}

test('service worker: the app comes without a connection, and keeps no call', async ({ browser, product }) => {
  const front = await behind(product.address);
  const page = await workedPage(browser, front.address);
  try {
    await step('and can be installed: its manifest and its icons are there', async () => {
      const manifest = (await (await page.request.get('/manifest.webmanifest')).json()) as { icons: { src: string }[] };
      assert.equal(manifest.icons.length, 3);
      for (const { src } of manifest.icons) {
        const icon = await page.request.get(src);
        assert.equal(icon.headers()['content-type'], 'image/png');
        assert.equal(icon.status(), 200);
      }
    });

    await step('without a connection the app comes all the same, and says what it could not have', async () => {
      front.cut(true);
      await page.goto('/about');
      await page.getByRole('heading', { level: 1, name: 'About Easel' }).waitFor();
      await page.goto('/search');
      await page.getByRole('heading', { level: 1 }).waitFor();
      await page.getByText('This could not be loaded').waitFor();
      front.cut(false);
    });

    await step('no call is kept, and nothing of pictures that are one’s own', async () => {
      await page.goto('/search');
      await page.getByRole('heading', { level: 1 }).waitFor();
      const kept = (await page.evaluate(`caches.keys().then(async (names) => (await Promise.all(
        names.map(async (name) => (await (await caches.open(name)).keys()).map(({ url }) => new URL(url).pathname)),
      )).flat())`)) as string[];
      assert.ok(kept.includes('/index.html'));
      assert.deepEqual(
        kept.filter((path) => path.startsWith('/api/') && !/^\/api\/images\/[^/]+\.webp$/.test(path)),
        [],
      );
    });
  } finally {
    await page.context().close();
    await front.close();
  }
});

test('service worker: a new version asks before it takes over', async ({ browser, product }) => {
  const front = await behind(product.address);
  const page = await workedPage(browser, front.address);
  try {
    await step('a new version asks, and nothing typed is lost meanwhile', async () => {
      await page.goto('/contact');
      await page.getByLabel('Subject').click();
      await page.getByLabel('Subject').fill('Half a sentence');
      await page.evaluate('window.loadedOnce = true');
      front.release();
      await page.evaluate('navigator.serviceWorker.getRegistration().then((known) => known.update()).then(() => true)');
      await page.getByText('A new version is there').waitFor();
      assert.equal(await page.getByLabel('Subject').inputValue(), 'Half a sentence');
      assert.equal(await page.evaluate('window.loadedOnce'), true);
    });
  } finally {
    await page.context().close();
    await front.close();
  }
});
