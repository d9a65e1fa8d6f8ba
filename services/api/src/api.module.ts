import type { FoundationConfig } from '@easel/kernel/server/foundation';
import { Module, type DynamicModule } from '@nestjs/common';
import { CqrsModule } from '@nestjs/cqrs';
import { AccountModule } from './account/account.module.ts';
import { PAYOUT_SETTINGS, payoutsConfig, type PayoutsConfig } from './account/payouts.config.ts';
import { AUDIT_SETTINGS, auditSettings, type AuditConfig } from './audit/audit.config.ts';
import { AuditModule } from './audit/audit.module.ts';
import { CuratorsModule } from './curators/curators.module.ts';
import { EarningsModule } from './earnings/earnings.module.ts';
import { DownloadsModule } from './downloads/downloads.module.ts';
import { GenerationModule } from './generation/generation.module.ts';
import { MAIL_SETTINGS, type MailConfig } from './mail/mail.config.ts';
import { MailModule } from './mail/mail.module.ts';
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
  providers: [Processes, Housekeeping],
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
