import type { Pool } from '@easel/kernel/database';
import { DeciderRunner } from '@easel/kernel/decider-runner';
import type { FoundationConfig } from '@easel/kernel/foundation';
import type { ProcessBook } from '@easel/kernel/process-book';
import { BACKGROUND_POOL, BOOK, LOGGER } from '@easel/kernel/tokens';
import { Module, type DynamicModule, type Provider } from '@nestjs/common';
import { CqrsModule } from '@nestjs/cqrs';
import type { Logger } from 'pino';
import { AccountModule } from './account/account.module.ts';
import { StoredAllowanceSweeps } from './account/allowance-sweep.tables.ts';
import { AllowanceSweep } from './account/allowance-sweep.ts';
import { PAYOUT_SETTINGS, payoutsConfig, type PayoutsConfig } from './account/payouts.config.ts';
import { AUDIT_SETTINGS, auditSettings, type AuditConfig } from './audit/audit.config.ts';
import { AuditModule } from './audit/audit.module.ts';
import { CuratorsModule } from './curators/curators.module.ts';
import { EarningsModule } from './earnings/earnings.module.ts';
import { DownloadsModule } from './downloads/downloads.module.ts';
import { GenerationModule } from './generation/generation.module.ts';
import { MAIL_SETTINGS, type MailConfig } from './mail/mail.config.ts';
import { MailModule } from './mail/mail.module.ts';
import { MemberRoll } from './members/member-roll.lookup.ts';
import { MembersModule } from './members/members.module.ts';
import { MessagesModule } from './messages/messages.module.ts';
import { OperationsModule } from './operations/operations.module.ts';
import { OperatorsModule } from './operators/operators.module.ts';
import { PAYMENT_SETTINGS, wholePayments, type PaymentsConfig } from './payments/payments.config.ts';
import { PaymentsModule } from './payments/payments.module.ts';
import { PurchasesModule } from './purchases/purchases.module.ts';
import { SettingsModule } from './settings/settings.module.ts';
import { SubscriptionsModule } from './subscriptions/subscriptions.module.ts';
import { TelemetryModule } from './telemetry/telemetry.module.ts';
import { Housekeeping } from './housekeeping.ts';
import { Processes } from './processes.ts';

/** The accounts it goes over are those of all members, whom accounts know nothing of. */
const allowanceSweep: Provider = {
  provide: AllowanceSweep,
  useFactory: (
    runner: DeciderRunner,
    members: MemberRoll,
    { locks }: ProcessBook<unknown>,
    pool: Pool,
    logger: Logger,
  ) => new AllowanceSweep({ runner, members, locks, sweeps: new StoredAllowanceSweeps(pool), logger }),
  inject: [DeciderRunner, MemberRoll, BOOK, BACKGROUND_POOL, LOGGER],
};

/** The command side: everything that decides. */
@Module({
  imports: [
    CqrsModule.forRoot(),
    MailModule,
    MembersModule,
    AccountModule,
    AuditModule,
    GenerationModule,
    EarningsModule,
    OperatorsModule,
    OperationsModule,
    TelemetryModule,
    SettingsModule,
    PaymentsModule,
    SubscriptionsModule,
    CuratorsModule,
    PurchasesModule,
    DownloadsModule,
    MessagesModule,
  ],
  providers: [allowanceSweep, Processes, Housekeeping],
})
export class ApiModule {
  /** Throws ConfigError where the settings do not go together. */
  static register(
    config: MailConfig & PaymentsConfig & AuditConfig & Partial<PayoutsConfig & FoundationConfig>,
  ): DynamicModule {
    const settings = [
      { provide: MAIL_SETTINGS, useValue: config },
      { provide: PAYMENT_SETTINGS, useValue: wholePayments(config) },
      { provide: PAYOUT_SETTINGS, useValue: payoutsConfig.parse(config) },
      { provide: AUDIT_SETTINGS, useValue: auditSettings(config) },
    ];
    return { module: ApiModule, global: true, providers: settings, exports: settings };
  }
}
