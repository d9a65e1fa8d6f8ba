import { Module } from '@nestjs/common';
import { AccountLookup } from '../account/account.lookup.ts';
import { EntitlementsLookup } from '../account/entitlements.lookup.ts';
import { CuratorsLookup } from '../curators/curators.lookup.ts';
import { GenerationLookup } from '../generation/generation.lookup.ts';
import { ImageFiles } from '../image-files.ts';
import { ImageOffersLookup } from '../purchases/image-offers.lookup.ts';
import { PriceListLookup } from '../settings/prices.lookup.ts';
import { DownloadTokens } from './download-tokens.ts';
import { DownloadsController } from './downloads.controller.ts';
import { ConfirmDownloadHandler } from './downloads.handlers.ts';
import { Quotes } from './quotes.ts';
import { TakeableImages } from './takeable-images.ts';

@Module({
  controllers: [DownloadsController],
  providers: [
    ConfirmDownloadHandler,
    DownloadTokens,
    Quotes,
    TakeableImages,
    ImageOffersLookup,
    ImageFiles,
    EntitlementsLookup,
    AccountLookup,
    CuratorsLookup,
    GenerationLookup,
    PriceListLookup,
  ],
})
export class DownloadsModule {}
