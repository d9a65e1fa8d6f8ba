import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { aspectRatioKeys, styles } from '@easel/contracts/generation/policy';
import { expect, test } from 'vitest';
import { linesOf, sizeWithin, requestOf } from '../../tools/sheet.ts';
import { composers } from './composers/registry.ts';
import { sayingOf } from '@easel/contracts/generation/lexicon/saying';
import { draw } from './picture.ts';

/**
 * The golden sheet tells when a picture changes: `golden-sheet.txt` holds a hash of the pixels of each prompt. Where
 * pictures were meant to change, look at them (README tells how to make a contact sheet), then accept the new hashes:
 * `npx vitest run golden-sheet -u`.
 */
const SIDE_PX = 64;
const lines = (
  await Promise.all(
    ['../../tools/contact-sheet.prompts.txt', './golden-sheet.prompts.txt'].map((path) =>
      readFile(new URL(path, import.meta.url), 'utf8'),
    ),
  )
).flatMap(linesOf);

// What is hashed is rasterised in TypeScript from seeded chance, before any encoder: no library and no thread has a
// part. Tried: Node 20 and 24, with and without the processor's fused multiplication, in any order, give the same
// hashes. Where another architecture rounds a sine's last bit otherwise, symmetrical shapes could differ by it.
const drawn = lines.map((line) => {
  const request = requestOf(line);
  return { line, request, picture: draw(request, sizeWithin(SIDE_PX, request.aspectRatio)) };
});

test('no picture has changed', async () => {
  const hashes = drawn.map(({ line, picture: { pixels, channels, size } }) => {
    const hash = createHash('sha256').update(`${size.width} ${size.height} ${channels}`).update(pixels).digest('hex');
    return `${hash.slice(0, 16)} ${line}\n`;
  });
  await expect(hashes.join('')).toMatchFileSnapshot('./golden-sheet.txt');
});

test('the sheet has every composer, style, shape, kind of lettering and cloth', () => {
  const met = <T>(of: (one: (typeof drawn)[number]) => T): Set<T> => new Set(drawn.map(of));
  expect(met(({ picture }) => picture.composer)).toEqual(new Set(composers.map(({ name }) => name)));
  expect(met(({ request }) => request.style)).toEqual(new Set(styles));
  expect(met(({ request }) => request.aspectRatio)).toEqual(new Set(aspectRatioKeys));
  expect(met(({ request }) => sayingOf(request.prompt)?.quoted)).toEqual(new Set([true, false, undefined]));
  expect(met(({ request }) => request.transparent)).toEqual(new Set([true, false]));
  expect(new Set(lines).size).toBe(lines.length);
});
