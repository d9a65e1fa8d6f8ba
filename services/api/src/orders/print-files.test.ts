import { createHash } from 'node:crypto';
import { centred } from '@easel/contracts/products/placement';
import { DerivedFileFailed } from '@easel/kernel/files/derived-files';
import type { DerivedRequest } from '@easel/kernel/files/derived-rows';
import { startDerivedMaker } from '@easel/kernel/testing/derived-maker';
import type { TestServer } from '@easel/kernel/testing/server';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startApi } from '../testing/api-server.ts';
import { orderedProduct } from '../testing/ordered-product.ts';
import { PrintFiles, printRequest } from './print-files.ts';

let server: TestServer;
let files: PrintFiles;
let stopMaker: () => Promise<void>;
const made: DerivedRequest[] = [];
const BROKEN = 'f'.repeat(64);
beforeAll(async () => {
  server = await startApi();
  files = server.app.get(PrintFiles, { strict: false });
  const make = (request: DerivedRequest): Promise<Buffer> => {
    made.push(request);
    const isBroken = request.source === BROKEN;
    return isBroken ? Promise.reject(new Error('no image')) : Promise.resolve(Buffer.from(JSON.stringify(request)));
  };
  const maker = await startDerivedMaker(server.foundation, make, { lookEveryMs: 20 });
  stopMaker = () => maker.stop();
});
afterAll(async () => {
  await stopMaker();
  await server.close();
});

const rejection = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => undefined,
    (error: unknown) => error,
  );

describe('the print file of an ordered product', () => {
  test('is asked for with its pixels, bleed included, and with how it is placed', () => {
    const placement = { ...centred, fit: 'border', rotation: 90 } as const;
    expect(printRequest(orderedProduct({ placement, widthPx: 2048, heightPx: 1152 }))).toEqual({
      source: 'a'.repeat(64),
      subjectId: '22222222-2222-4222-8222-222222222222',
      partId: '33333333-3333-4333-8333-333333333333',
      format: 'jpg',
      widthPx: 3650,
      heightPx: 4850,
      layout: {
        area: { width: 18, height: 24, bleed: 0.125 },
        dpi: 200,
        placement,
        widthPx: 2048,
        heightPx: 1152,
      },
    });
  });

  test('is made once, and named with its digests', async () => {
    const item = orderedProduct();
    const file = await files.make(item);
    const content = Buffer.from(JSON.stringify(made[0]));
    expect(file).toEqual({
      blob: createHash('sha256').update(content).digest('hex'),
      bytes: content.length,
      md5: createHash('md5').update(content).digest('hex'),
      type: 'image/jpeg',
    });
    expect(await files.make(item)).toEqual(file);
    expect(made).toHaveLength(1);
  });

  test('is a PNG of a T-shirt, and the same one in every size', async () => {
    const [small, large] = ['S', 'XL'].map((size) => orderedProduct({ productId: 't-shirt', size }));
    const file = await files.make(small!);
    expect(file.type).toBe('image/png');
    expect(await files.make(large!)).toEqual(file);
  });

  test('whose original is broken fails, and says so', async () => {
    const original = { blob: BROKEN, width: 3840, height: 2160 };
    const item = orderedProduct({ image: { ...orderedProduct().image, original } });
    expect(await rejection(files.make(item))).toBeInstanceOf(DerivedFileFailed);
  });

  test('of a size that is not printed is refused with its name', async () => {
    const item = orderedProduct({ size: '2x3' });
    expect(await rejection(files.make(item))).toMatchObject({
      message: 'The product poster is not printed in the size "2x3"',
    });
  });

  test('is no longer waited for when the signal ends', async () => {
    const reason = new Error('shutting down');
    expect(await rejection(files.make(orderedProduct(), AbortSignal.abort(reason)))).toBe(reason);
  });
});
