import type { FailureReason } from '@easel/contracts/generation/policy';
import { type AllowanceMonth, incomeMicros } from '@easel/contracts/providers/income.policy';
import { stepOf } from '../kernel/steps.ts';
import { SummedTable } from '../kernel/summed-rows.ts';
import { type AllowanceRow, type DayRow, days, durations, failures, type OpenRow } from './providers.tables.ts';

const summedDays = new SummedTable(days);
const summedFailures = new SummedTable(failures);
const summedDurations = new SummedTable(durations);

const nothing = { generations: 0, pictures: 0, completed: 0, cancelled: 0 };
const NOTHING = { ...nothing, known_micros: 0, perhaps_micros: 0, income_micros: 0 };

export type Cost = { micros: number; certainty: 'known' | 'perhaps' } | undefined;
export type End =
  | { outcome: 'completed'; processingMs: number }
  | { outcome: 'failed'; reason: FailureReason }
  | { outcome: 'cancelled' };

interface SpentOn {
  day: string;
  provider: string;
  allowance: string;
  tenths: number;
}

/** Collects what one batch adds to the daily sums. */
export class Sums {
  readonly days = summedDays.batch();
  readonly failures = summedFailures.batch();
  readonly durations = summedDurations.batch();
  readonly spent: SpentOn[] = [];

  count(of: { day: string; provider: string }, counted: Partial<DayRow>): void {
    this.days.add({ day: of.day, provider: of.provider, ...NOTHING, ...counted });
  }

  end(of: { day: string; provider: string; pictures: number }, end: End, cost: Cost): void {
    const { day, provider } = of;
    const micros = cost && { [cost.certainty === 'known' ? 'known_micros' : 'perhaps_micros']: cost.micros };
    switch (end.outcome) {
      case 'completed':
        this.count(of, { completed: 1, pictures: of.pictures, ...micros });
        this.durations.add({ day, provider, step: stepOf(end.processingMs), times: 1 });
        break;
      case 'failed':
        this.count(of, { ...micros });
        this.failures.add({ day, provider, reason: end.reason, times: 1 });
        break;
      case 'cancelled':
        this.count(of, { cancelled: 1, ...micros });
        break;
    }
  }
}

/** Creates the row of a generation without facts so far. */
export const unknown = (id: string): OpenRow => ({
  id,
  provider: null,
  day: null,
  pictures: 0,
  ended: false,
  allowance: null,
  tenths: 0,
  captured: false,
});

/** Moves captured credits to `spent` as soon as the generation's provider and day are known. */
export function settled(row: OpenRow, { spent }: Sums): OpenRow {
  const { provider, day, allowance, tenths, captured } = row;
  if (!captured || provider === null || day === null || allowance === null) return row;
  spent.push({ provider, day, allowance, tenths });
  return { ...row, allowance: null, tenths: 0, captured: false };
}

/**
 * Returns undefined, which deletes the row, when the generation needs no more facts: no credits are held, and it has
 * ended or was never requested.
 */
export const kept = (row: OpenRow): OpenRow | undefined =>
  row.allowance === null && (row.ended || row.provider === null) ? undefined : row;

/** Creates the row of an allowance without facts so far. */
export const unspent = (id: string): AllowanceRow => ({
  id,
  month: id.slice(id.indexOf(' ') + 1),
  level_tenths: 0,
  owed_tenths: 0,
  payments: 0,
  reversals: 0,
  spent: {},
});

export const movedBy = (row: AllowanceRow, moved: AllowanceMonth): AllowanceRow => ({
  ...row,
  level_tenths: row.level_tenths + moved.levelTenths,
  owed_tenths: row.owed_tenths + moved.owedTenths,
  payments: row.payments + moved.payments,
  reversals: row.reversals + moved.reversals,
});

export function spentOf(row: AllowanceRow, { day, provider, tenths }: SpentOn): AllowanceRow {
  const key = `${day} ${provider}`;
  const before = row.spent[key] ?? { tenths: 0, micros: 0 };
  return { ...row, spent: { ...row.spent, [key]: { ...before, tenths: before.tenths + tenths } } };
}

/** Recalculates the income of each day and provider, and adds the difference to the daily sums. */
export function counted(row: AllowanceRow, sums: Sums): AllowanceRow {
  const month = {
    levelTenths: row.level_tenths,
    owedTenths: row.owed_tenths,
    payments: row.payments,
    reversals: row.reversals,
  };
  const spent = Object.entries(row.spent).map(([key, { tenths, micros: before }]) => {
    const micros = incomeMicros(tenths, month);
    const [day = '', provider = ''] = key.split(' ');
    if (micros !== before) sums.count({ day, provider }, { income_micros: micros - before });
    return [key, { tenths, micros }] as const;
  });
  return { ...row, spent: Object.fromEntries(spent) };
}
