import type { AccountFact } from '@easel/contracts/account/events';
import { accountStream } from '@easel/contracts/account/stream';
import { renderSteps, type GenerationFact } from '@easel/contracts/generation/events';
import { generationStream } from '@easel/contracts/generation/stream';
import type { Fact, Recorded } from '@easel/contracts/kernel/event';
import type { ProviderFact, RoutingFact, SpendingFact } from '@easel/contracts/providers/events';
import { allowanceMoved } from '@easel/contracts/providers/income.policy';
import { providerStream, routingStream, spendingStream } from '@easel/contracts/providers/stream';
import type { CheckoutFact, SettingsFact } from '@easel/contracts/settings/events';
import type { ClientBase } from 'pg';
import { FoldedTable } from '../kernel/folded-rows.ts';
import { markKeys } from '../kernel/incomplete.ts';
import { projectorOf, type RowBatch } from '../kernel/projector.ts';
import { SummedTable } from '../kernel/summed-rows.ts';
import {
  allowances,
  FIGURES_KEPT_DAYS,
  type GenerationRow,
  generations,
  incomplete,
  spent,
  tables,
} from './providers.tables.ts';

type Of<Type extends (AccountFact | GenerationFact)['type']> = Recorded<
  Extract<AccountFact | GenerationFact, Fact<Type>>
>;
type Cost = Of<'GenerationCompleted'>['data']['cost'];

const foldedGenerations = new FoldedTable(generations);
const foldedSpent = new FoldedTable(spent);
const summedAllowances = new SummedTable(allowances);

/** Counts from the last fact, not from now: a rebuild has to come to the same rows. */
const oldest = ({ name }: { name: string }, at: string): string =>
  `(select max(${at}) from ${name}) - interval '${FIGURES_KEPT_DAYS} days'`;

const FORGET = [
  { name: 'forget generation', text: `delete from generation where asked_at < ${oldest(generations, 'asked_at')}` },
  { name: 'forget spent', text: `delete from spent where held_at < ${oldest(spent, 'held_at')}` },
  {
    name: 'forget allowance',
    text: `delete from allowance
      where month < to_char((${oldest(spent, 'held_at')}) at time zone 'UTC', 'YYYY-MM')`,
  },
];

class ProviderRows implements RowBatch {
  private readonly generations = foldedGenerations.batch();
  private readonly spent = foldedSpent.batch();
  private readonly allowances = summedAllowances.batch();

  requested({ data: { generationId: id, provider, settings }, recordedAt }: Of<'GenerationRequested'>): void {
    const open = { outcome: null, reason: null, processing_ms: null, known_micros: 0, perhaps_micros: 0 };
    this.generations.begin(id, {
      id,
      provider,
      asked_at: recordedAt.toISOString(),
      pictures: settings.count,
      ...open,
    });
  }

  ended(id: string, cost: Cost, end: Partial<GenerationRow>): void {
    this.generations.change(id, (row) => row && { ...row, ...end, ...costOf(cost) });
  }

  held({ data, recordedAt }: Of<'CreditsHeld'>): void {
    const { generationId, memberId, month, allowanceTenths } = data;
    if (allowanceTenths === 0) return;
    this.spent.begin(generationId, {
      generation_id: generationId,
      held_at: recordedAt.toISOString(),
      member_id: memberId,
      month,
      allowance_tenths: allowanceTenths,
      captured: false,
    });
  }

  captured(generationId: string): void {
    this.spent.change(generationId, (row) => row && { ...row, captured: true });
  }

  released(generationId: string): void {
    this.spent.change(generationId, () => undefined);
  }

  allowance(fact: AccountFact): void {
    const change = allowanceMoved(fact);
    if (!change) return;
    const { month, moved } = change;
    this.allowances.add({
      member_id: fact.data.memberId,
      month,
      level_tenths: moved.levelTenths,
      owed_tenths: moved.owedTenths,
      payments: moved.payments,
      reversals: moved.reversals,
    });
  }

  async write(sql: ClientBase): Promise<void> {
    await Promise.all([this.generations.flush(sql), this.spent.flush(sql), this.allowances.write(sql)]);
    for (const statement of FORGET) await sql.query(statement);
  }
}

const costOf = (cost: Cost): Partial<GenerationRow> => {
  if (!cost) return {};
  return cost.certainty === 'known' ? { known_micros: cost.micros } : { perhaps_micros: cost.micros };
};

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
    GenerationRequested: (fact, rows) => rows.requested(fact),
    GenerationCompleted: ({ data: { generationId, processingMs, cost } }, rows) =>
      rows.ended(generationId, cost, { outcome: 'completed', processing_ms: processingMs }),
    GenerationFailed: ({ data: { generationId, reason, cost } }, rows) =>
      rows.ended(generationId, cost, { outcome: 'failed', reason }),
    GenerationCancelled: ({ data: { generationId, cost } }, rows) =>
      rows.ended(generationId, cost, { outcome: 'cancelled' }),
    CreditsHeld: (fact, rows) => rows.held(fact),
    CreditsCaptured: ({ data }, rows) => rows.captured(data.generationId),
    CreditsReleased: ({ data }, rows) => rows.released(data.generationId),
    CreditsGranted: (fact, rows) => rows.allowance(fact),
    CreditsExpired: (fact, rows) => rows.allowance(fact),
    CreditsRevoked: (fact, rows) => rows.allowance(fact),
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
