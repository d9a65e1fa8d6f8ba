import { feature } from '@easel/kernel/feature';
import { DownloadTokens } from './download-tokens.ts';
import { DownloadsController } from './downloads.controller.ts';
import { ConfirmDownloadHandler } from './downloads.handlers.ts';
import { Quotes } from './quotes.ts';
import { TakeableImages } from './takeable-images.ts';

export const downloadsFeature = feature({
  routes: [DownloadsController],
  useCases: [ConfirmDownloadHandler],
  providers: [DownloadTokens, Quotes, TakeableImages],
});
