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

/** Requirements of a variant that differ from those of the picture. */
export interface VariantWish {
  resolution?: Resolution;
  aspectRatio?: AspectRatio;
  references?: number;
  edit?: 'replace' | 'extend';
}

export interface VariantOffer {
  /** The chosen provider, or why none can make it. */
  choice: Choice;
  /** Price and size at the chosen provider, or at the one whose limits are shown. */
  offer: Offer;
  resolution: Resolution;
}

/** Returns the resolution of a variant. Pictures made before registration are smaller than any resolution. */
export const variantResolution = ({ metadata }: Generation): Resolution =>
  metadata.resolution === TRIAL_RESOLUTION
    ? '1k'
    : (resolutions.find((known) => known === metadata.resolution) ?? '2k');

/** Chooses the provider of a variant: the picture's own provider if it can make it, else another one. */
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
  // Routing may name a provider that cannot make it. Never fall back to the built-in renderer, which would replace a
  // photograph by a drawing.
  const other = othersFor(providers, asked).find(({ name }) => name !== BUILT_IN);
  return other ? { provider: other } : automatic;
}

/** Edits that at least one provider supports, whether it is available or not. */
export interface EditsOffered {
  /** "More like this" and "Use as a reference". */
  references: boolean;
  /** "Replace a part" and "Extend". */
  edits: boolean;
}

export const editsOffered = ({ known }: Pick<Providers, 'known'>): EditsOffered => ({
  references: known.some(({ references }) => references > 0),
  edits: known.some(({ edits }) => edits),
});
