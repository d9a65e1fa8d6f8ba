import { expect, test, vi } from 'vitest';
import { askForPictures, awaitPicture } from './early-pictures.ts';
import { sampleVariant } from './testing/sample-generation.ts';

/** Addresses that images are asked for by, while this runs. */
function askedDuring(work: () => void): string[] {
  const made: HTMLImageElement[] = [];
  class Observed extends Image {
    constructor() {
      super();
      made.push(this);
    }
  }
  vi.stubGlobal('Image', Observed);
  work();
  vi.unstubAllGlobals();
  return made.map(({ srcset, sizes }) => `${sizes}: ${srcset.split(' ')[0]}`);
}

test('asks once for a picture that a frame waits for, in its width', () => {
  const picture = sampleVariant('early-1');
  const end = awaitPicture('g1', 0, 224);
  const ask = () => askForPictures('g1', [picture]);
  expect(askedDuring(ask)).toEqual([`224px: ${picture.thumbnail_url}`]);
  expect(askedDuring(ask)).toEqual([]);
  end();
});

test('asks for nothing that no frame waits for, and for four pictures at most', () => {
  const pictures = ['a', 'b', 'c', 'd', 'e'].map((name) => sampleVariant(`early-2-${name}`));
  const ends = pictures.map((_, index) => awaitPicture('g2', index, 160));
  expect(askedDuring(() => askForPictures('g3', pictures))).toEqual([]);
  expect(askedDuring(() => askForPictures('g2', pictures))).toHaveLength(4);
  for (const end of ends) end();
  expect(askedDuring(() => askForPictures('g2', [sampleVariant('early-2-f')]))).toEqual([]);
});
