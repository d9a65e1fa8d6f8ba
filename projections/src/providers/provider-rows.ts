import type { FailureReason } from '@easel/contracts/generation/policy';
import { type AllowanceMonth, incomeMicros } from '@easel/contracts/providers/income.policy';
import type { ClientBase } from 'pg';
import { FoldedTable } from '../kernel/folded-rows.ts';
import type { RowBatch } from '../kernel/projector.ts';
import { stepOf } from '../kernel/steps.ts';
import { SummedTable } from '../kernel/summed-rows.ts';
import {
  type AllowanceRow,
  allowances,
  type DayRow,
  days,
  durations,
  failures,
  FIGURES_KEPT_DAYS,
  open,
  type OpenRow,
} from './providers.tables.ts';

const foldedOpen = new FoldedTable(open);
const foldedAllowances = new FoldedTable(allowances);
const summedDays = new SummedTable(days);
const summedFailures = new SummedTable(failures);
const summedDurations = new SummedTable(durations);

/** Counts from the last day, not from now: a rebuild has to come to the same rows. */
const oldest = (keptDays: number): string => `(select max(day) from ${days.name}) - ${keptDays}`;

/** A month can hold what was spent on its last day. */
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

const nothing = { generations: 0, pictures: 0, completed: 0, cancelled: 0 };
const NOTHING = { ...nothing, known_micros: 0, perhaps_micros: 0, income_micros: 0 };

type Cost = { micros: number; certainty: 'known' | 'perhaps' } | undefined;
type End =
  | { outcome: 'completed'; processingMs: number }
  | { outcome: 'failed'; reason: FailureReason }
  | { outcome: 'cancelled' };

interface SpentOn {
  day: string;
  provider: string;
  allowance: string;
  tenths: number;
}

/** What the rows of one write come to. */
class Sums {
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

/** Gathers what happens to generations and allowances; all else follows from the rows that are loaded. */
export class ProviderRows implements RowBatch {
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
    // Permanent credits are never paid for.
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

const unknown = (id: string): OpenRow => ({
  id,
  provider: null,
  day: null,
  pictures: 0,
  ended: false,
  allowance: null,
  tenths: 0,
  captured: false,
});

/** Notes what was spent as soon as it is known on whom. */
function settled(row: OpenRow, { spent }: Sums): OpenRow {
  const { provider, day, allowance, tenths, captured } = row;
  if (!captured || provider === null || day === null || allowance === null) return row;
  spent.push({ provider, day, allowance, tenths });
  return { ...row, allowance: null, tenths: 0, captured: false };
}

const kept = (row: OpenRow): OpenRow | undefined =>
  row.allowance === null && (row.ended || row.provider === null) ? undefined : row;

const unspent = (id: string): AllowanceRow => ({
  id,
  month: id.slice(id.indexOf(' ') + 1),
  level_tenths: 0,
  owed_tenths: 0,
  payments: 0,
  reversals: 0,
  spent: {},
});

const movedBy = (row: AllowanceRow, moved: AllowanceMonth): AllowanceRow => ({
  ...row,
  level_tenths: row.level_tenths + moved.levelTenths,
  owed_tenths: row.owed_tenths + moved.owedTenths,
  payments: row.payments + moved.payments,
  reversals: row.reversals + moved.reversals,
});

function spentOf(row: AllowanceRow, { day, provider, tenths }: SpentOn): AllowanceRow {
  const key = `${day} ${provider}`;
  const before = row.spent[key] ?? { tenths: 0, micros: 0 };
  return { ...row, spent: { ...row.spent, [key]: { ...before, tenths: before.tenths + tenths } } };
}

/** Counts the income anew, and adds to the days what is more or less of it than before. */
function counted(row: AllowanceRow, sums: Sums): AllowanceRow {
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
