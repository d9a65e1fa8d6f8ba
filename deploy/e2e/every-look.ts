import type { ViewportSize } from 'playwright-core';
import { themed, type Theme } from './browser.ts';
import { test } from './fixtures.ts';
import { type Look, lookAt } from './look.ts';
import type { Onlooker } from './world.ts';

export const SIZES = [
  { width: 390, height: 844 },
  { width: 768, height: 1024 },
  { width: 1440, height: 900 },
] as const;
const [PHONE, , DESKTOP] = SIZES;

/** Members come by phone as often as not; operators sit at a desk. */
const GATE_SIZE = { app: PHONE, console: DESKTOP };

/** A page is opened once a theme and then resized: opened on a phone and grown, opened on a desktop and shrunk. */
const WAYS: readonly { theme: Theme; sizes: readonly ViewportSize[] }[] = [
  { theme: 'dark', sizes: SIZES },
  { theme: 'light', sizes: SIZES.toReversed() },
];

/** Paths that the gate looks at already. A worker may load one file alone: only one of a client’s leaves it unsaid. */
const inGate = { app: new Set<string>(), console: new Set<string>() };

/**
 * Two tests for each look, as that onlooker sees it: one a theme, at three widths. The gate has one test for each page,
 * at one width and in one of the themes; its other states are in `npm run verify -- looks`.
 */
export function everyLook(client: 'app' | 'console', onlooker: Onlooker, looks: readonly Look[]): void {
  const gateSize = GATE_SIZE[client];
  const gated = inGate[client];
  for (const look of looks) {
    for (const { theme, sizes } of WAYS) lookTest(`${look.name}, ${theme}`, look, theme, sizes);
    const { pathname } = new URL(look.path, 'http://localhost');
    if (!(look.gate ?? !gated.has(pathname))) continue;
    // By its name, as a worker that loads one of the files alone has to choose the same.
    const theme = look.name.length % 2 === 0 ? 'dark' : 'light';
    gated.add(look.gate ? look.name : pathname);
    lookTest(`${look.name}, ${theme}, ${gateSize.width} px`, look, theme, [gateSize], '@gate');
  }

  function lookTest(title: string, look: Look, theme: Theme, sizes: readonly ViewportSize[], tag?: '@gate'): void {
    test(title, tag ? { tag } : {}, async ({ open, product, world }) => {
      const storageState = themed(await world.signedIn(onlooker), product.address, theme);
      const [viewport = null] = sizes;
      await lookAt(await open({ viewport, storageState }), look, { theme, sizes });
    });
  }
}
