/**
 * A square of fine values laid over the plane again and again, mirrored so that no seam shows: detail that costs little
 * per pixel.
 */
export class Texture {
  readonly #side: number;
  readonly #values: Float32Array;

  /** `value` gets places in [0, 1); `side` is in texels, a power of two. */
  constructor(side: number, value: (x: number, y: number) => number) {
    this.#side = side;
    this.#values = new Float32Array(side * side);
    for (let row = 0, i = 0; row < side; row++) {
      for (let column = 0; column < side; column++) this.#values[i++] = value(column / side, row / side);
    }
  }

  /** At a place in sides: (1, 0) is one side to the right. */
  at(x: number, y: number): number {
    const side = this.#side;
    const gx = x * side;
    const gy = y * side;
    const column = Math.floor(gx);
    const row = Math.floor(gy);
    const fx = gx - column;
    const fy = gy - row;
    const left = this.#mirror(column);
    const right = this.#mirror(column + 1);
    const top = this.#mirror(row) * side;
    const bottom = this.#mirror(row + 1) * side;
    const v = this.#values;
    const upper = v[top + left]! + (v[top + right]! - v[top + left]!) * fx;
    const lower = v[bottom + left]! + (v[bottom + right]! - v[bottom + left]!) * fx;
    return upper + (lower - upper) * fy;
  }

  #mirror(place: number): number {
    const side = this.#side;
    const within = place & (2 * side - 1);
    return within < side ? within : 2 * side - 1 - within;
  }
}
