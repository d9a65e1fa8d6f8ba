import { Global, Module } from '@nestjs/common';
import { ImageFiles } from '../image-files.ts';
import { ImageOffersLookup } from './image-offers.lookup.ts';
import { PurchasesController } from './purchases.controller.ts';
import { BuyImageHandler } from './purchases.handlers.ts';

@Global()
@Module({
  controllers: [PurchasesController],
  providers: [BuyImageHandler, ImageOffersLookup, ImageFiles],
  exports: [ImageOffersLookup],
})
export class PurchasesModule {}
