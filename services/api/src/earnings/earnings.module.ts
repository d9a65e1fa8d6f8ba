import { earningsStream } from '@easel/contracts/earnings/stream';
import { mounted } from '@easel/kernel/mounted';
import { Global, Module } from '@nestjs/common';
import { EarningsController } from './earnings.controller.ts';
import { earnings } from './earnings.decider.ts';
import { AccrueEarningsHandler, MatureEarningsHandler } from './earnings.handlers.ts';
import { EarningsLookup } from './earnings.lookup.ts';

@Global()
@Module({
  controllers: [EarningsController],
  providers: [mounted(earningsStream, earnings), AccrueEarningsHandler, MatureEarningsHandler, EarningsLookup],
  exports: [EarningsLookup],
})
export class EarningsModule {}
