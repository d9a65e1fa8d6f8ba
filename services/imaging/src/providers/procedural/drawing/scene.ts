import type { Canvas } from './canvas.ts';
import type { Finish } from './develop.ts';

/** A picture that is composed, and only has to be painted. */
export interface Scene {
  /** Called once for each band of rows, from the top, always with the same result where bands meet. */
  paint(canvas: Canvas): void;
  readonly finish?: Partial<Finish>;
}
