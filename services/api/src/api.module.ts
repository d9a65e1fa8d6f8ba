import type { Pool } from '@easel/kernel/database/database';
import { DeciderRunner } from '@easel/kernel/deciding/decider-runner';
import type { ProcessBook } from '@easel/kernel/following/process-book';
import { BACKGROUND_POOL, BOOK, LOGGER } from '@easel/kernel/server/tokens';
import { Module, type DynamicModule, type Provider } from '@nestjs/common';
import { CqrsModule } from '@nestjs/cqrs';
import type { Logger } from 'pino';
import { accountFeature } from './account/account.feature.ts';
import { StoredAllowanceSweeps } from './account/allowance-sweep.tables.ts';
import { AllowanceSweep } from './account/allowance-sweep.ts';
import { PAYOUT_SETTINGS, payoutsConfig, type PayoutsConfig } from './earnings/payouts.config.ts';
import { AUDIT_SETTINGS, auditSettings, type AuditConfig } from './audit/audit.config.ts';
import { auditFeature } from './audit/audit.feature.ts';
import { chatFeature } from './chat/chat.feature.ts';
import { collectionsFeature } from './collections/collections.feature.ts';
import { columnsFeature } from './columns/columns.feature.ts';
import { competitionsFeature } from './competitions/competitions.feature.ts';
import { curatorsFeature } from './curators/curators.feature.ts';
import { dataExportFeature } from './data-export/data-export.feature.ts';
import { earningsFeature } from './earnings/earnings.feature.ts';
import { erasureFeature } from './erasure/erasure.feature.ts';
import { downloadsFeature } from './downloads/downloads.feature.ts';
import { eventsFeature } from './events/events.feature.ts';
import { favoritesFeature } from './favorites/favorites.feature.ts';
import { filtersFeature } from './filters/filters.feature.ts';
import { generationFeature } from './generation/generation.feature.ts';
import { INVOICE_SETTINGS, invoicesConfig, type InvoicesConfig } from './invoices/invoices.config.ts';
import { invoicesFeature } from './invoices/invoices.feature.ts';
import { MAIL_SETTINGS, type MailConfig } from './mail/mail.config.ts';
import { mailFeature } from './mail/mail.feature.ts';
import { MemberRoll } from './members/member-roll.lookup.ts';
import { membersFeature } from './members/members.feature.ts';
import { messagesFeature } from './messages/messages.feature.ts';
import { operationsFeature } from './operations/operations.feature.ts';
import { operatorsFeature } from './operators/operators.feature.ts';
import { PAYMENT_SETTINGS, wholePayments, type PaymentsConfig } from './payments/payments.config.ts';
import { ordersFeature } from './orders/orders.feature.ts';
import { PRINT_SETTINGS, printConfig, wholePrints, type PrintConfig } from './orders/print.config.ts';
import { originFeature } from './origin/origin.feature.ts';
import { paymentsFeature } from './payments/payments.feature.ts';
import { peopleFeature } from './people/people.feature.ts';
import { productsFeature } from './products/products.feature.ts';
import {
  configuredProviders,
  CONFIGURED_PROVIDERS,
  providersConfig,
  type ProvidersConfig,
} from './providers/providers.config.ts';
import { providersFeature } from './providers/providers.feature.ts';
import { purchasesFeature } from './purchases/purchases.feature.ts';
import { reportsFeature } from './reports/reports.feature.ts';
import { schedulesFeature } from './reports/schedules.feature.ts';
import { searchFeature } from './search/search.feature.ts';
import { settingsFeature } from './settings/settings.feature.ts';
import { sharesFeature } from './shares/shares.feature.ts';
import { subscriptionsFeature } from './subscriptions/subscriptions.feature.ts';
import { TELEMETRY_SETTINGS, telemetryConfig, type TelemetryConfig } from './telemetry/telemetry.config.ts';
import { telemetryFeature } from './telemetry/telemetry.feature.ts';
import { trialsFeature } from './trials/trials.feature.ts';
import { uploadsFeature } from './uploads/uploads.feature.ts';
import { Housekeeping } from './housekeeping.ts';
import { ImageFiles } from './image-files.ts';
import { Processes } from './processes.ts';
import { StampedOriginals } from './stamped-originals.ts';
import { Visitors } from './visitors.ts';

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
    mailFeature,
    membersFeature,
    accountFeature,
    auditFeature,
    generationFeature,
    providersFeature,
    uploadsFeature,
    favoritesFeature,
    collectionsFeature,
    columnsFeature,
    reportsFeature,
    schedulesFeature,
    sharesFeature,
    peopleFeature,
    earningsFeature,
    competitionsFeature,
    erasureFeature,
    dataExportFeature,
    operatorsFeature,
    operationsFeature,
    filtersFeature,
    eventsFeature,
    telemetryFeature,
    settingsFeature,
    originFeature,
    paymentsFeature,
    subscriptionsFeature,
    curatorsFeature,
    purchasesFeature,
    productsFeature,
    ordersFeature,
    invoicesFeature,
    downloadsFeature,
    searchFeature,
    trialsFeature,
    uploadsFeature,
    messagesFeature,
    chatFeature,
  ],
  providers: [allowanceSweep, Processes, Housekeeping],
})
export class ApiModule {
  /** Throws ConfigError where the settings do not go together. `environment` has secrets that a settings file names. */
  static register(
    config: MailConfig &
      PaymentsConfig &
      AuditConfig &
      Partial<PayoutsConfig & InvoicesConfig & TelemetryConfig & PrintConfig & ProvidersConfig>,
    environment: NodeJS.ProcessEnv = process.env,
  ): DynamicModule {
    const settings = [
      { provide: MAIL_SETTINGS, useValue: config },
      { provide: PAYMENT_SETTINGS, useValue: wholePayments(config) },
      { provide: PRINT_SETTINGS, useValue: wholePrints(printConfig.parse(config), config.PUBLIC_URL) },
      {
        provide: CONFIGURED_PROVIDERS,
        useValue: configuredProviders(providersConfig.parse(config), environment),
      },
      { provide: PAYOUT_SETTINGS, useValue: payoutsConfig.parse(config) },
      { provide: INVOICE_SETTINGS, useValue: invoicesConfig.parse(config) },
      { provide: AUDIT_SETTINGS, useValue: auditSettings(config) },
      { provide: TELEMETRY_SETTINGS, useValue: telemetryConfig.parse(config) },
    ];
    const shared = [...settings, ImageFiles, StampedOriginals, Visitors];
    return { module: ApiModule, global: true, providers: shared, exports: shared };
  }
}
