import type { Point } from '../../drawing/path.ts';

/**
 * One piece of an animal, in hundredths of the figure's own square: x to the right, y down, feet at 100, looking right.
 */
export interface Part {
  readonly points: readonly Point[];
  /** On the side turned away: painted first and paler. */
  readonly far?: boolean;
  /** Lies over the rest, with a roundness of its own. */
  readonly over?: boolean;
  /** How deep tufts of fur stand out of the outline, in the same hundredths. */
  readonly fur?: number;
}

export interface Figure {
  readonly parts: readonly Part[];
  /** Places of eyes that catch the light, with their size. */
  readonly eyes?: readonly (Point & { readonly size: number })[];
}
