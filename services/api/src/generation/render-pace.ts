import { resolutions, sizeOf, type Resolution } from '@easel/contracts/generation/policy';
import type { RenderJob } from './render-queue.ts';

/** Of the newest render in the moving average. */
const WEIGHT = 0.2;
/** A slot that has not been seen busy for so long is gone. */
const SLOTS_SEEN_MS = 5 * 60_000;

const pixelsOf = (resolution: Resolution): number => {
  const { width, height } = sizeOf('square_1_1', resolution);
  return width * height;
};

/** How fast the workers have been of late: what the guesses at waiting times are made of. In memory alone. */
export class RecentPace {
  private readonly imageMs = new Map<Resolution, number>();
  /** The most renders at the same time: of this period, and of the one before. */
  private busiest = [1, 1] as [number, number];
  private periodEnds = 0;

  /** A job was completed in so many ms. */
  completed({ resolution, images }: Pick<RenderJob, 'resolution' | 'images'>, ms: number): void {
    const one = ms / images;
    const before = this.imageMs.get(resolution);
    this.imageMs.set(resolution, before === undefined ? one : before + WEIGHT * (one - before));
  }

  /** So many are being made at the same time. */
  working(renders: number, now: number): void {
    if (now >= this.periodEnds) {
      this.busiest = [1, now >= this.periodEnds + SLOTS_SEEN_MS ? 1 : this.busiest[0]];
      this.periodEnds = now + SLOTS_SEEN_MS;
    }
    this.busiest[0] = Math.max(this.busiest[0], renders);
  }

  get slots(): number {
    return Math.max(...this.busiest);
  }

  /** A resolution that was not made yet is guessed at from another's pixels. */
  msOf({ resolution, images }: Pick<RenderJob, 'resolution' | 'images'>): number | null {
    const known = this.imageMs.get(resolution);
    if (known !== undefined) return known * images;
    for (const other of resolutions) {
      const ms = this.imageMs.get(other);
      if (ms !== undefined) return ((ms * pixelsOf(resolution)) / pixelsOf(other)) * images;
    }
    return null;
  }
}
