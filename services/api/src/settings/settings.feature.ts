import { feature } from '@easel/kernel/deciding/feature';
import { CheckoutController } from './checkout.controller.ts';
import { CheckoutSettingsLookup } from './checkout.lookup.ts';
import { PriceListLookup } from './prices.lookup.ts';
import { SettingsController } from './settings.controller.ts';

export const settingsFeature = feature({
  routes: [SettingsController, CheckoutController],
  lookups: [PriceListLookup, CheckoutSettingsLookup],
});
