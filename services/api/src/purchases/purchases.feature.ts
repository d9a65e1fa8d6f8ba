import { feature } from '@easel/kernel/deciding/feature';
import { BuyImageHandler } from './buy-image.ts';
import { ImageOffersLookup } from './image-offers.lookup.ts';
import { PurchasesController } from './purchases.controller.ts';

export const purchasesFeature = feature({
  routes: [PurchasesController],
  lookups: [ImageOffersLookup],
  useCases: [BuyImageHandler],
});
