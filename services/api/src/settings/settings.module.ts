import { Module } from '@nestjs/common';
import { PriceListLookup } from './prices.lookup.ts';
import { SettingsController } from './settings.controller.ts';
import { RevisePricesHandler } from './settings.handlers.ts';

@Module({
  controllers: [SettingsController],
  providers: [RevisePricesHandler, PriceListLookup],
})
export class SettingsModule {}
