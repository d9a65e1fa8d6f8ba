import { shareOf } from '../faults/harness/share-of.ts';
import { themed, type Theme } from './browser.ts';
import { test } from './fixtures.ts';
import { type Look, lookAt } from './look.ts';
import type { Onlooker } from './world.ts';

export const SIZES = [
  { width: 390, height: 844 },
  { width: 768, height: 1024 },
  { width: 1440, height: 900 },
];

/** A page is opened once a theme and then resized: opened on a phone and grown, opened on a desktop and shrunk. */
const WAYS: readonly { theme: Theme; sizes: typeof SIZES }[] = [
  { theme: 'dark', sizes: SIZES },
  { theme: 'light', sizes: SIZES.toReversed() },
];

/**
 * Two tests for each page, as that onlooker sees it: in either theme at three widths. `LOOKS=k/n` takes every n-th of them
 * from the k-th, counted from 0: of two parts each has every page in one theme, by turns.
 */
export function everyLook(onlooker: Onlooker, looks: readonly Look[]): void {
  const all = looks.flatMap((look, at) => (at % 2 === 0 ? WAYS : WAYS.toReversed()).map((way) => ({ look, ...way })));
  for (const { look, theme, sizes } of shareOf(all, 'LOOKS')) {
    test(`${look.name}, ${theme}`, async ({ open, product, world }) => {
      const storageState = themed(await world.signedIn(onlooker), product.address, theme);
      const [viewport = null] = sizes;
      await lookAt(await open({ viewport, storageState }), look, { theme, sizes });
    });
  }
}
