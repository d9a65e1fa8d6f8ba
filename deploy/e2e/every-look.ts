import { themed, type Theme } from './browser.ts';
import { test } from './fixtures.ts';
import { type Look, lookAt } from './look.ts';
import type { Onlooker } from './world.ts';

const THEMES: readonly Theme[] = ['dark', 'light'];
export const SIZES = [
  { width: 390, height: 844 },
  { width: 768, height: 1024 },
  { width: 1440, height: 900 },
];

/** A test for each page at three widths in both themes, as that onlooker sees it. */
export function everyLook(onlooker: Onlooker, looks: readonly Look[]): void {
  for (const look of looks) {
    for (const viewport of SIZES) {
      for (const theme of THEMES) {
        const { width } = viewport;
        test(`${look.name}, ${theme}, ${width} px`, async ({ open, product, world }) => {
          const storageState = themed(await world.signedIn(onlooker), product.address, theme);
          await lookAt(await open({ viewport, storageState }), look, { theme, width });
        });
      }
    }
  }
}
