import { curatorStream } from '@easel/contracts/curators/stream';
import { mounted } from '@easel/kernel/mounted';
import { Global, Module } from '@nestjs/common';
import { curator } from './curator.decider.ts';
import { CuratorsController } from './curators.controller.ts';
import { CuratorsLookup } from './curators.lookup.ts';

@Global()
@Module({
  controllers: [CuratorsController],
  providers: [mounted(curatorStream, curator), CuratorsLookup],
  exports: [CuratorsLookup],
})
export class CuratorsModule {}
