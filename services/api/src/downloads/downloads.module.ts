import { Module } from '@nestjs/common';
import { ImageFiles } from '../image-files.ts';
import { DownloadTokens } from './download-tokens.ts';
import { DownloadsController } from './downloads.controller.ts';
import { ConfirmDownloadHandler } from './downloads.handlers.ts';
import { Quotes } from './quotes.ts';
import { TakeableImages } from './takeable-images.ts';

@Module({
  controllers: [DownloadsController],
  providers: [ConfirmDownloadHandler, DownloadTokens, Quotes, TakeableImages, ImageFiles],
})
export class DownloadsModule {}
