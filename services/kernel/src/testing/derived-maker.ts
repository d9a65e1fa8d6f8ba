import type { BlobStore } from '../files/blob-store.ts';
import { DerivedMaker, type DerivedMakerOptions } from '../files/derived-maker.ts';
import type { DerivedWish } from '../files/derived-rows.ts';

type Surroundings = Pick<DerivedMakerOptions, 'pool' | 'bus' | 'logger'> & { blobs: Pick<BlobStore, 'put'> };

/** Answers wishes without the imaging process: by default with a text that tells the wish. */
export async function startDerivedMaker(
  { pool, bus, logger, blobs }: Surroundings,
  make: (wish: DerivedWish, signal: AbortSignal) => Promise<Buffer> = (wish) =>
    Promise.resolve(Buffer.from(JSON.stringify(wish))),
  over: Partial<Pick<DerivedMakerOptions, 'slots' | 'leaseMs' | 'lookEveryMs' | 'timeoutMs'>> = {},
): Promise<{ stop(): Promise<void> }> {
  const maker = new DerivedMaker({
    pool,
    bus,
    logger,
    slots: 4,
    make: async (wish, signal) => blobs.put(await make(wish, signal)),
    ...over,
  });
  await maker.start();
  return { stop: () => maker.stop() };
}
