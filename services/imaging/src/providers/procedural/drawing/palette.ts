import type { Colour } from './colour.ts';

/** The colours of a picture. */
export interface Palette {
  readonly name: string;
  /** Zenith, upper, lower, horizon. */
  readonly sky: readonly [Colour, Colour, Colour, Colour];
  /** Of the sun or moon. */
  readonly light: Colour;
  /** In shade close by, and lit further off. */
  readonly land: readonly [Colour, Colour];
  readonly water: Colour;
  /** Paper or darkness behind what has no sky. */
  readonly ground: Colour;
  /** Six that go together on the ground. */
  readonly inks: readonly [Colour, Colour, Colour, Colour, Colour, Colour];
  /** Stars may be seen. */
  readonly night: boolean;
}
