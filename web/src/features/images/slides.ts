import type { Generation } from '@easel/contracts/generation/http';

/** One image in a viewer. */
interface Slide {
  /** Names it in the address of the viewer: the generation, and from its second image on the image's number. */
  key: string;
  generation: Generation;
  variant: Generation['variants'][number];
  /** From 0. */
  variantIndex: number;
}

export const slideKey = (generationId: string, variantIndex: number): string =>
  variantIndex === 0 ? generationId : `${generationId}.${variantIndex + 1}`;

/** The generation whose image a key names. */
export const generationIdOf = (key: string): string => key.split('.')[0] ?? '';

/** Every image of generations, in the order in which a viewer leafs through them. */
export const slidesOf = (generations: readonly Generation[]): Slide[] =>
  generations.flatMap((generation) =>
    generation.variants.map((variant, variantIndex) => ({
      key: slideKey(generation.id, variantIndex),
      generation,
      variant,
      variantIndex,
    })),
  );
