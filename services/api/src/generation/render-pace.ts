import { isBuiltIn, resolutions, sizeOf, type Resolution } from '@easel/contracts/generation/policy';
import type { RenderJob } from './render-queue.ts';

/** Of the newest render in the moving average. */
const WEIGHT = 0.2;
/** A slot that has not been seen busy for so long is gone. */
const SLOTS_SEEN_MS = 5 * 60_000;

type Like = Pick<RenderJob, 'provider' | 'resolution' | 'images'>;

const pixelsOf = (resolution: Resolution): number => {
  const { width, height } = sizeOf('square_1_1', resolution);
  return width * height;
};

/** The built-in renderer draws one image after another; others make those of a job at the same time. */
const inTurn = ({ provider, images }: Like): number => (isBuiltIn(provider) ? images : 1);

/** How fast the workers have been of late: what the guesses at waiting times are made of. In memory alone. */
export class RecentPace {
  /** By provider, of one image, or of all images of a job that are made at the same time. */
  private readonly ms = new Map<string, Map<Resolution, number>>();
  /** By provider, the most renders at the same time: of this period, and of the one before. */
  private readonly busiest = new Map<string, { most: number; before: number; endsAt: number }>();

  /** A job was completed in so many ms. */
  completed(job: Like, ms: number): void {
    const one = ms / inTurn(job);
    const known = this.ms.get(job.provider) ?? new Map<Resolution, number>();
    const before = known.get(job.resolution);
    this.ms.set(job.provider, known.set(job.resolution, before === undefined ? one : before + WEIGHT * (one - before)));
  }

  /** So many of a provider are being made at the same time. */
  working(provider: string, renders: number, now: number): void {
    const last = this.busiest.get(provider) ?? { most: 1, before: 1, endsAt: 0 };
    if (now < last.endsAt) {
      this.busiest.set(provider, { ...last, most: Math.max(last.most, renders) });
      return;
    }
    const before = now >= last.endsAt + SLOTS_SEEN_MS ? 1 : last.most;
    this.busiest.set(provider, { most: Math.max(1, renders), before, endsAt: now + SLOTS_SEEN_MS });
  }

  slotsOf(provider: string): number {
    const { most = 1, before = 1 } = this.busiest.get(provider) ?? {};
    return Math.max(most, before);
  }

  /** A resolution that the provider has not made yet is guessed at from another's pixels. */
  msOf(job: Like): number | null {
    const { provider, resolution } = job;
    const made = this.ms.get(provider);
    const known = made?.get(resolution);
    if (known !== undefined) return known * inTurn(job);
    for (const other of resolutions) {
      const ms = made?.get(other);
      if (ms !== undefined) return ((ms * pixelsOf(resolution)) / pixelsOf(other)) * inTurn(job);
    }
    return null;
  }
}
