import { galleryHttp } from '@easel/contracts/gallery/http';
import { searchHttp } from '@easel/contracts/search/http';
import { People } from '../faults/harness/people.ts';
import type { Product } from '../faults/harness/product.ts';
import { keepPictures } from './kept-pictures.ts';
import { size } from './size.ts';

const IMAGES = size(60, 12);

/** What the procedural provider draws well, of several categories. */
const PROMPTS = [
  'Misty mountains at dawn',
  'A mountain lake at sunset',
  'An autumn forest with a river',
  'A desert canyon under a starry night',
  'Abstract flowing ribbons',
  'A stormy sea with a lighthouse',
  'A neon city in the rain',
  'A ringed planet in deep space',
  'A red fox in the snow',
  'A sailboat on a calm ocean at sunset',
];

/** Fills the pages that strangers come to with real pictures; answers their paths, where all of it is shown by then. */
export async function fillPublicPages(product: Product): Promise<string[]> {
  const people = new People(product);
  const { id: memberId } = await people.register();
  const prompts = PROMPTS.slice(0, size(PROMPTS.length, 2));
  const ids = await keepPictures(product, { memberId, count: IMAGES, prompts, isPublic: true });
  await people.http.eventually(galleryHttp.public.path, {}, ({ body }) =>
    (body as { total?: number }).total === IMAGES ? true : undefined,
  );
  await people.http.eventually(searchHttp.images.path, {}, ({ body }) =>
    (body as { pagination?: { total: number } }).pagination?.total === IMAGES ? true : undefined,
  );
  return ['/', '/public-gallery', `/image/${ids.at(-1) ?? ''}`];
}
