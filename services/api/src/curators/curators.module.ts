import { Module } from '@nestjs/common';
import { AccountLookup } from '../account/account.lookup.ts';
import { GenerationLookup } from '../generation/generation.lookup.ts';
import { MembersLookup } from '../members/members.lookup.ts';
import { PriceListLookup } from '../settings/prices.lookup.ts';
import { CuratorsController } from './curators.controller.ts';
import { AppointCuratorHandler, SetCuratorPricesHandler } from './curators.handlers.ts';
import { CuratorsLookup } from './curators.lookup.ts';

@Module({
  controllers: [CuratorsController],
  providers: [
    AppointCuratorHandler,
    SetCuratorPricesHandler,
    CuratorsLookup,
    AccountLookup,
    GenerationLookup,
    MembersLookup,
    PriceListLookup,
  ],
})
export class CuratorsModule {}
