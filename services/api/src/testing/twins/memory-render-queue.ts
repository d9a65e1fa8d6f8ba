import type { MemoryPool, MemoryTransaction } from '@easel/kernel/testing/twins/memory-database';
import { QUEUE_SUBSCRIPTION, RenderQueueStore } from '../../generation/render-queue-store.ts';
import type { RenderJob } from '../../generation/render-queue.ts';

const JOBS = 'render_queue';

/** The render queue in a database in memory, beside the checkpoint that `MemoryBook` keeps there. */
export class MemoryRenderQueue extends RenderQueueStore<MemoryTransaction> {
  constructor(private readonly pool: MemoryPool) {
    super();
  }

  load(): Promise<{ jobs: RenderJob[]; position: bigint | undefined }> {
    return this.pool.statement('render-queue.load', undefined, (tx) => {
      const jobs = tx.rows<RenderJob>(JOBS).all();
      const { position = -1n } = tx.rows<{ position: bigint }>('checkpoints').get(QUEUE_SUBSCRIPTION) ?? {};
      return { jobs: jobs.map(([, job]) => ({ ...job })), position: position >= 0n ? position : undefined };
    });
  }

  save(within: MemoryTransaction, jobs: { changed: readonly RenderJob[]; ended: readonly string[] }): Promise<void> {
    return this.pool.statement('render-queue.save', within, async (tx) => {
      const rows = tx.rows<RenderJob>(JOBS);
      for (const id of jobs.ended) await rows.delete(id);
      for (const job of jobs.changed) {
        const before = await rows.locked(job.id);
        const { memberId, tries, done, startedAt, leaseUntil, notBefore } = job;
        // What it was asked for as never changes, but for whose it is.
        await rows.put(
          job.id,
          before ? { ...before, memberId, tries, done, startedAt, leaseUntil, notBefore } : { ...job },
        );
      }
    });
  }
}
