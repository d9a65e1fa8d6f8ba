import type { GenerationView } from '@easel/contracts/generation/view';
import { Progress } from '../render/progress.ts';
import type { RemoteMeans } from './remote-means.ts';

/** Shortest time between two previews of one generation. */
const PREVIEW_MS = 1_000;

/** Publishes the progress that the provider reports. Nothing is estimated when it reports none. */
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

  /** Sets how many of a call's images are made, as a fraction; 0 once they are stored. */
  made(call: string, images: number): void {
    this.madeOf.set(call, images);
    if (images > 0) this.tell();
  }

  /** Counts a finished image. */
  finished(): void {
    this.done += 1;
    this.tell();
  }

  /**
   * Publishes a preview from an image file. Previews are best-effort: they are dropped when no processor slot is free.
   */
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
      .catch((error: unknown) => logger.debug({ err: error }, 'A preview could not be made'))
      .finally(release);
  }

  private tell(preview?: string): void {
    const made = [...this.madeOf.values()].reduce((sum, images) => sum + images, 0);
    this.progress.tell(this.done, made, preview);
  }
}
