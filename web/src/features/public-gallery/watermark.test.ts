import { expect, test } from 'vitest';
import { barHeightPx, watermarkedFileName } from './watermark.ts';

test('the bar is a twelfth and a half of the height, and never below sixty pixels', () => {
  expect(barHeightPx(1000)).toBe(80);
  expect(barHeightPx(300)).toBe(60);
});

test.each([
  ['A red fox, jumping over the lazy dog: again!', 'Aredfoxjumpingoverthelazydogag.png'],
  ['猫 & 犬', '猫犬.png'],
  [`${'a'.repeat(29)}𠮷z`, `${'a'.repeat(29)}.png`],
  ['../../etc\r\n', 'etc.png'],
  ['???', 'easel.png'],
])('%s is saved as %s', (prompt, name) => {
  expect(watermarkedFileName(prompt)).toBe(name);
});
