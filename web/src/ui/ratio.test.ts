import { aspectRatios } from '@easel/contracts/generation/policy';
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { nearestRatio, RATIOS } from './ratio.ts';

describe('the ratio that a picture is laid out as', () => {
  test.each(Object.values(aspectRatios))('is its own for $label', ({ width, height }) => {
    expect(nearestRatio(width * 128, height * 128)).toBe(Math.round((width / height) * 1000));
  });

  test('is near that of any crop', () => {
    for (let ratio = 0.25; ratio <= 4; ratio *= 1.003) {
      expect(Math.abs(Math.log((ratio * 1000) / nearestRatio(ratio * 900, 900)))).toBeLessThanOrEqual(1 / 40);
    }
  });

  test('of what is narrower or wider than all is the last one', () => {
    expect([nearestRatio(1, 100), nearestRatio(100, 1)]).toEqual([RATIOS[0], RATIOS.at(-1)]);
  });

  test('has its class, and every class is of one', () => {
    const css = readFileSync(new URL('ratio.css', import.meta.url), 'utf8');
    const classes = [...css.matchAll(/\.ratio-(\d+) \{\s+--ratio: ([\d.]+);/g)];
    expect(classes.map(([, name]) => Number(name))).toEqual([...RATIOS]);
    for (const [, name, value] of classes) expect(Math.round(Number(value) * 1000)).toBe(Number(name));
  });
});
