import { brand } from '@easel/contracts/brand';
import type { DownloadFormat, ImageSize } from '@easel/contracts/downloads/policy';
import { ApiError } from '@easel/contracts/kernel/client/api-error';
import { purchasesHttp } from '@easel/contracts/purchases/http';
import { download } from '../../lib/api.ts';
import { saveFile } from '../../lib/save-file.ts';

export interface FileRequest {
  /** The bought one where absent. */
  size?: ImageSize;
  format?: DownloadFormat;
}

/** A size or format nobody had yet is made first; the server says that it is busy until then. */
const AGAIN_AFTER_MS = 2500;
const TRIES = 12;

/**
 * Fetches a bought image with the member's token and hands it to the browser as a file; costs nothing, however often.
 */
export async function saveBought(purchaseId: string, request: FileRequest = {}): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      const file = await download(purchasesHttp.file, { params: { id: purchaseId }, query: { ...request } });
      saveFile(file.blob, file.fileName ?? `${brand.slug}-${purchaseId}.${request.format ?? 'png'}`);
      return;
    } catch (error) {
      const isBusy = error instanceof ApiError && error.status === 503;
      if (!isBusy || tries === TRIES) throw error;
      await new Promise((resolve) => setTimeout(resolve, AGAIN_AFTER_MS));
    }
  }
}
