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
 * Two tests for each page, as that onlooker sees it: in either theme at three widths. `LOOKS=0` takes one of the two, by
 * turns from page to page, and `LOOKS=1` the other.
 */
export function everyLook(onlooker: Onlooker, looks: readonly Look[]): void {
  for (const [at, look] of looks.entries()) {
    const turn = process.env.LOOKS === undefined ? undefined : (at + Number(process.env.LOOKS)) % WAYS.length;
    for (const { theme, sizes } of turn === undefined ? WAYS : WAYS.slice(turn, turn + 1)) {
      test(`${look.name}, ${theme}`, async ({ open, product, world }) => {
        const storageState = themed(await world.signedIn(onlooker), product.address, theme);
        const [viewport = null] = sizes;
        await lookAt(await open({ viewport, storageState }), look, { theme, sizes });
      });
    }
  }
}
