import { generationSettings, type GenerationSettings } from '@easel/contracts/generation/events';
import { sizeOf } from '@easel/contracts/generation/policy';
import { expect, test } from 'vitest';
import { decode, exifOf } from '../../derive/sharp.gateway.ts';
import { procedural } from './procedural.provider.ts';

const settingsOf = (over: Partial<GenerationSettings> = {}): GenerationSettings =>
  generationSettings.parse({
    model: 'auto',
    engine: 'automatic',
    style: 'auto',
    aspectRatio: 'standard_3_2',
    resolution: '1k',
    outputFormat: 'png',
    seed: 5,
    count: 1,
    safetyTolerance: 2,
    enhancePrompt: false,
    rawMode: false,
    creativeDetailing: 33,
    filterNsfw: true,
    isTshirtDesign: false,
    ...over,
  });

const render = (settings: GenerationSettings, seed = settings.seed, lettering?: string) =>
  procedural.render(
    {
      lettering,
      prompt: 'a lake that only Ada knows',
      negativePrompt: '',
      settings,
      index: 0,
      seed,
      size: sizeOf(settings.aspectRatio, settings.resolution),
    },
    new AbortController().signal,
  );

test('a PNG of the size asked for, the same bytes each time', async () => {
  const [one, two] = await Promise.all([render(settingsOf()), render(settingsOf())]);
  expect(one.format).toBe('png');
  expect(one.bytes.equals(two.bytes)).toBe(true);
  expect(await decode(one.bytes)).toMatchObject({ width: 1024, height: 682, channels: 3 });
});

test('says that it is procedural and from which seed, and nothing of the prompt', async () => {
  const exif = (await exifOf((await render(settingsOf(), 4242)).bytes)).toString('latin1');
  expect(exif).toContain('"provider":"procedural"');
  expect(exif).toContain('"seed":4242');
  expect(exif).not.toContain('Ada');
});

test('a JPEG where one is asked for', async () => {
  const { bytes, format } = await render(settingsOf({ outputFormat: 'jpg' }));
  expect(format).toBe('jpg');
  expect(bytes.subarray(0, 3).toString('hex')).toBe('ffd8ff');
});

test('a design for cloth is transparent as PNG and on white as JPEG', async () => {
  const square = { aspectRatio: 'square_1_1', isTshirtDesign: true } as const;
  const png = await decode((await render(settingsOf(square))).bytes);
  expect(png.channels).toBe(4);
  expect(png.pixels[3]).toBe(0);
  const jpeg = await decode((await render(settingsOf({ ...square, outputFormat: 'jpg' }))).bytes);
  expect(jpeg.channels).toBe(3);
  expect([...jpeg.pixels.subarray(0, 3)].every((value) => value > 250)).toBe(true);
});

test('the words that are asked for and the model are part of the picture', async () => {
  const small = settingsOf({ aspectRatio: 'ultrawide_21_9' });
  const made = await Promise.all([
    render(small),
    render(small, small.seed, 'Open air'),
    render(small, small.seed, 'Come in'),
    render({ ...small, model: 'zen' }),
  ]);
  expect(new Set(made.map(({ bytes }) => bytes.toString('base64'))).size).toBe(made.length);
});
