import { feature } from '@easel/kernel/deciding/feature';
import { ConfirmDownloadHandler } from './confirm-download.ts';
import { DownloadTokens } from './download-tokens.ts';
import { DownloadsController } from './downloads.controller.ts';
import { Quotes } from './quotes.ts';
import { TakeableImages } from './takeable-images.ts';

export const downloadsFeature = feature({
  routes: [DownloadsController],
  useCases: [ConfirmDownloadHandler],
  providers: [DownloadTokens, Quotes, TakeableImages],
});
