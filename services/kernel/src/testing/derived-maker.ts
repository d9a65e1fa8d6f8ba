import type { BlobStore } from '../files/blob-store.ts';
import { DerivedMaker, type DerivedMakerOptions } from '../files/derived-maker.ts';
import { derivedFormats, type DerivedRequest } from '../files/derived-rows.ts';

type Surroundings = Pick<DerivedMakerOptions, 'pool' | 'bus' | 'logger'> & { blobs: Pick<BlobStore, 'put'> };

/** Answers requests without the imaging process: by default with a text that tells the request. */
export async function startDerivedMaker(
  { pool, bus, logger, blobs }: Surroundings,
  make: (request: DerivedRequest, signal: AbortSignal) => Promise<Buffer> = (request) =>
    Promise.resolve(Buffer.from(JSON.stringify(request))),
  over: Partial<Pick<DerivedMakerOptions, 'formats' | 'slots' | 'leaseMs' | 'lookEveryMs' | 'timeoutMs'>> = {},
): Promise<{ stop(): Promise<void> }> {
  const maker = new DerivedMaker({
    pool,
    bus,
    logger,
    formats: [...derivedFormats.images, ...derivedFormats.intake],
    slots: 4,
    make: async (request, signal) => blobs.put(await make(request, signal)),
    ...over,
  });
  await maker.start();
  return { stop: () => maker.stop() };
}
