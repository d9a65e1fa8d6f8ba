import { Canvas, frameOf } from './canvas.ts';
import { clamp } from './maths.ts';

/** A small picture of what is painted, kept to be reflected: the same whatever the size of the real one. */
export class Mirror {
  readonly #pixels: Float32Array;
  readonly #widthPx: number;
  readonly #rows: number;
  readonly #pxPerUnit: number;

  /** `bottom` is how far down it is painted; `longPx` its longer side. */
  constructor(
    shape: { width: number; height: number },
    bottom: number,
    paints: readonly ((canvas: Canvas) => void)[],
    longPx = 640,
  ) {
    const long = Math.max(shape.width, shape.height);
    const frame = frameOf(
      { width: Math.round((longPx * shape.width) / long), height: Math.round((longPx * shape.height) / long) },
      shape,
    );
    this.#rows = Math.max(2, Math.min(frame.heightPx, Math.floor(bottom * frame.pxPerUnit)));
    const canvas = new Canvas(frame, 0, this.#rows);
    for (const paint of paints) paint(canvas);
    this.#pixels = canvas.pixels;
    this.#widthPx = frame.widthPx;
    this.#pxPerUnit = frame.pxPerUnit;
  }

  /** The colour at a place of the picture, edges carried on; what shines is held at 2. */
  read(x: number, y: number, out: Float32Array): void {
    const gx = clamp(x * this.#pxPerUnit - 0.5, 0, this.#widthPx - 1.001);
    const gy = clamp(y * this.#pxPerUnit - 0.5, 0, this.#rows - 1.001);
    const column = gx | 0;
    const row = gy | 0;
    const fx = gx - column;
    const fy = gy - row;
    const at = (row * this.#widthPx + column) * 4;
    const below = at + this.#widthPx * 4;
    const p = this.#pixels;
    for (let c = 0; c < 3; c++) {
      const upper = p[at + c]! + (p[at + 4 + c]! - p[at + c]!) * fx;
      const lower = p[below + c]! + (p[below + 4 + c]! - p[below + c]!) * fx;
      out[c] = Math.min(2, upper + (lower - upper) * fy);
    }
  }
}
