import type { AccountFact } from '@easel/contracts/account/events';
import { utcDay } from '@easel/contracts/account/policy';
import { accountStream } from '@easel/contracts/account/stream';
import { renderSteps, type GenerationFact } from '@easel/contracts/generation/events';
import { generationStream } from '@easel/contracts/generation/stream';
import type { ProviderFact, RoutingFact, SpendingFact } from '@easel/contracts/providers/events';
import { type AllowanceMonth, allowanceMoved } from '@easel/contracts/providers/income.policy';
import { providerStream, routingStream, spendingStream } from '@easel/contracts/providers/stream';
import type { CheckoutFact, SettingsFact } from '@easel/contracts/settings/events';
import type { ClientBase } from 'pg';
import { FoldedTable } from '../kernel/folded-rows.ts';
import { markKeys } from '../kernel/incomplete.ts';
import { projectorOf, type RowBatch } from '../kernel/projector.ts';
import {
  type Cost,
  counted,
  type End,
  kept,
  movedBy,
  settled,
  spentOf,
  Sums,
  unknown,
  unspent,
} from './provider-sums.ts';
import {
  allowances,
  days,
  durations,
  failures,
  FIGURES_KEPT_DAYS,
  incomplete,
  open,
  type OpenRow,
  tables,
} from './providers.tables.ts';

const foldedOpen = new FoldedTable(open);
const foldedAllowances = new FoldedTable(allowances);

/**
 * SQL of the oldest day to keep. It is relative to the newest row instead of the clock, so that a rebuild produces the
 * same rows.
 */
const oldest = (keptDays: number): string => `(select max(day) from ${days.name}) - ${keptDays}`;

/** Allowances are kept longer than days, because a month's row holds spending up to its last day. */
const ALLOWANCES_KEPT_DAYS = FIGURES_KEPT_DAYS + 62;

const FORGET = [
  ...[failures, durations, days].map(({ name }) => ({
    name: `forget ${name}`,
    text: `delete from ${name} where day < ${oldest(FIGURES_KEPT_DAYS)}`,
  })),
  {
    name: `forget ${allowances.name}`,
    text: `delete from ${allowances.name} where month < to_char(${oldest(ALLOWANCES_KEPT_DAYS)}, 'YYYY-MM')`,
  },
];

/** Collects the changes of a batch; `write` loads the rows and applies them. */
class ProviderRows implements RowBatch {
  private readonly steps: { id: string; step: (row: OpenRow, sums: Sums) => OpenRow }[] = [];
  private readonly moves: { memberId: string; month: string; moved: AllowanceMonth }[] = [];

  requested(id: string, asked: { provider: string; day: string; pictures: number }): void {
    this.steps.push({
      id,
      step: (row, sums) => {
        sums.count(asked, { generations: 1 });
        return { ...row, ...asked };
      },
    });
  }

  ended(id: string, cost: Cost, end: End): void {
    this.steps.push({
      id,
      step: (row, sums) => {
        const { provider, day, pictures } = row;
        if (provider === null || day === null) return row;
        sums.end({ provider, day, pictures }, end, cost);
        return { ...row, ended: true };
      },
    });
  }

  held(id: string, held: { memberId: string; month: string; tenths: number }): void {
    // Only allowance credits count as income; this hold used permanent credits alone.
    if (held.tenths === 0) return;
    const allowance = `${held.memberId} ${held.month}`;
    this.steps.push({ id, step: (row) => ({ ...row, allowance, tenths: held.tenths }) });
  }

  captured(id: string): void {
    this.steps.push({ id, step: (row) => (row.allowance === null ? row : { ...row, captured: true }) });
  }

  released(id: string): void {
    this.steps.push({ id, step: (row) => ({ ...row, allowance: null, tenths: 0 }) });
  }

  moved(memberId: string, month: string, moved: AllowanceMonth): void {
    this.moves.push({ memberId, month, moved });
  }

  async write(sql: ClientBase): Promise<void> {
    const sums = new Sums();
    const rows = foldedOpen.batch();
    for (const { id, step } of this.steps) {
      rows.change(id, (row = unknown(id)) => kept(settled(step(row, sums), sums)));
    }
    const opened = await rows.fold(sql);
    const months = foldedAllowances.batch();
    for (const { memberId, month, moved } of this.moves) {
      const id = `${memberId} ${month}`;
      months.change(id, (row = unspent(id)) => counted(movedBy(row, moved), sums));
    }
    for (const spent of sums.spent) {
      months.change(spent.allowance, (row = unspent(spent.allowance)) => counted(spentOf(row, spent), sums));
    }
    const allowed = await months.fold(sql);
    await Promise.all([
      rows.write(sql, opened),
      months.write(sql, allowed),
      sums.days.write(sql),
      sums.failures.write(sql),
      sums.durations.write(sql),
    ]);
    for (const statement of FORGET) await sql.query(statement);
  }
}

function allowance(fact: AccountFact, rows: ProviderRows): void {
  const change = allowanceMoved(fact);
  if (change) rows.moved(fact.data.memberId, change.month, change.moved);
}

/**
 * Counts generations, costs and income per provider and day. Facts of the providers themselves are followed but
 * ignored: they only notify the console that something changed.
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
    // From the same category as the routing.
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
