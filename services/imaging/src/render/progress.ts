import { RENDER_PROGRESS } from '@easel/contracts/generation/policy';
import type { GenerationView } from '@easel/contracts/generation/view';
import type { Bus } from '@easel/kernel/bus/bus';

/** Between two words about the progress of one job. */
const PROGRESS_MS = 250;

/** Publishes on the bus how far one job is, for those who watch: nothing depends on it. */
export class Progress {
  private reportedAt = Number.NEGATIVE_INFINITY;

  constructor(
    private readonly rendering: GenerationView,
    private readonly options: { bus: Pick<Bus, 'publish'>; progressMs?: number },
  ) {}

  /** `done` images are stored, and so much of the others is made, in images. `preview`: WebP in base64. */
  tell(done: number, made: number, preview?: string): void {
    const { bus, progressMs = PROGRESS_MS } = this.options;
    const now = performance.now();
    if (now - this.reportedAt < progressMs) return;
    this.reportedAt = now;
    const { id: generationId, memberId, settings } = this.rendering;
    const progress = Math.round(((done + made) / (settings?.count ?? 1)) * 1000) / 1000;
    const shown = preview === undefined ? {} : { preview };
    bus.publish(RENDER_PROGRESS, { generationId, memberId, done, progress, ...shown });
  }
}
