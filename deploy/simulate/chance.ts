import { uniformInt } from 'pure-rand/distribution/uniformInt';
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';

/** Chance that a seed decides. */
export class Chance {
  private readonly source;

  constructor(seed: number) {
    this.source = xoroshiro128plus(seed | 0);
  }

  /** From `from` up to `to`, both included. */
  int(from: number, to: number): number {
    if (to < from) throw new RangeError(`there is nothing from ${from} to ${to}`);
    return uniformInt(this.source, from, to);
  }

  /** Once in so many, on average. */
  onceIn(times: number): boolean {
    return this.int(1, times) === 1;
  }

  /** Throws where there is nothing to pick from. */
  pick<T>(from: readonly T[]): T {
    const picked = this.maybe(from);
    if (picked === undefined) throw new Error('there is nothing to pick from');
    return picked;
  }

  /** Undefined where there is nothing to pick from. */
  maybe<T>(from: readonly T[]): T | undefined {
    return from.length === 0 ? undefined : from[this.int(0, from.length - 1)];
  }

  /** Each as often as its weight says. */
  weighted<T>(choices: readonly (readonly [weight: number, T])[]): T {
    const sum = choices.reduce((total, [weight]) => total + weight, 0);
    let rest = this.int(0, sum - 1);
    for (const [weight, choice] of choices) {
      if (rest < weight) return choice;
      rest -= weight;
    }
    throw new Error('there is nothing to pick from');
  }

  bytes(length: number): Buffer {
    return Buffer.from(Array.from({ length }, () => this.int(0, 255)));
  }

  /** A version 4 UUID. */
  uuid(): `${string}-${string}-${string}-${string}-${string}` {
    const bytes = this.bytes(16);
    bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
    bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
    const hex = bytes.toString('hex');
    return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
  }
}

/** A seed that two numbers make together, so that leaving out one part of a plan changes no chance of another. */
export const mixed = (one: number, other: number): number =>
  Math.imul(one ^ Math.imul(other ^ (other >>> 15), 0x2c1b3c6d), 0x297a2d39) | 0;
