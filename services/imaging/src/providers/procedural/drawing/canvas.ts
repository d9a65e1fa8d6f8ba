import type { Colour } from './colour.ts';
import type { Path } from './path.ts';

/** The whole picture. The unit is its short side: one composition fits every resolution of a ratio. */
export interface Frame {
  readonly widthPx: number;
  readonly heightPx: number;
  /** In units; the smaller of the two is 1. */
  readonly width: number;
  readonly height: number;
  readonly pxPerUnit: number;
}

/** `width` and `height` are the shape's proportions; the pixels may differ from them by a rounding. */
export function frameOf(size: { width: number; height: number }, shape: { width: number; height: number }): Frame {
  const short = Math.min(shape.width, shape.height);
  const [width, height] = [shape.width / short, shape.height / short];
  const pxPerUnit = Math.max(size.width, size.height) / Math.max(width, height);
  return { widthPx: size.width, heightPx: size.height, width, height, pxPerUnit };
}

/**
 * A band of rows of the picture, in linear light. A picture is painted band by band, each with the same calls, so that
 * one of any size needs little memory; what lies outside the band costs nothing.
 */
export class Canvas {
  readonly frame: Frame;
  /** Of the picture, in pixels. */
  readonly topPx: number;
  readonly rows: number;
  /** Four channels a pixel, colour multiplied by alpha, row after row. */
  readonly pixels: Float32Array;
  readonly #cover: Float32Array;
  readonly #firstPx: Int32Array;
  readonly #lastPx: Int32Array;

  constructor(frame: Frame, topPx: number, rows: number) {
    this.frame = frame;
    this.topPx = topPx;
    this.rows = rows;
    this.pixels = new Float32Array(frame.widthPx * rows * 4);
    this.#cover = new Float32Array((frame.widthPx + 2) * rows);
    this.#firstPx = new Int32Array(rows).fill(frame.widthPx);
    this.#lastPx = new Int32Array(rows).fill(-1);
  }

  /**
   * Calls for each of the band's rows between two heights: the height of its pixels' middle, and where it starts in
   * `pixels`.
   */
  eachRow(fromY: number, toY: number, paint: (y: number, start: number) => void): void {
    const { pxPerUnit, widthPx } = this.frame;
    const first = Math.max(0, Math.floor(fromY * pxPerUnit) - this.topPx);
    const last = toY >= this.frame.height ? this.rows : Math.min(this.rows, Math.ceil(toY * pxPerUnit) - this.topPx);
    for (let row = first; row < last; row++) paint((row + this.topPx + 0.5) / pxPerUnit, row * widthPx * 4);
  }

  /** Covers everything. */
  wash({ r, g, b }: Colour): void {
    const { pixels } = this;
    for (let i = 0; i < pixels.length; i += 4) {
      pixels[i] = r;
      pixels[i + 1] = g;
      pixels[i + 2] = b;
      pixels[i + 3] = 1;
    }
  }

  fill(path: Path, { r, g, b }: Colour, opacity = 1): void {
    const { pixels } = this;
    this.cover(path, (i, covered) => {
      const alpha = covered * opacity;
      const rest = 1 - alpha;
      pixels[i] = pixels[i]! * rest + r * alpha;
      pixels[i + 1] = pixels[i + 1]! * rest + g * alpha;
      pixels[i + 2] = pixels[i + 2]! * rest + b * alpha;
      pixels[i + 3] = pixels[i + 3]! * rest + alpha;
    });
  }

  /** Adds light where the path lies; what is dark behind begins to show. */
  shine(path: Path, { r, g, b }: Colour, strength = 1): void {
    const { pixels } = this;
    const brightest = Math.min(1, Math.max(r, g, b) * strength);
    this.cover(path, (i, covered) => {
      const light = covered * strength;
      pixels[i] = pixels[i]! + r * light;
      pixels[i + 1] = pixels[i + 1]! + g * light;
      pixels[i + 2] = pixels[i + 2]! + b * light;
      pixels[i + 3] = pixels[i + 3]! + (1 - pixels[i + 3]!) * covered * brightest;
    });
  }

  /** A round light that fades to nothing at `radius`. */
  glow(x: number, y: number, radius: number, { r, g, b }: Colour, strength = 1): void {
    const { pixels } = this;
    const { pxPerUnit, widthPx } = this.frame;
    const reach = Math.max(radius, 0.75 / pxPerUnit);
    // A point smaller than a pixel keeps its light, spread over the pixel.
    const dimmed = strength * (radius / reach) ** 2;
    const first = Math.max(0, Math.floor((x - reach) * pxPerUnit));
    const last = Math.min(widthPx, Math.ceil((x + reach) * pxPerUnit));
    this.eachRow(y - reach, y + reach, (rowY, start) => {
      const dy = (rowY - y) / reach;
      for (let px = first; px < last; px++) {
        const dx = ((px + 0.5) / pxPerUnit - x) / reach;
        const near = 1 - dx * dx - dy * dy;
        if (near <= 0) continue;
        const light = near * near * near * dimmed;
        const i = start + px * 4;
        pixels[i] = pixels[i]! + r * light;
        pixels[i + 1] = pixels[i + 1]! + g * light;
        pixels[i + 2] = pixels[i + 2]! + b * light;
        pixels[i + 3] = pixels[i + 3]! + (1 - pixels[i + 3]!) * Math.min(1, light);
      }
    });
  }

  /**
   * Calls for each pixel a path touches, with the pixel's place in `pixels` and how much of it is covered (0 to 1),
   * exact to its edges. Each edge leaves the signed area to its right in an accumulator, a running sum along the row
   * gives the cover.
   */
  cover(path: Path, paint: (index: number, covered: number, px: number, row: number) => void): void {
    const { pxPerUnit, widthPx } = this.frame;
    const bandTop = this.topPx;
    const bandBottom = bandTop + this.rows;
    if (path.bottom * pxPerUnit <= bandTop || path.top * pxPerUnit >= bandBottom) return;
    if (path.right <= 0 || path.left * pxPerUnit >= widthPx) return;
    const { points } = path;
    const count = points.length;
    let x0 = points[count - 2]! * pxPerUnit;
    let y0 = points[count - 1]! * pxPerUnit - bandTop;
    for (let i = 0; i < count; i += 2) {
      const x1 = points[i]! * pxPerUnit;
      const y1 = points[i + 1]! * pxPerUnit - bandTop;
      if (y0 < y1) this.#edge(x0, y0, x1, y1, 1);
      else if (y1 < y0) this.#edge(x1, y1, x0, y0, -1);
      x0 = x1;
      y0 = y1;
    }
    const firstRow = Math.max(0, Math.floor(path.top * pxPerUnit) - bandTop);
    const lastRow = Math.min(this.rows - 1, Math.ceil(path.bottom * pxPerUnit) - bandTop);
    const cover = this.#cover;
    for (let row = firstRow; row <= lastRow; row++) {
      const from = this.#firstPx[row]!;
      const to = Math.min(this.#lastPx[row]!, widthPx + 1);
      const line = row * (widthPx + 2);
      let sum = 0;
      for (let px = from; px <= to; px++) {
        sum += cover[line + px]!;
        cover[line + px] = 0;
        if (px >= widthPx) continue;
        const covered = sum < 0 ? -sum : sum;
        if (covered > 0.002) paint((row * widthPx + px) * 4, covered > 1 ? 1 : covered, px, row);
      }
      this.#firstPx[row] = widthPx;
      this.#lastPx[row] = -1;
    }
  }

  /**
   * Down an edge (y0 < y1), in pixels of the band. What lies left of the picture counts at its left side, what lies
   * right of it not at all.
   */
  #edge(x0: number, y0: number, x1: number, y1: number, direction: number): void {
    const { widthPx } = this.frame;
    if (y1 <= 0 || y0 >= this.rows) return;
    const slope = (x1 - x0) / (y1 - y0);
    let x = y0 < 0 ? x0 - y0 * slope : x0;
    const startY = Math.max(y0, 0);
    const endY = Math.min(y1, this.rows);
    const cover = this.#cover;
    for (let row = Math.floor(startY); row < endY; row++) {
      const height = (Math.min(row + 1, endY) - Math.max(row, startY)) * direction;
      const nextX = x + slope * (height * direction);
      let left = x < nextX ? x : nextX;
      let right = x < nextX ? nextX : x;
      x = nextX;
      if (right >= widthPx) this.#lastPx[row] = widthPx;
      if (left >= widthPx) continue;
      // What part of the edge's height lies in one pixel's width; unused where the edge stays within a pixel.
      const share = right > left ? height / (right - left) : 0;
      const before = left < 0 ? (right > 0 ? share * -left : height) : 0;
      let inside = height - before;
      if (left < 0) left = 0;
      if (right < 0) right = 0;
      if (right > widthPx) {
        inside -= share * (right - widthPx);
        right = widthPx;
      }
      const first = Math.floor(left);
      const line = row * (widthPx + 2);
      if (first < this.#firstPx[row]!) this.#firstPx[row] = first;
      if (before !== 0) cover[line] = cover[line]! + before;
      const last = Math.ceil(right);
      if (last <= first + 1) {
        const middle = (left + right) / 2 - first;
        cover[line + first] = cover[line + first]! + inside * (1 - middle);
        cover[line + first + 1] = cover[line + first + 1]! + inside * middle;
        if (first + 1 > this.#lastPx[row]!) this.#lastPx[row] = first + 1;
        continue;
      }
      let passed = 0;
      for (let px = first; px < last; px++) {
        const enter = px > left ? px : left;
        const leave = px + 1 < right ? px + 1 : right;
        const part = share * (leave - enter);
        const middle = (enter + leave) / 2 - px;
        cover[line + px] = cover[line + px]! + passed + part * (1 - middle);
        passed = part * middle;
      }
      cover[line + last] = cover[line + last]! + passed;
      if (last > this.#lastPx[row]!) this.#lastPx[row] = last;
    }
  }
}
