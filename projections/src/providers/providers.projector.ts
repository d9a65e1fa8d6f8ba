import type { AccountFact } from '@easel/contracts/account/events';
import { utcDay } from '@easel/contracts/account/policy';
import { accountStream } from '@easel/contracts/account/stream';
import { renderSteps, type GenerationFact } from '@easel/contracts/generation/events';
import { generationStream } from '@easel/contracts/generation/stream';
import type { ProviderFact, RoutingFact, SpendingFact } from '@easel/contracts/providers/events';
import { allowanceMoved } from '@easel/contracts/providers/income.policy';
import { providerStream, routingStream, spendingStream } from '@easel/contracts/providers/stream';
import type { CheckoutFact, SettingsFact } from '@easel/contracts/settings/events';
import { markKeys } from '../kernel/incomplete.ts';
import { projectorOf } from '../kernel/projector.ts';
import { ProviderRows } from './provider-rows.ts';
import { incomplete, tables } from './providers.tables.ts';

function allowance(fact: AccountFact, rows: ProviderRows): void {
  const change = allowanceMoved(fact);
  if (change) rows.moved(fact.data.memberId, change.month, change.moved);
}

/**
 * How generations went at each provider, what they cost us, and how much of what was spent on them was paid for. It
 * follows what is said of the providers themselves so that the console is told of it: no row is made of that.
 */
export const providers = projectorOf<
  GenerationFact | AccountFact | ProviderFact | SpendingFact | RoutingFact | SettingsFact | CheckoutFact,
  ProviderRows
>()({
  name: 'providers',
  version: 1,
  categories: [
    generationStream.category,
    accountStream.category,
    providerStream.category,
    spendingStream.category,
    routingStream.category,
  ],
  tables,
  rows: () => new ProviderRows(),
  on: {
    GenerationRequested: ({ data: { generationId, provider, settings }, recordedAt }, rows) =>
      rows.requested(generationId, { provider, day: utcDay(recordedAt), pictures: settings.count }),
    GenerationCompleted: ({ data: { generationId, processingMs, cost } }, rows) =>
      rows.ended(generationId, cost, { outcome: 'completed', processingMs }),
    GenerationFailed: ({ data: { generationId, reason, cost } }, rows) =>
      rows.ended(generationId, cost, { outcome: 'failed', reason }),
    GenerationCancelled: ({ data: { generationId, cost } }, rows) =>
      rows.ended(generationId, cost, { outcome: 'cancelled' }),
    CreditsHeld: ({ data: { generationId, memberId, month, allowanceTenths: tenths } }, rows) =>
      rows.held(generationId, { memberId, month, tenths }),
    CreditsCaptured: ({ data }, rows) => rows.captured(data.generationId),
    CreditsReleased: ({ data }, rows) => rows.released(data.generationId),
    CreditsGranted: allowance,
    CreditsExpired: allowance,
    CreditsRevoked: allowance,
  },
  ignores: [
    'ProviderPaused',
    'ProviderResumed',
    'ProviderFailing',
    'ProviderRecovered',
    'SpendReserved',
    'RoutingRevised',
    // In the category of the routing.
    'PriceListRevised',
    'TestModeToggled',
    ...renderSteps,
    'VariantCreated',
    'VariantAttached',
    'Saved',
    'MadePublic',
    'MadePrivate',
    'EntryTagged',
    'EntryUntagged',
    'Deleted',
    'Restored',
    'GenerationAdopted',
    'Purged',
    'RemixDetached',
    'DebtRepaid',
    'PlanPaid',
    'PlanRefunded',
    'PlanDisputed',
    'SubscriptionChanged',
    'WalletToppedUp',
    'WalletRefunded',
    'WalletDisputed',
    'ImagePurchased',
    'PrintsPurchased',
    'PurchaseCoverChanged',
    'DownloadGranted',
    'ChallengeShareGranted',
    'EarningsSettled',
    'EarningsRevoked',
    'BadDebtBooked',
    'EarningsReturned',
    'PayoutRequested',
    'PayoutConfirmed',
    'PayoutSettled',
  ],
  markIncomplete: (sql, partitions, isIncomplete) => markKeys(sql, incomplete, partitions, isIncomplete),
});
