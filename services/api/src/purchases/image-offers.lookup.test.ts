import { expect, test } from 'vitest';
import type { GeneratedImage } from '@easel/contracts/generation/view';
import type { FoundGeneration } from '../generation/generation.lookup.ts';
import { entryOf, requestedFact } from '../testing/generation-facts.ts';
import { offered } from './image-offers.lookup.ts';

const variant = (variantId: string, width: number, height = width): GeneratedImage => {
  const file = { blob: 'ab'.repeat(32), bytes: 9, width, height };
  return {
    variantId,
    format: 'png',
    original: file,
    preview: file,
    thumbnail: file,
    thumbhash: 'AAAA',
    seed: 7,
    provider: 'procedural',
  };
};

function viewOf(told: Partial<FoundGeneration> = {}): FoundGeneration {
  const { trial: _trial, ...data } = requestedFact({ settings: { resolution: '2k' } }).data;
  return {
    ...data,
    purged: false,
    id: data.generationId,
    status: 'completed',
    failure: null,
    deletedAt: null,
    isPublic: true,
    categories: ['public'],
    variants: [variant('first', 2048, 1152), variant('later', 3840)],
    // Nothing here reads it.
    reply: {} as FoundGeneration['reply'],
    ...told,
  };
}

test('the first image is offered where none is named', () => {
  const view = viewOf();
  expect(offered(view)).toMatchObject({ generationId: view.id, variantId: 'first', ownerId: view.memberId });
  expect(offered(view, 'later')).toMatchObject({ variantId: 'later' });
  expect(offered(view, 'unknown')).toBeUndefined();
});

test('keeps of its files what a purchase needs', () => {
  const file = { blob: 'ab'.repeat(32), width: 2048, height: 1152 };
  expect(offered(viewOf())?.image).toEqual({ original: file, preview: file, thumbnail: file, thumbhash: 'AAAA' });
});

test('its size is the settings’, that of a variant of later its pixels’', () => {
  const sizes = (told: Partial<FoundGeneration>) =>
    ['first', 'later'].map((variantId) => offered(viewOf(told), variantId)?.original);
  expect(sizes({})).toEqual(['2K', '4K']);
  expect(sizes({ variants: [variant('first', 1900), variant('later', 1900)] })).toEqual(['2K', '1K']);
});

test('what is not complete, or is another’s variant, offers nothing', () => {
  expect(offered(viewOf({ status: 'processing' }))).toBeUndefined();
  expect(offered(viewOf({ variants: [] }))).toBeUndefined();
  expect(offered(viewOf({ variantOf: { generationId: 'g', variantId: 'v' } }))).toBeUndefined();
});

test('what is in the trash is no longer public', () => {
  expect(offered(viewOf())).toMatchObject({ isPublic: true, isDeleted: false });
  expect(offered(viewOf({ deletedAt: '2026-11-20T10:00:00.000Z' }))).toMatchObject({
    isPublic: false,
    isDeleted: true,
  });
  expect(offered(viewOf({ isPublic: false }))).toMatchObject({ isPublic: false, isDeleted: false });
});

test('sales of all its images pause while it is entered, and everyone may print the one that is', () => {
  const closesAt = new Date('2026-12-01T00:00:00.000Z');
  const before = new Date(closesAt.getTime() - 1);
  const view = viewOf({ entry: entryOf('later', closesAt) });
  expect(offered(view, 'first', before)).toMatchObject({ isEntry: true, isEnteredImage: false });
  expect(offered(view, 'later', before)).toMatchObject({ isEntry: true, isEnteredImage: true });
  expect(offered(view, 'later', closesAt)).toMatchObject({ isEntry: false, isEnteredImage: false });
});

test.each(['tshirt-competition', 'poster-competition', 'Design Challenge', 'Competition'])(
  'the category %s alone pauses nothing',
  (mark) => {
    expect(offered(viewOf({ categories: ['public', mark] }))).toMatchObject({ isEntry: false, isEnteredImage: false });
  },
);
