import { randomUUID } from 'node:crypto';
import type { ProcessBook } from '@easel/kernel/following/process-book';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { SharedStore } from '../testing/twins/stores.ts';
import { QUEUE_SUBSCRIPTION, type RenderQueueStore } from './render-queue-store.ts';
import type { RenderJob } from './render-queue.ts';

/** The queue with the book whose transactions it takes part in. */
export interface QueueInBook<Tx> {
  queue: RenderQueueStore<Tx>;
  book: ProcessBook<Tx>;
}

const job = (over: Partial<RenderJob> = {}): RenderJob => ({
  id: randomUUID(),
  memberId: randomUUID(),
  tier: 'free',
  turn: 3,
  position: 9_007_199_254_740_993n,
  requestedAt: '2026-11-20T10:00:00.123Z',
  aspectRatio: 'square_1_1',
  resolution: '1k',
  images: 1,
  provider: 'gateway',
  variantOf: null,
  correlationId: 'because',
  tries: 0,
  done: 0,
  startedAt: null,
  leaseUntil: null,
  notBefore: 0,
  ...over,
});

/** What every store of the render queue must do alike. */
export function describeRenderQueueStore<Tx>(where: string, begin: () => Promise<SharedStore<QueueInBook<Tx>>>): void {
  describe(`the stored render queue ${where}`, () => {
    let store: SharedStore<QueueInBook<Tx>>;
    beforeEach(async () => {
      store = await begin();
    });
    afterEach(() => store.remove());

    const save = (changed: readonly RenderJob[], ended: readonly string[] = []): Promise<void> =>
      store.here.book.inTransaction((tx) => store.here.queue.save(tx, { changed, ended }));
    const load = async () => {
      const { jobs, position } = await store.there.queue.load();
      return { jobs: jobs.toSorted((a, b) => (a.id < b.id ? -1 : 1)), position };
    };

    test('is empty at first, and tells of nothing', async () => {
      expect(await load()).toEqual({ jobs: [], position: undefined });
      await store.here.book.checkpoints.begin(QUEUE_SUBSCRIPTION, -1n);
      expect(await load()).toEqual({ jobs: [], position: undefined });
    });

    test('gives back jobs as they were saved, until they end', async () => {
      const jobs = [
        job(),
        job({ variantOf: randomUUID(), tries: 2, done: 1, startedAt: 1_000, leaseUntil: 16_000, notBefore: 5_000 }),
      ].toSorted((a, b) => (a.id < b.id ? -1 : 1));
      await save(jobs);
      expect((await load()).jobs).toEqual(jobs);
      await save([], [jobs[0]?.id ?? '', randomUUID()]);
      expect((await load()).jobs).toEqual(jobs.slice(1));
    });

    test('changes what happens to a job, never what it is', async () => {
      const asked = job();
      await save([asked]);
      const later = { ...asked, tries: 1, done: 1, startedAt: 2_000, leaseUntil: 17_000, notBefore: 3_000 };
      await save([{ ...later, turn: 99, correlationId: 'another' }]);
      expect((await load()).jobs).toEqual([later]);
    });

    test('gives a visitor’s job to the member who adopts it', async () => {
      const asked = job({ turn: 1_000_000_000 });
      await save([asked]);
      const adopted = { ...asked, memberId: randomUUID() };
      await save([adopted]);
      expect((await load()).jobs).toEqual([adopted]);
    });

    test('moves together with its checkpoint, or not at all', async () => {
      const { book, queue } = store.here;
      await book.checkpoints.begin(QUEUE_SUBSCRIPTION, -1n);
      const [kept, lost] = [job(), job()];
      const move = (from: bigint, to: bigint, one: RenderJob, outcome: () => void): Promise<void> =>
        book.inTransaction(async (tx) => {
          await book.checkpoints.advance(QUEUE_SUBSCRIPTION, from, to, tx);
          await queue.save(tx, { changed: [one], ended: [] });
          outcome();
        });
      await move(-1n, 7n, kept, () => undefined);
      await expect(
        move(7n, 9n, lost, () => {
          throw new Error('on purpose');
        }),
      ).rejects.toThrow('on purpose');
      expect(await load()).toEqual({ jobs: [kept], position: 7n });
    });
  });
}
