/** A rectangle of the picture, in its units. */
export interface Area {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/**
 * Values on a coarse grid over a rectangle of the picture, read smoothly between (cubic B-spline). What is costly to
 * compute and soft to look at (clouds, mist, flanks of mountains) is computed once here, at a resolution of its own,
 * whatever the picture's.
 */
export class Field {
  readonly #area: Area;
  readonly #step: number;
  readonly #values: Float32Array;
  readonly #columns: number;
  readonly #rows: number;
  readonly #merged: Float32Array;

  /**
   * `cells` along the longer side; `value` gets the place of each grid point in the rectangle's own units, x right and
   * y down from its corner (`left`, `top`).
   */
  constructor(area: Area, cells: number, value: (x: number, y: number) => number) {
    this.#area = area;
    const step = Math.max(area.width, area.height) / cells;
    // One point beyond each edge, so that the spline has neighbours everywhere.
    this.#columns = Math.ceil(area.width / step) + 4;
    this.#rows = Math.ceil(area.height / step) + 4;
    this.#values = new Float32Array(this.#columns * this.#rows);
    this.#merged = new Float32Array(this.#columns);
    this.#step = step;
    for (let row = 0, i = 0; row < this.#rows; row++) {
      const y = area.top + (row - 1) * step;
      for (let column = 0; column < this.#columns; column++)
        this.#values[i++] = value(area.left + (column - 1) * step, y);
    }
  }

  /**
   * A field made from the slopes of a ground: `rise` is computed once at each grid point, and `value` gets it with how
   * much it gains in a unit to the right and in a unit upwards.
   */
  static ofSlopes(
    area: Area,
    cells: number,
    rise: (x: number, y: number) => number,
    value: (x: number, y: number, here: number, toRight: number, upwards: number) => number,
  ): Field {
    const step = Math.max(area.width, area.height) / cells;
    const columns = Math.ceil(area.width / step) + 4;
    let line = new Float64Array(columns + 1);
    let above = new Float64Array(columns + 1);
    let lineY = NaN;
    const compute = (into: Float64Array, y: number): void => {
      for (let column = 0; column <= columns; column++) into[column] = rise(area.left + (column - 1) * step, y);
    };
    let column = 0;
    return new Field(area, cells, (x, y) => {
      if (y !== lineY) {
        [line, above] = [above, line];
        if (Number.isNaN(lineY)) compute(above, y - step);
        compute(line, y);
        lineY = y;
        column = 0;
      }
      const here = line[column]!;
      const result = value(x, y, here, (line[column + 1]! - here) / step, (above[column]! - here) / step);
      column++;
      return result;
    });
  }

  /** The value at a place; outside the rectangle, that of its edge. */
  at(x: number, y: number): number {
    const gx = Math.min(Math.max((x - this.#area.left) / this.#step, 0), this.#columns - 4) + 1;
    const gy = Math.min(Math.max((y - this.#area.top) / this.#step, 0), this.#rows - 4) + 1;
    const column = Math.floor(gx);
    const row = Math.floor(gy);
    const [x0, x1, x2, x3] = weights(gx - column);
    const [y0, y1, y2, y3] = weights(gy - row);
    const v = this.#values;
    let at = (row - 1) * this.#columns + column - 1;
    const line = (): number => {
      const sum = v[at]! * x0 + v[at + 1]! * x1 + v[at + 2]! * x2 + v[at + 3]! * x3;
      at += this.#columns;
      return sum;
    };
    return line() * y0 + line() * y1 + line() * y2 + line() * y3;
  }

  /** Fills `out` with the values along a row of the picture: `out[i]` is the one at (x0 + i · dx, y). */
  row(y: number, x0: number, dx: number, out: Float32Array, count: number): void {
    const gy = Math.min(Math.max((y - this.#area.top) / this.#step, 0), this.#rows - 4) + 1;
    const row = Math.floor(gy);
    const [y0, y1, y2, y3] = weights(gy - row);
    const v = this.#values;
    const merged = this.#merged;
    const columns = this.#columns;
    let at = (row - 1) * columns;
    for (let column = 0; column < columns; column++, at++) {
      merged[column] = v[at]! * y0 + v[at + columns]! * y1 + v[at + 2 * columns]! * y2 + v[at + 3 * columns]! * y3;
    }
    const last = columns - 3;
    let gx = (x0 - this.#area.left) / this.#step + 1;
    const dg = dx / this.#step;
    for (let i = 0; i < count; i++, gx += dg) {
      const place = gx < 1 ? 1 : gx > last ? last : gx;
      const column = place | 0;
      const t = place - column;
      const s = 1 - t;
      const t2 = t * t;
      const before = (s * s * s) / 6;
      const after = (t2 * t) / 6;
      const here = (4 - 6 * t2 + 3 * t2 * t) / 6;
      out[i] =
        merged[column - 1]! * before +
        merged[column]! * here +
        merged[column + 1]! * (1 - before - here - after) +
        merged[column + 2]! * after;
    }
  }
}

function weights(t: number): readonly [number, number, number, number] {
  const s = 1 - t;
  const before = (s * s * s) / 6;
  const after = (t * t * t) / 6;
  const here = (4 - 6 * t * t + 3 * t * t * t) / 6;
  return [before, here, 1 - before - here - after, after];
}
