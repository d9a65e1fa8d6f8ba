import type { GenerationView } from '@easel/contracts/generation/view';
import { Progress } from '../render/progress.ts';
import type { RemoteMeans } from './remote-means.ts';

/** Previews of one generation are made no more often. */
const PREVIEW_MS = 1_000;

/** How far a generation is as far as its provider says it: where it says nothing, nothing is made up. */
export class RemoteProgress {
  private readonly progress: Progress;
  private readonly madeOf = new Map<string, number>();
  private done = 0;
  private previewedAt = Number.NEGATIVE_INFINITY;

  constructor(
    generation: GenerationView,
    private readonly means: RemoteMeans,
    private readonly signal: AbortSignal,
  ) {
    this.progress = new Progress(generation, means);
  }

  /** So much of a call's images is made, in images; 0 once they are there. */
  made(call: string, images: number): void {
    this.madeOf.set(call, images);
    if (images > 0) this.tell();
  }

  /** One more image is stored. */
  finished(): void {
    this.done += 1;
    this.tell();
  }

  /** What the provider has so far, an image file. Nothing depends on it: pictures that are finished go first. */
  preview(file: Buffer): void {
    const { blobs, pixels, cpu, logger, previewEveryMs = PREVIEW_MS } = this.means;
    const now = performance.now();
    if (now - this.previewedAt < previewEveryMs) return;
    const release = cpu.take('preview');
    if (!release) return;
    this.previewedAt = now;
    void (async () => {
      const { blob } = await blobs.put(file);
      const preview = await pixels.preview(blob, this.signal);
      if (preview !== undefined && !this.signal.aborted) this.tell(preview);
    })()
      .catch((error: unknown) => logger.debug({ err: error }, 'a preview was not made'))
      .finally(release);
  }

  private tell(preview?: string): void {
    const made = [...this.madeOf.values()].reduce((sum, images) => sum + images, 0);
    this.progress.tell(this.done, made, preview);
  }
}
