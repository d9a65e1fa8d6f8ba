import type { Canvas } from './canvas.ts';
import type { Colour } from './colour.ts';
import { smoothstep } from './maths.ts';
import type { Path } from './path.ts';
import { Relief } from './relief.ts';
import type { Texture } from './texture.ts';

/**
 * A lamp somewhere around what is lit: at a place of the picture, `depth` units before it, or behind it where that is
 * negative.
 */
export interface Lamp {
  readonly x: number;
  readonly y: number;
  readonly depth: number;
  readonly colour: Colour;
  readonly strength: number;
}

export interface Surface {
  /** In shade. */
  readonly colour: Colour;
  readonly lamps: readonly Lamp[];
  /** From above, without direction. */
  readonly sky: Colour;
  readonly skyStrength: number;
  /**
   * What roughens it, how many of its sides lie in a unit across and down, and how much the light feels it (0 to 1).
   */
  readonly texture?: { readonly of: Texture; readonly across: number; readonly down: number; readonly depth: number };
  /** Light and shade part along a line, as they are drawn on film. */
  readonly flat?: boolean;
}

/** Outlines that are round to the light: exact to their edges at every size, shaded from a relief computed once. */
export class Lit {
  readonly #paths: readonly Path[];
  readonly #relief: Relief;

  /** `relief` of a larger whole where these are but a part of it, so that no light falls into the joints. */
  constructor(paths: readonly Path[], relief = new Relief(paths)) {
    this.#paths = paths;
    this.#relief = relief;
  }

  /** `opacity` by the height in the picture. With `over`, only the light is laid on what is there already. */
  paint(canvas: Canvas, surface: Surface, opacity: (y: number) => number = () => 1, over = false): void {
    const { pixels, topPx } = canvas;
    const { pxPerUnit, widthPx } = canvas.frame;
    const { area } = this.#relief;
    const dx = 1 / pxPerUnit;
    const first = Math.max(0, Math.floor(area.left * pxPerUnit) - 1);
    const count = Math.min(widthPx, Math.ceil((area.left + area.width) * pxPerUnit) + 2) - first;
    if (count <= 0) return;
    const out = { height: new Float32Array(count), right: new Float32Array(count), down: new Float32Array(count) };
    const { colour, lamps, sky, skyStrength, texture, flat = false } = surface;
    let known = -1;
    let share = 1;
    for (const path of this.#paths) {
      canvas.cover(path, (i, covered, px, row) => {
        const y = (row + topPx + 0.5) * dx;
        if (row !== known) {
          this.#relief.row(y, (first + 0.5) * dx, dx, count, out);
          known = row;
          share = opacity(y);
        }
        const x = (px + 0.5) * dx;
        const at = px - first;
        let nx = -out.right[at]!;
        let ny = -out.down[at]!;
        let nz = out.height[at]! + 1e-6;
        const length = Math.sqrt(nx * nx + ny * ny + nz * nz);
        nx /= length;
        ny /= length;
        nz /= length;
        let rough = 0;
        if (texture !== undefined) {
          rough = texture.of.at(x * texture.across, y * texture.down) * texture.depth;
          nx += rough * 0.7;
          ny += texture.of.at(x * texture.across + 7.3, y * texture.down + 3.1) * texture.depth * 0.7;
        }
        const grain = 1 + rough * 0.6;
        const above = skyStrength * (0.5 - 0.5 * ny) * (0.35 + 0.65 * nz) * grain;
        let r = sky.r * above;
        let g = sky.g * above;
        let b = sky.b * above;
        for (const lamp of lamps) {
          const lx = lamp.x - x;
          const ly = lamp.y - y;
          const away = Math.sqrt(lx * lx + ly * ly + lamp.depth * lamp.depth);
          const facing = (nx * lx + ny * ly + nz * lamp.depth) / away;
          if (facing <= 0) continue;
          const light =
            (flat ? smoothstep(0.16, 0.24, facing) * 0.7 : facing * (0.5 + 0.5 * facing) * grain) * lamp.strength;
          r += lamp.colour.r * light;
          g += lamp.colour.g * light;
          b += lamp.colour.b * light;
        }
        const alpha = covered * share;
        if (over) {
          pixels[i] = pixels[i]! + r * alpha;
          pixels[i + 1] = pixels[i + 1]! + g * alpha;
          pixels[i + 2] = pixels[i + 2]! + b * alpha;
          return;
        }
        const rest = 1 - alpha;
        pixels[i] = pixels[i]! * rest + (colour.r * grain + r) * alpha;
        pixels[i + 1] = pixels[i + 1]! * rest + (colour.g * grain + g) * alpha;
        pixels[i + 2] = pixels[i + 2]! * rest + (colour.b * grain + b) * alpha;
        pixels[i + 3] = pixels[i + 3]! * rest + alpha;
      });
    }
  }
}
