import type { Generation } from '@easel/contracts/generation/http';
import {
  aspectRatioOf,
  models,
  resolutions,
  TRIAL_RESOLUTION,
  type AspectRatio,
  type Resolution,
} from '@easel/contracts/generation/policy';
import { BUILT_IN, type Choice } from '@easel/contracts/providers/policy';
import { choiceOf, makerOf, offerOf, othersFor, type Asked, type Offer } from '../providers/offers.ts';
import type { Providers } from '../providers/providers-query.ts';

/** What another image of a picture asks of its provider, beside what the picture itself asked. */
export interface VariantWish {
  resolution?: Resolution;
  aspectRatio?: AspectRatio;
  references?: number;
  edit?: 'replace' | 'extend';
}

export interface VariantOffer {
  /** Who makes it, or why nobody does. */
  choice: Choice;
  /** At whoever makes it, or would. */
  offer: Offer;
  resolution: Resolution;
}

/** The resolution in which another image is offered: one made before registering is smaller than all of them. */
export const variantResolution = ({ metadata }: Generation): Resolution =>
  metadata.resolution === TRIAL_RESOLUTION
    ? '1k'
    : (resolutions.find((known) => known === metadata.resolution) ?? '2k');

/** Who makes another image of a picture: whoever made the picture if it can, else another one that can. */
export function variantOffer(providers: Providers, generation: Generation, wish: VariantWish = {}): VariantOffer {
  const { metadata } = generation;
  const asked: Asked = {
    model: models.find((known) => known === metadata.model_type) ?? 'auto',
    provider: '',
    aspectRatio: wish.aspectRatio ?? aspectRatioOf(metadata.aspect_ratio) ?? 'square_1_1',
    resolution: wish.resolution ?? variantResolution(generation),
    isTshirtDesign: metadata.generation_parameters.isTshirtDesign,
    references: wish.references ?? 0,
    edit: wish.edit,
  };
  const choice = variantChoice(providers, asked, metadata.provider);
  const maker = choice.provider ?? makerOf(providers, asked);
  return { choice, offer: offerOf(maker, asked, 1), resolution: asked.resolution };
}

function variantChoice(providers: Providers, asked: Asked, madeBy: string): Choice {
  const same = choiceOf(providers, { ...asked, provider: madeBy });
  if (same.provider) return same;
  const automatic = choiceOf(providers, asked);
  if (automatic.provider) return automatic;
  // The table may name one that cannot. Nobody who asks for a photograph gets a drawing instead.
  const other = othersFor(providers, asked).find(({ name }) => name !== BUILT_IN);
  return other ? { provider: other } : automatic;
}

/** Which of the ways to go on from a picture some provider has, whether it answers now or not. */
export interface EditsOffered {
  /** More like it, and use as a reference. */
  references: boolean;
  /** Replace a part, and extend. */
  edits: boolean;
}

export const editsOffered = ({ known }: Pick<Providers, 'known'>): EditsOffered => ({
  references: known.some(({ references }) => references > 0),
  edits: known.some(({ edits }) => edits),
});
