import { curatorStream } from '@easel/contracts/curators/stream';
import { mounted } from '@easel/kernel/deciding/mounted';
import { Module } from '@nestjs/common';
import { AccountLookup } from '../account/account.lookup.ts';
import { GenerationLookup } from '../generation/generation.lookup.ts';
import { MembersLookup } from '../members/members.lookup.ts';
import { PriceListLookup } from '../settings/prices.lookup.ts';
import { curator } from './curator.decider.ts';
import { CuratorsController } from './curators.controller.ts';
import { CuratorsLookup } from './curators.lookup.ts';

@Module({
  controllers: [CuratorsController],
  providers: [
    mounted(curatorStream, curator),
    CuratorsLookup,
    AccountLookup,
    GenerationLookup,
    MembersLookup,
    PriceListLookup,
  ],
})
export class CuratorsModule {}
