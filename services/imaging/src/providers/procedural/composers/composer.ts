import type { Brief } from '../brief.ts';
import type { Canvas } from '../drawing/canvas.ts';
import type { Finish } from '../drawing/develop.ts';

/** One way of making a picture. Chance is drawn while composing; painting only draws, so bands and resolutions agree. */
export interface Composer {
  readonly name: string;
  /** How well it answers a brief: 0 not at all, 1 for each word of its own. The composer with the most is asked. */
  affinity(brief: Brief): number;
  compose(brief: Brief): Scene;
}

export interface Scene {
  /** Called once for each band of rows, from the top, always with the same result where bands meet. */
  paint(canvas: Canvas): void;
  readonly finish?: Partial<Finish>;
}
