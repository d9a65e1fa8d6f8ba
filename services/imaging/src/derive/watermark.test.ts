import { expect, test } from 'vitest';
import { deriveTrialFrom } from './derive.ts';
import { decode, encode, type RawPixels } from './sharp.gateway.ts';
import { watermarked } from './watermark.ts';

const origin = { Software: 'test', ImageDescription: 'a test' };

function plain(width: number, height: number, channels: 3 | 4 = 3): RawPixels {
  const pixels = new Uint8Array(width * height * channels).fill(100);
  if (channels === 4) for (let i = 3; i < pixels.length; i += 4) pixels[i] = 255;
  return { pixels, channels, width, height };
}

/** Of the pixels of these rows, how many are not what they were. */
function changed({ pixels, width, channels }: RawPixels, from: number, to: number): number {
  let count = 0;
  for (let i = from * width; i < to * width; i++) if (Math.abs(pixels[i * channels]! - 100) > 12) count++;
  return count / ((to - from) * width);
}

test.each([
  [512, 512, 3],
  [512, 288, 3],
  [288, 512, 4],
] as const)(
  'a picture of %i × %i is marked in each of its parts, and darkest at its foot',
  (width, height, channels) => {
    const marked = watermarked(plain(width, height, channels));
    expect(marked).toMatchObject({ width, height, channels });
    const fifth = Math.floor(height / 5);
    for (let part = 0; part < 5; part++) {
      expect(changed(marked, part * fifth, (part + 1) * fifth), `part ${part}`).toBeGreaterThan(0.04);
    }
    expect(changed(marked, height - 8, height)).toBeGreaterThan(0.99);
    expect(
      marked.pixels.subarray(0, width * (height - fifth) * channels).some((value) => value > 140 && value < 255),
    ).toBe(true);
  },
);

test('what a visitor sees is the whole picture, marked; what is kept has no mark', async () => {
  const file = await encode(plain(512, 512), 'png', origin);
  const { width, height, preview, thumbnail } = await deriveTrialFrom(file);
  expect({ width, height }).toEqual({ width: 512, height: 512 });
  expect(preview).toMatchObject({ width: 512, height: 512 });
  expect(changed(await decode(preview.bytes), 0, 512)).toBeGreaterThan(0.1);
  expect(thumbnail).toMatchObject({ width: 384, height: 384 });
  expect(changed(await decode(thumbnail.bytes), 0, 384)).toBe(0);
});
