import { checkoutStream, pricesStream } from '@easel/contracts/settings/stream';
import { feature } from '@easel/kernel/deciding/feature';
import { CheckoutController } from './checkout.controller.ts';
import { checkout } from './checkout.decider.ts';
import { CheckoutSettingsLookup } from './checkout.lookup.ts';
import { prices } from './prices.decider.ts';
import { PriceListLookup } from './prices.lookup.ts';
import { SettingsController } from './settings.controller.ts';

export const settingsFeature = feature({
  soles: [
    { stream: pricesStream, decider: prices },
    { stream: checkoutStream, decider: checkout },
  ],
  routes: [SettingsController, CheckoutController],
  lookups: [PriceListLookup, CheckoutSettingsLookup],
});
