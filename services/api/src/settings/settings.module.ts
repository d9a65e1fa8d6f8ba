import { Global, Module } from '@nestjs/common';
import { CheckoutController } from './checkout.controller.ts';
import { ToggleTestModeHandler } from './checkout.handlers.ts';
import { CheckoutSettingsLookup } from './checkout.lookup.ts';
import { PriceListLookup } from './prices.lookup.ts';
import { SettingsController } from './settings.controller.ts';
import { RevisePricesHandler } from './settings.handlers.ts';

@Global()
@Module({
  controllers: [SettingsController, CheckoutController],
  providers: [RevisePricesHandler, PriceListLookup, ToggleTestModeHandler, CheckoutSettingsLookup],
  exports: [PriceListLookup],
})
export class SettingsModule {}
