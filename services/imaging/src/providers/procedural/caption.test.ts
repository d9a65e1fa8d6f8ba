import { expect, test } from 'vitest';
import type { PictureRequest } from './brief.ts';
import { draw, type Picture } from './picture.ts';

const size = { width: 240, height: 320 };
const drawn = (over: Partial<PictureRequest>): Picture =>
  draw(
    {
      prompt: 'Jazz night in Berlin, 14 June',
      negativePrompt: '',
      style: 'auto',
      aspectRatio: 'traditional_3_4',
      seed: 1,
      transparent: false,
      ...over,
    },
    size,
  );
/** Pixels of a band of rows that differ between two pictures, as a share. */
function changed(a: Picture, b: Picture, from: number, to: number): number {
  const [first, last] = [Math.round(from * size.height), Math.round(to * size.height)];
  let count = 0;
  for (let at = first * size.width; at < last * size.width; at++)
    if (Math.abs(a.pixels[3 * at + 1]! - b.pixels[3 * at + 1]!) > 24) count++;
  return count / ((last - first) * size.width);
}

test('the words stand at the foot of the picture, and nothing else is changed by them', () => {
  const plain = drawn({ lettering: '' });
  const worded = drawn({ lettering: 'Jazz night in Berlin, 14 June' });
  expect(worded.composer).toBe(plain.composer);
  expect(changed(plain, worded, 0, 0.35)).toBe(0);
  expect(changed(plain, worded, 0.62, 0.95)).toBeGreaterThan(0.2);
});

test('other words look otherwise', () => {
  const one = drawn({ lettering: 'Jazz night' });
  const other = drawn({ lettering: 'Wine fair' });
  expect(changed(one, other, 0.62, 0.97)).toBeGreaterThan(0.05);
});

test('long words of an emblem are shown whole, on a ribbon', () => {
  const emblem = { prompt: 'mountain badge', transparent: true } as const;
  const text = 'The old mountain club of the northern valleys since';
  const one = drawn({ ...emblem, lettering: `${text} 1926` });
  const other = drawn({ ...emblem, lettering: `${text} 1874` });
  expect(one.composer).toBe('emblem');
  expect(Buffer.from(one.pixels).equals(Buffer.from(other.pixels))).toBe(false);
});

test('words that no typeface of ours has are none', () => {
  expect(changed(drawn({ lettering: '🎷' }), drawn({ lettering: '' }), 0, 1)).toBe(0);
});
