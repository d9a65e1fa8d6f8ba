/**
 * Chance that repeats: the same seed gives the same draws on every machine. Parts of a picture fork their own stream by
 * name, so that one more draw in the sky moves nothing on the ground.
 */
export class Random {
  #a: number;
  #b: number;
  #c: number;
  #count = 1;
  readonly #seed: string;

  constructor(seed: string) {
    this.#seed = seed;
    this.#a = hash32(seed, 0x9e3779b9);
    this.#b = hash32(seed, 0x85ebca6b);
    this.#c = hash32(seed, 0xc2b2ae35);
    for (let warm = 0; warm < 12; warm++) this.next();
  }

  /** In [0, 1). Small fast counting generator, 128 bits of state. */
  next(): number {
    const sum = (((this.#a + this.#b) | 0) + this.#count) | 0;
    this.#count = (this.#count + 1) | 0;
    this.#a = this.#b ^ (this.#b >>> 9);
    this.#b = (this.#c + (this.#c << 3)) | 0;
    this.#c = (((this.#c << 21) | (this.#c >>> 11)) + sum) | 0;
    return (sum >>> 0) / 4294967296;
  }

  between(low: number, high: number): number {
    return low + (high - low) * this.next();
  }

  /** A whole number in [0, n). */
  below(n: number): number {
    return Math.floor(this.next() * n);
  }

  chance(probability: number): boolean {
    return this.next() < probability;
  }

  pick<T>(list: readonly [T, ...T[]]): T {
    return list[this.below(list.length)] ?? list[0];
  }

  /** Mean 0, deviation about 1, never beyond 3: the sum of uniforms. */
  bell(): number {
    return (this.next() + this.next() + this.next() - 1.5) * 2;
  }

  fork(name: string): Random {
    return new Random(`${this.#seed}/${name}`);
  }
}

/** A 32-bit hash of a text (multiply and fold, with an avalanche at the end). */
export function hash32(text: string, salt = 0): number {
  let h = 0x811c9dc5 ^ salt;
  for (let i = 0; i < text.length; i++) {
    h = Math.imul(h ^ text.charCodeAt(i), 0x01000193);
    h ^= h >>> 15;
  }
  h = Math.imul(h ^ (h >>> 16), 0x7feb352d);
  h = Math.imul(h ^ (h >>> 15), 0x846ca68b);
  return h ^ (h >>> 16);
}
