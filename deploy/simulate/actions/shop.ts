import { ConfirmDownload } from '@easel/api/downloads/confirm-download';
import { BuyImage } from '@easel/api/purchases/buy-image';
import { imageSizes } from '@easel/contracts/downloads/policy';
import type { GenerationFact } from '@easel/contracts/generation/events';
import { action, nameOf, someMember, streamsOf, answerCode, type Action, type Scene } from './action.ts';

interface PublicImage {
  generationId: string;
  variantId: string;
}

export function publicImages(scene: Scene, notOf: string): PublicImage[] {
  return streamsOf<GenerationFact>(scene, 'generation').flatMap((facts) => {
    const isPublic = facts.some(({ type }) => type === 'MadePublic');
    if (!isPublic || facts[0]?.data.memberId === notOf) return [];
    return facts.flatMap(({ type, data }) => (type === 'VariantCreated' ? [data] : []));
  });
}

/** Several at once: what comes of sales is small, and shows by their number. */
async function buy(scene: Scene): Promise<void> {
  const { world, chance, tell } = scene;
  const memberId = someMember(scene);
  const paymentMethod = chance.onceIn(3) ? 'dollars' : 'credits';
  const images = publicImages(scene, memberId);
  for (let count = chance.int(1, 10); count > 0; count -= 1) {
    const image = chance.maybe(images);
    if (!image) return;
    const size = chance.weighted([
      [4, '1K'],
      [1, '2K'],
      [1, '4K'],
    ] as const);
    const request = { imageId: image.generationId, variantId: image.variantId, size, paymentMethod } as const;
    const press = () =>
      world.call({ kind: 'member', id: memberId }, `buy in ${paymentMethod}`, ({ commands }, context) =>
        commands.execute(new BuyImage(memberId, request, context)),
      );
    // Now and then somebody presses twice.
    const [answer] = await Promise.all(chance.onceIn(5) ? [press(), press()] : [press()]);
    tell(`${nameOf(scene, memberId)} buys ${size} in ${paymentMethod}: ${answerCode(answer)}`);
  }
}

/** One size of each image that others offer, in credits. */
export async function buyAll(scene: Scene, memberId: string): Promise<void> {
  for (const { generationId: imageId, variantId } of publicImages(scene, memberId)) {
    const request = { imageId, variantId, size: '1K', paymentMethod: 'credits' } as const;
    await scene.world.call({ kind: 'member', id: memberId }, 'buy in credits', ({ commands }, context) =>
      commands.execute(new BuyImage(memberId, request, context)),
    );
  }
}

async function download(scene: Scene): Promise<void> {
  const { world, chance, tell } = scene;
  const memberId = someMember(scene);
  const image = chance.maybe(publicImages(scene, memberId));
  if (!image) return;
  const caller = { kind: 'member', id: memberId } as const;
  const request = { ...image, resolutionTier: chance.pick(imageSizes) };
  const quoted = await world.call(caller, 'quote', ({ quotes }) => quotes.quote(memberId, request));
  if (quoted.kind !== 'done') return;
  const { token } = quoted.value;
  for (let times = chance.onceIn(4) ? 2 : 1; times > 0; times -= 1) {
    const answer = await world.call(caller, 'confirm', ({ commands }, context) =>
      commands.execute(new ConfirmDownload(memberId, { token, format: 'png' }, context)),
    );
    tell(`${nameOf(scene, memberId)} confirms a download: ${answerCode(answer)}`);
  }
}

/** What members do about others' images. */
export const shopActions: readonly Action[] = [action('buy', 14, buy), action('download', 5, download)];
