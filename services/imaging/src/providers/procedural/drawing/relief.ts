import { Canvas, type Frame } from './canvas.ts';
import { Field, type Area } from './field.ts';
import { clamp } from './maths.ts';
import { Path } from './path.ts';

const SWEEPS = 90;
const OVERSHOOT = 1.9;

/**
 * A flat outline blown up like a cushion: round where it is narrow, full where it is broad, so that light can fall on
 * it. Computed once on a grid of its own (a membrane under even pressure); a limb of even breadth becomes a cylinder.
 */
export class Relief {
  readonly area: Area;
  readonly #height: Field;
  readonly #right: Field;
  readonly #down: Field;

  constructor(paths: readonly Path[], cells = 260) {
    const left = Math.min(...paths.map((path) => path.left));
    const top = Math.min(...paths.map((path) => path.top));
    const width = Math.max(...paths.map((path) => path.right)) - left;
    const height = Math.max(...paths.map((path) => path.bottom)) - top;
    this.area = { left, top, width, height };
    const perUnit = cells / Math.max(width, height);
    const columns = Math.ceil(width * perUnit) + 2;
    const rows = Math.ceil(height * perUnit) + 2;
    const frame: Frame = {
      widthPx: columns,
      heightPx: rows,
      width: columns / perUnit,
      height: rows / perUnit,
      pxPerUnit: perUnit,
    };
    const canvas = new Canvas(frame, 0, rows);
    for (const path of paths)
      canvas.fill(new Path(path.points.map((value, i) => value - (i % 2 === 0 ? left : top) + 1 / perUnit)), {
        r: 0,
        g: 0,
        b: 0,
      });
    const inside = Float32Array.from({ length: columns * rows }, (_, i) => canvas.pixels[4 * i + 3]!);
    const pressed = membrane(inside, columns, rows);
    const read = (x: number, y: number): number => {
      const gx = clamp((x - left) * perUnit + 0.5, 0, columns - 1.001);
      const gy = clamp((y - top) * perUnit + 0.5, 0, rows - 1.001);
      const column = gx | 0;
      const row = gy | 0;
      const at = row * columns + column;
      const upper = pressed[at]! + (pressed[at + 1]! - pressed[at]!) * (gx - column);
      const lower = pressed[at + columns]! + (pressed[at + columns + 1]! - pressed[at + columns]!) * (gx - column);
      return upper + (lower - upper) * (gy - row);
    };
    const step = 1 / perUnit;
    // In units of the picture: heights of a sphere's roundness, slopes of what was pressed.
    this.#height = new Field(this.area, cells, (x, y) => Math.sqrt(2 * Math.max(0, read(x, y))) * step);
    this.#right = new Field(this.area, cells, (x, y) => ((read(x + step, y) - read(x - step, y)) / 2) * step);
    this.#down = new Field(this.area, cells, (x, y) => ((read(x, y + step) - read(x, y - step)) / 2) * step);
  }

  /**
   * Fills the rows with the height (in units) and the two slopes; the surface's normal is (-right, -down, height), not
   * yet of length 1.
   */
  row(
    y: number,
    x0: number,
    dx: number,
    count: number,
    out: { height: Float32Array; right: Float32Array; down: Float32Array },
  ): void {
    this.#height.row(y, x0, dx, out.height, count);
    this.#right.row(y, x0, dx, out.right, count);
    this.#down.row(y, x0, dx, out.down, count);
  }
}

/** Solves for the height of a membrane held at the outline's edge, in cells. */
function membrane(inside: Float32Array, columns: number, rows: number): Float32Array {
  const values = new Float32Array(columns * rows);
  for (let sweep = 0; sweep < SWEEPS; sweep++) {
    for (let row = 1; row < rows - 1; row++) {
      for (let at = row * columns + 1; at < (row + 1) * columns - 1; at++) {
        const here = inside[at]!;
        if (here <= 0.02) continue;
        const level = (values[at - 1]! + values[at + 1]! + values[at - columns]! + values[at + columns]! + 1) / 4;
        values[at] = Math.max(0, values[at]! + (level * here - values[at]!) * OVERSHOOT * 0.97);
      }
    }
  }
  return values;
}
