import type { FoundationConfig } from '@easel/kernel/server/foundation';
import { Module, type DynamicModule } from '@nestjs/common';
import { CqrsModule } from '@nestjs/cqrs';
import { accountFeature } from './account/account.feature.ts';
import { PAYOUT_SETTINGS, payoutsConfig, type PayoutsConfig } from './account/payouts.config.ts';
import { AUDIT_SETTINGS, auditSettings, type AuditConfig } from './audit/audit.config.ts';
import { auditFeature } from './audit/audit.feature.ts';
import { curatorsFeature } from './curators/curators.feature.ts';
import { earningsFeature } from './earnings/earnings.feature.ts';
import { downloadsFeature } from './downloads/downloads.feature.ts';
import { favoritesFeature } from './favorites/favorites.feature.ts';
import { generationFeature } from './generation/generation.feature.ts';
import { MAIL_SETTINGS, type MailConfig } from './mail/mail.config.ts';
import { mailFeature } from './mail/mail.feature.ts';
import { membersFeature } from './members/members.feature.ts';
import { messagesFeature } from './messages/messages.feature.ts';
import { operationsFeature } from './operations/operations.feature.ts';
import { operatorsFeature } from './operators/operators.feature.ts';
import { PAYMENT_SETTINGS, wholePayments, type PaymentsConfig } from './payments/payments.config.ts';
import { paymentsFeature } from './payments/payments.feature.ts';
import { purchasesFeature } from './purchases/purchases.feature.ts';
import { settingsFeature } from './settings/settings.feature.ts';
import { subscriptionsFeature } from './subscriptions/subscriptions.feature.ts';
import { telemetryFeature } from './telemetry/telemetry.feature.ts';
import { Housekeeping } from './housekeeping.ts';
import { ImageFiles } from './image-files.ts';
import { Processes } from './processes.ts';
import { PublicAddress } from './public-address.ts';

/** The command side: everything that decides. */
@Module({
  imports: [
    CqrsModule.forRoot(),
    mailFeature,
    membersFeature,
    accountFeature,
    auditFeature,
    generationFeature,
    favoritesFeature,
    earningsFeature,
    operatorsFeature,
    operationsFeature,
    telemetryFeature,
    settingsFeature,
    paymentsFeature,
    subscriptionsFeature,
    curatorsFeature,
    purchasesFeature,
    downloadsFeature,
    messagesFeature,
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
    const shared = [...settings, PublicAddress, ImageFiles];
    return { module: ApiModule, global: true, providers: shared, exports: shared };
  }
}
