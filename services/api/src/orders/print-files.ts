import { createHash } from 'node:crypto';
import { pipeline } from 'node:stream/promises';
import type { OrderedProduct } from '@easel/contracts/orders/events';
import { printSpecOf } from '@easel/contracts/products/policy';
import { printedPx, type PrintLayout } from '@easel/contracts/products/print-layout';
import { BlobStore } from '@easel/kernel/files/blob-store';
import { DerivedFiles } from '@easel/kernel/files/derived-files';
import type { DerivedRequest } from '@easel/kernel/files/derived-rows';
import { Injectable } from '@nestjs/common';

export interface PrintFile {
  blob: string;
  bytes: number;
  md5: string;
  type: 'image/jpeg' | 'image/png';
}

/** Longer than making the largest one takes; behind several others, the caller asks again. */
const PATIENCE_MS = 10_000;

/** Makes the files that the print service prints from. */
@Injectable()
export class PrintFiles {
  constructor(
    private readonly files: DerivedFiles,
    private readonly blobs: BlobStore,
  ) {}

  /**
   * Returns the file of an ordered product as soon as it is made; called again, the same file. Throws DerivedFileLate,
   * DerivedFileFailed, BlobStoreFull and the signal's reason.
   */
  async make(item: OrderedProduct, signal?: AbortSignal): Promise<PrintFile> {
    const request = printRequest(item);
    const { blob, bytes } = await this.files.get(request, { patienceMs: PATIENCE_MS, ...(signal && { signal }) });
    return {
      blob,
      bytes,
      md5: await this.md5Of(blob, signal),
      type: request.format === 'png' ? 'image/png' : 'image/jpeg',
    };
  }

  /** The print service checks what it downloads by it. */
  private async md5Of(blob: string, signal: AbortSignal | undefined): Promise<string> {
    const hash = createHash('md5');
    const { stream } = await this.blobs.open(blob);
    await pipeline(stream, hash, { ...(signal && { signal }) });
    return hash.digest('hex');
  }
}

/** Returns what the file of an ordered product is made of. Throws where the product is not printed in that size. */
export function printRequest(item: OrderedProduct): DerivedRequest {
  const { productId, size, placement, widthPx, heightPx, generationId, variantId, image } = item;
  const spec = printSpecOf(productId, size);
  if (!spec) throw new RangeError(`The product ${productId} is not printed in the size ${JSON.stringify(size)}`);
  const { area, dpi, format } = spec;
  const file = printedPx(area, dpi);
  return {
    source: image.original.blob,
    subjectId: generationId,
    partId: variantId,
    format,
    widthPx: file.width,
    heightPx: file.height,
    layout: { area, dpi, placement, widthPx, heightPx } satisfies PrintLayout,
  };
}
