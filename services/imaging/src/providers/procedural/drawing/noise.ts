import type { Random } from './random.ts';

/**
 * Gradient noise over the plane: smooth, in about [-1, 1], without a visible grid once octaves are turned against each
 * other.
 */
export class Noise {
  readonly #permutation = new Uint8Array(512);
  readonly #gradientX = new Float64Array(256);
  readonly #gradientY = new Float64Array(256);

  constructor(random: Random) {
    const order = Uint8Array.from({ length: 256 }, (_, i) => i);
    for (let i = 255; i > 0; i--) {
      const j = random.below(i + 1);
      const swap = order[i]!;
      order[i] = order[j]!;
      order[j] = swap;
    }
    for (let i = 0; i < 512; i++) this.#permutation[i] = order[i & 255]!;
    for (let i = 0; i < 256; i++) {
      const angle = random.next() * Math.PI * 2;
      // 1.5 stretches gradient noise, which seldom reaches its bounds, to about [-1, 1].
      this.#gradientX[i] = Math.cos(angle) * 1.5;
      this.#gradientY[i] = Math.sin(angle) * 1.5;
    }
  }

  at(x: number, y: number): number {
    const cellX = Math.floor(x);
    const cellY = Math.floor(y);
    const fx = x - cellX;
    const fy = y - cellY;
    const p = this.#permutation;
    const gx = this.#gradientX;
    const gy = this.#gradientY;
    const column = cellX & 255;
    const row = cellY & 255;
    const left = p[column]!;
    const right = p[column + 1]!;
    const a = p[left + row]!;
    const b = p[right + row]!;
    const c = p[left + row + 1]!;
    const d = p[right + row + 1]!;
    const u = fx * fx * fx * (fx * (fx * 6 - 15) + 10);
    const v = fy * fy * fy * (fy * (fy * 6 - 15) + 10);
    const top = gx[a]! * fx + gy[a]! * fy;
    const topRight = gx[b]! * (fx - 1) + gy[b]! * fy;
    const bottom = gx[c]! * fx + gy[c]! * (fy - 1);
    const bottomRight = gx[d]! * (fx - 1) + gy[d]! * (fy - 1);
    const upper = top + (topRight - top) * u;
    return upper + (bottom + (bottomRight - bottom) * u - upper) * v;
  }

  /** Octaves summed, each twice as fine and `gain` as strong, turned by 37°; about [-1, 1]. */
  fbm(x: number, y: number, octaves: number, gain = 0.5): number {
    let sum = 0;
    let strength = 1;
    let total = 0;
    for (let octave = 0; octave < octaves; octave++) {
      sum += this.at(x, y) * strength;
      total += strength;
      strength *= gain;
      const turned = x * 1.6 - y * 1.2 + 17.13;
      y = x * 1.2 + y * 1.6 + 41.7;
      x = turned;
    }
    return sum / total;
  }

  /**
   * Crests where the noise crosses zero, valleys rounded; in [0, 1]. Finer crests grow only on high ground, as
   * mountains do.
   */
  ridged(x: number, y: number, octaves: number, gain = 0.5): number {
    let sum = 0;
    let strength = 1;
    let total = 0;
    let carried = 1;
    for (let octave = 0; octave < octaves; octave++) {
      const crest = 1 - Math.min(1, Math.abs(this.at(x, y)));
      const value = crest * crest * carried;
      carried = Math.min(1, value * 2);
      sum += value * strength;
      total += strength;
      strength *= gain;
      const turned = x * 1.6 - y * 1.2 + 17.13;
      y = x * 1.2 + y * 1.6 + 41.7;
      x = turned;
    }
    return sum / total;
  }
}
