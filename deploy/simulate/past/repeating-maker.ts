import type { ImageJob, ImageMaker, MadeImage } from '@easel/imaging/render/image-maker';
import { ThreadMaker } from '@easel/imaging/render/thread-maker';

/** Draws each picture once, however often it is asked for; and draws none while its provider is out of order. */
export class RepeatingMaker implements ImageMaker {
  isOutOfOrder = false;
  private readonly threads = new ThreadMaker();
  private readonly made = new Map<string, Promise<MadeImage>>();

  async make(job: ImageJob, signal: AbortSignal): Promise<MadeImage> {
    if (this.isOutOfOrder) throw new Error('the provider is out of order');
    // A visitor's seed is anybody's: what is recorded is the one by which it was drawn.
    const { seed, ...settings } = job.settings;
    const key = JSON.stringify({ ...job, settings, seed: job.trial ? undefined : seed });
    const known = this.made.get(key) ?? this.threads.make(job, signal);
    this.made.set(key, known);
    return known;
  }

  close(): Promise<void> {
    return this.threads.close();
  }
}
