import { Module, type DynamicModule } from '@nestjs/common';
import { CqrsModule } from '@nestjs/cqrs';
import { AccountModule } from './account/account.module.ts';
import { GenerationModule } from './generation/generation.module.ts';
import { MAIL_SETTINGS, type MailConfig } from './mail/mail.config.ts';
import { MailModule } from './mail/mail.module.ts';
import { MembersModule } from './members/members.module.ts';
import { OperatorsModule } from './operators/operators.module.ts';
import { TelemetryModule } from './telemetry/telemetry.module.ts';
import { Housekeeping } from './housekeeping.ts';
import { Processes } from './processes.ts';

/** The command side: everything that decides. */
@Module({
  imports: [
    CqrsModule.forRoot(),
    MailModule,
    MembersModule,
    AccountModule,
    GenerationModule,
    OperatorsModule,
    TelemetryModule,
  ],
  providers: [Processes, Housekeeping],
})
export class ApiModule {
  static register(mail: MailConfig): DynamicModule {
    const settings = { provide: MAIL_SETTINGS, useValue: mail };
    return { module: ApiModule, global: true, providers: [settings], exports: [settings] };
  }
}
