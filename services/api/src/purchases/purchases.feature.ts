import { feature } from '@easel/kernel/feature';
import { ImageOffersLookup } from './image-offers.lookup.ts';
import { PurchasesController } from './purchases.controller.ts';
import { BuyImageHandler } from './purchases.handlers.ts';

export const purchasesFeature = feature({
  routes: [PurchasesController],
  lookups: [ImageOffersLookup],
  useCases: [BuyImageHandler],
});
