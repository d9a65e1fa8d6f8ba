import { Module } from '@nestjs/common';
import { CqrsModule } from '@nestjs/cqrs';
import { AccountModule } from './account/account.module.ts';
import { GenerationModule } from './generation/generation.module.ts';
import { MembersModule } from './members/members.module.ts';
import { OperatorsModule } from './operators/operators.module.ts';
import { TelemetryModule } from './telemetry/telemetry.module.ts';
import { Processes } from './processes.ts';

/** The command side: everything that decides. */
@Module({
  imports: [CqrsModule.forRoot(), MembersModule, AccountModule, GenerationModule, OperatorsModule, TelemetryModule],
  providers: [Processes],
})
export class ApiModule {}
