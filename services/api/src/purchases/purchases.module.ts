import { Module } from '@nestjs/common';
import { AccountLookup } from '../account/account.lookup.ts';
import { EntitlementsLookup } from '../account/entitlements.lookup.ts';
import { CuratorsLookup } from '../curators/curators.lookup.ts';
import { GenerationLookup } from '../generation/generation.lookup.ts';
import { ImageFiles } from '../image-files.ts';
import { PriceListLookup } from '../settings/prices.lookup.ts';
import { ImageOffersLookup } from './image-offers.lookup.ts';
import { PurchasesController } from './purchases.controller.ts';
import { BuyImageHandler } from './purchases.handlers.ts';

@Module({
  controllers: [PurchasesController],
  providers: [
    BuyImageHandler,
    ImageOffersLookup,
    ImageFiles,
    EntitlementsLookup,
    AccountLookup,
    CuratorsLookup,
    GenerationLookup,
    PriceListLookup,
  ],
})
export class PurchasesModule {}
