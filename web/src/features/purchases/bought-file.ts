import { brand } from '@easel/contracts/brand';
import type { DownloadFormat, ImageSize } from '@easel/contracts/downloads/policy';
import { purchasesHttp } from '@easel/contracts/purchases/http';
import { download } from '../../lib/api.ts';
import { whenMade } from '../../lib/fetch-file.ts';
import { saveFile } from '../../lib/save-file.ts';

export interface FileRequest {
  /** The bought one where absent. */
  size?: ImageSize;
  format?: DownloadFormat;
}

/**
 * Fetches a bought image with the member's token and hands it to the browser as a file; costs nothing, however often.
 */
export async function saveBought(purchaseId: string, request: FileRequest = {}): Promise<void> {
  const file = await whenMade(() =>
    download(purchasesHttp.file, { params: { id: purchaseId }, query: { ...request } }),
  );
  saveFile(file.blob, file.fileName ?? `${brand.slug}-${purchaseId}.${request.format ?? 'png'}`);
}
