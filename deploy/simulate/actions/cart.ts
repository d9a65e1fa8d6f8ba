import type { GenerationFact } from '@easel/contracts/generation/events';
import { centred } from '@easel/contracts/products/placement';
import { streamsOf, type Scene } from './action.ts';
import { draw, offer } from './market.ts';
import { accountOf } from './money.ts';
import { publicImages } from './shop.ts';

/** Those that a picture of the simulated workers is large enough for. */
const PRODUCTS = [
  { productId: 'mug', size: '', color: '' },
  { productId: 'tote', size: '', color: '' },
  { productId: 't-shirt', size: 'L', color: 'white' },
  { productId: 'phone-case', size: 'medium', color: '' },
] as const;
/** Delivery of so many costs nothing. */
const MANY = 11;

/** What somebody has in the cart: images of others to download, own ones on products, or both. */
export async function cartOf(scene: Scene, memberId: string): Promise<object[]> {
  const kind = scene.chance.weighted([
    [4, 'downloads'],
    [4, 'products'],
    [2, 'both'],
  ]);
  const downloads = kind === 'products' ? [] : await downloadsOf(scene, memberId);
  const products = kind === 'downloads' ? [] : await productsOf(scene, memberId);
  return [...downloads, ...products].map((item, index) => ({ id: `${index}`, ...item }));
}

/** In one size each. Where nobody offers any, somebody does. */
async function downloadsOf(scene: Scene, memberId: string): Promise<object[]> {
  const { chance, members } = scene;
  const others = members.filter((id) => id !== memberId);
  if (publicImages(scene, memberId).length === 0) {
    await offer(scene, chance.pick(others), { prompt: 'a garden', count: 4 });
  }
  const had = chance.onceIn(10) ? new Set() : boughtBy(scene, memberId);
  const images = publicImages(scene, memberId).filter(({ variantId }) => !had.has(variantId));
  const isTwice = chance.onceIn(20);
  return Array.from({ length: chance.int(1, 3) }, () => {
    const image = chance.maybe(images);
    if (!image) return [];
    if (!isTwice) images.splice(images.indexOf(image), 1);
    const resolutionTier = chance.onceIn(12) ? '2K' : '1K';
    return [{ kind: 'image-download', ...image, resolutionTier, format: 'png', quantity: 1 }];
  }).flat();
}

/** Ids of the images. */
const boughtBy = (scene: Scene, memberId: string): ReadonlySet<string> =>
  new Set(accountOf(scene, memberId).flatMap(({ type, data }) => (type === 'ImagePurchased' ? data.variantId : [])));

async function productsOf(scene: Scene, memberId: string): Promise<object[]> {
  const { chance } = scene;
  if (imagesOf(scene, memberId).length === 0) await draw(scene, memberId, { prompt: 'a garden', count: 4 });
  const images = imagesOf(scene, memberId);
  return Array.from({ length: chance.int(1, 3) }, () => {
    const image = chance.maybe(images);
    return image ? [productOf(scene, image)] : [];
  }).flat();
}

/** Some product that bears an image. */
export function productOf({ chance }: Scene, image: { generationId: string; variantId: string }): object {
  const quantity = chance.onceIn(8) ? MANY : chance.int(1, 2);
  return { kind: 'product', ...chance.pick(PRODUCTS), ...image, quantity, placement: centred };
}

/** A member's own. */
const imagesOf = (scene: Scene, memberId: string): { generationId: string; variantId: string }[] =>
  streamsOf<GenerationFact>(scene, 'generation').flatMap((facts) =>
    facts[0]?.data.memberId === memberId && facts.some(({ type }) => type === 'GenerationCompleted')
      ? facts.flatMap(({ type, data }) =>
          type === 'VariantCreated' ? [{ generationId: data.generationId, variantId: data.variantId }] : [],
        )
      : [],
  );

export const addressOf = ({ chance }: Scene) => ({
  street: `${chance.int(1, 99)} Main Street`,
  city: 'Springfield',
  state: 'IL',
  zipCode: '62701',
  country: 'United States',
});
