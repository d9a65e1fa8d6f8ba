import { test as base, type BrowserContextOptions } from '@playwright/test';
import { openPage, type WatchedPage } from './browser.ts';
import { aProduct, type Product } from './product.ts';
import { type World, worldOf } from './world.ts';

const STARTS_WITHIN_MS = 180_000;

interface OfTest {
  /** A page of a fresh browser profile; it is closed with the test. */
  open: (options?: BrowserContextOptions) => Promise<WatchedPage>;
}

interface OfWorker {
  /** Nobody else uses it meanwhile; earlier tests have left what they made in it. */
  product: Product;
  world: World;
}

export const test = base.extend<OfTest, OfWorker>({
  product: [
    async ({}, use) => {
      const product = await aProduct();
      await use(product);
      await product.stop();
    },
    { scope: 'worker', timeout: STARTS_WITHIN_MS },
  ],

  world: [async ({ browser, product }, use) => use(worldOf(product, browser)), { scope: 'worker' }],

  open: async ({ browser, product }, use) => {
    const opened: WatchedPage[] = [];
    await use(async (options) => {
      const watched = await openPage(browser, product.address, options);
      opened.push(watched);
      return watched;
    });
    await Promise.all(opened.map(({ page }) => page.context().close()));
  },
});

/** Of a story: the next is not tried where one fails. */
export const { step } = test;
