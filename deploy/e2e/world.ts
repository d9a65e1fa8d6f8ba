import type { Browser, Page } from 'playwright-core';
import { openPage, type StorageState } from './browser.ts';
import { fillConsole } from './filled-console.ts';
import { firstAdmin } from './first-admin.ts';
import { signInToConsole } from './operators.ts';
import { enter, type Registered } from './people.ts';
import type { Product } from './product.ts';
import { settledCurator } from './settled-curator.ts';
import { settledEntrant } from './settled-entrant.ts';
import { collectedBy, followedBy, type Gallery, memberWithGallery, patronOf, seenBy } from './settled-people.ts';

/**
 * Nobody, somebody with images, somebody with a plan and purchases, a curator, somebody with entries in a challenge,
 * and the first operator.
 */
export type Onlooker = 'visitor' | 'member' | 'patron' | 'curator' | 'entrant' | 'admin';

/** Those who have used a product for a while. Each is made when first asked for, together with what they see. */
export interface World {
  member: () => Promise<Gallery>;
  patron: () => Promise<Registered>;
  /** What a browser keeps in which this onlooker is signed in. */
  signedIn: (onlooker: Onlooker) => Promise<StorageState>;
}

export function worldOf(product: Product, browser: Browser): World {
  const { address } = product;
  const member = once(async () => {
    const gallery = await memberWithGallery(address);
    await seenBy(address, gallery);
    await collectedBy(address, gallery);
    return gallery;
  });
  const patron = once(async () => {
    const gallery = await member();
    const somebody = await patronOf(address, gallery.picture);
    await followedBy(address, somebody, gallery);
    return somebody;
  });
  const entrant = once(() => settledEntrant(address));
  const admin = once(async () => {
    await patron();
    await entrant();
    await fillConsole(product);
    return firstAdmin;
  });

  const after = async (signIn: (page: Page) => Promise<void>): Promise<StorageState> => {
    const { page } = await openPage(browser, address);
    await signIn(page);
    const state = await page.context().storageState();
    await page.context().close();
    return state;
  };
  const states = {
    visitor: once(async () => {
      await member();
      return { cookies: [], origins: [] };
    }),
    member: once(async () => {
      const somebody = await member();
      return after((page) => enter(page, somebody));
    }),
    patron: once(async () => {
      const somebody = await patron();
      return after((page) => enter(page, somebody));
    }),
    curator: once(async () => {
      const somebody = await settledCurator(address);
      return after((page) => enter(page, somebody));
    }),
    entrant: once(async () => {
      const somebody = await entrant();
      return after((page) => enter(page, somebody));
    }),
    admin: once(async () => {
      const somebody = await admin();
      return after((page) => signInToConsole(page, somebody));
    }),
  };
  return { member, patron, signedIn: (onlooker) => states[onlooker]() };
}

function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => (made ??= make());
}
