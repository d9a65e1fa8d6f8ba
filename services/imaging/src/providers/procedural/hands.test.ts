import { createHash } from 'node:crypto';
import { models, type Size } from '@easel/contracts/generation/policy';
import { expect, test } from 'vitest';
import type { PictureRequest } from './brief.ts';
import { draw, type Picture } from './picture.ts';

const drawn = (over: Partial<PictureRequest>, size: Size = { width: 160, height: 160 }): Picture =>
  draw(
    {
      prompt: 'a castle on a hill',
      negativePrompt: '',
      style: 'auto',
      aspectRatio: 'square_1_1',
      seed: 1,
      transparent: false,
      ...over,
    },
    size,
  );
const hashOf = ({ pixels }: Picture): string => createHash('sha256').update(pixels).digest('hex');

test('each model has a hand of its own', () => {
  expect(new Set(models.map((model) => hashOf(drawn({ model })))).size).toBe(models.length);
});

test('no hand in particular is that of auto', () => {
  expect(hashOf(drawn({}))).toBe(hashOf(drawn({ model: 'auto' })));
});

test('black and white has no color', () => {
  const { pixels } = drawn({ model: 'editorial_portraits' });
  const off = Array.from({ length: pixels.length / 3 }, (_, i) => Math.abs(pixels[3 * i]! - pixels[3 * i + 2]!));
  expect(Math.max(...off)).toBeLessThan(16);
});

test.each(models)('%s on cloth leaves the corners empty', (model) => {
  const { pixels } = drawn({ model, prompt: 'a bicycle', transparent: true });
  for (const at of [0, 159, 160 * 159, 160 * 160 - 1]) expect(pixels[4 * at + 3]).toBe(0);
});

test.each(['fluid', 'zen', 'flexible', 'super_real'] as const)(
  'bands leave no trace in what %s draws: where they meet, rows differ no more than around it',
  (model) => {
    const size = { width: 1200, height: 1200 };
    const { pixels } = drawn({ model, prompt: 'liquid marble' }, size);
    const steps = Array.from({ length: size.height - 1 }, (_, y) => {
      let sum = 0;
      for (let x = 0; x < size.width; x++) {
        const at = (y * size.width + x) * 3 + 1;
        sum += Math.abs(pixels[at]! - pixels[at + size.width * 3]!);
      }
      return sum / size.width;
    });
    // A million pixels make a band: it ends behind row 832.
    const beside = [...steps.slice(780, 832), ...steps.slice(833, 885)];
    expect(steps[832]).toBeLessThanOrEqual(Math.max(...beside));
  },
);
