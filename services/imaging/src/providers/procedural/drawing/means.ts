import type { Canvas } from './canvas.ts';

/** Sums over any rectangle of a band at the cost of four look-ups. */
export class Means {
  readonly #sums: Float64Array;
  readonly #width: number;
  readonly #rows: number;

  /** `value` of a pixel, by its place in `pixels`. */
  constructor({ pixels, rows, frame: { widthPx } }: Canvas, value: (pixels: Float32Array, at: number) => number) {
    const stride = widthPx + 1;
    const sums = new Float64Array(stride * (rows + 1));
    for (let row = 0; row < rows; row++) {
      let line = 0;
      for (let px = 0; px < widthPx; px++) {
        line += value(pixels, (row * widthPx + px) * 4);
        sums[(row + 1) * stride + px + 1] = sums[row * stride + px + 1]! + line;
      }
    }
    this.#sums = sums;
    this.#width = widthPx;
    this.#rows = rows;
  }

  /** The mean between two corners of the band, both within; what lies outside it does not count. */
  between(left: number, top: number, right: number, bottom: number): number {
    const [x0, y0] = [left < 0 ? 0 : left, top < 0 ? 0 : top];
    const x1 = right >= this.#width ? this.#width : right + 1;
    const y1 = bottom >= this.#rows ? this.#rows : bottom + 1;
    const stride = this.#width + 1;
    const sums = this.#sums;
    const sum = sums[y1 * stride + x1]! - sums[y0 * stride + x1]! - sums[y1 * stride + x0]! + sums[y0 * stride + x0]!;
    return sum / ((x1 - x0) * (y1 - y0));
  }

  around(px: number, row: number, reach: number): number {
    return this.between(px - reach, row - reach, px + reach, row + reach);
  }
}
