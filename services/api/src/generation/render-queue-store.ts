import type { RenderJob } from './render-queue.ts';

/** Names the subscription that keeps the open jobs, and its checkpoint. */
export const QUEUE_SUBSCRIPTION = 'generation.render-queue';

/**
 * Every open job, as of the checkpoint that moves together with them. No words of the prompt: those are only ever
 * opened from the log. `Tx` is the transaction of the book that the checkpoint stands in.
 */
export abstract class RenderQueueStore<Tx = unknown> {
  /** The open jobs, and the log's position up to which they are told; undefined where nothing was considered yet. */
  abstract load(): Promise<{ jobs: RenderJob[]; position: bigint | undefined }>;

  /** These are as they stand now, those are no more. */
  abstract save(tx: Tx, jobs: { changed: readonly RenderJob[]; ended: readonly string[] }): Promise<void>;
}
