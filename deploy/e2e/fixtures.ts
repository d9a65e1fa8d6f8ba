import { test as base, type BrowserContextOptions } from '@playwright/test';
import type { ControlClient } from '../stand-ins/providers/control-client.ts';
import { openPage, type WatchedPage } from './browser.ts';
import { aProduct, type Product, type Providers } from './product.ts';
import { standInControl } from './stand-in-providers.ts';
import { type World, worldOf } from './world.ts';

/** Longer than a product may take to be ready, and to be stopped where it is not. */
const STARTS_WITHIN_MS = 360_000;

interface OfTest {
  /** A page of a fresh browser profile; it is closed with the test. */
  open: (options?: BrowserContextOptions) => Promise<WatchedPage>;
}

interface OfWorker {
  /** `test.use({ providers: 'stand-in' })` in a file gives its stories a product of their own with the stand-in. */
  providers: Providers;
  /** Breaks the stand-in's providers, and knows what they charged. */
  standIn: ControlClient;
  /** Nobody else uses it meanwhile; earlier tests have left what they made in it. */
  product: Product;
  world: World;
}

export const test = base.extend<OfTest, OfWorker>({
  providers: ['none', { option: true, scope: 'worker' }],

  standIn: [async ({ product }, use) => use(standInControl(product)), { scope: 'worker' }],

  product: [
    async ({ providers }, use) => {
      const product = await aProduct(providers);
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
