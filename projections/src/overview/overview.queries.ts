import { utcDay } from '@easel/contracts/account/policy';
import { daysOf, type DayRange } from '@easel/contracts/kernel/day-range';
import { centsToDollars, tenthsToCredits } from '@easel/contracts/kernel/money';
import type { overviewHttp } from '@easel/contracts/operations/overview.http';
import { exists, jsonArrayFrom, queriesOf } from '@easel/kernel/database/query-writer';
import { column, type Database } from '@easel/kernel/database/table';
import type * as z from 'zod/mini';
import { readModel } from '../kernel/projector.ts';
import { WrittenStatement } from '../kernel/statement.ts';
import type { Reads } from '../kernel/reads.ts';
import type { JsonReply } from '../kernel/reply.ts';
import { overview } from './overview.projector.ts';
import type { tables } from './overview.tables.ts';

export const overviewModel = readModel(overview);
const db = queriesOf<Database<typeof tables>>(overviewModel.schema);

const COUNTS = [
  'visits',
  'registered',
  'purchases',
  'orders',
  'shipped',
  'requested',
  'completed',
  'failed',
  'cancelled',
] as const;
const CENTS = ['orders_paid'] as const;
const TENTHS = ['granted', 'held', 'captured', 'released'] as const;

/** The days of which there are sums. */
const DAYS = new WrittenStatement(
  'console overview',
  { from: column.date, to: column.date, today: column.date },
  (given) =>
    db.selectNoFrom((eb) => [
      jsonArrayFrom(
        eb
          .selectFrom('day')
          .where((of) => of.or([of.between('day', given('from'), given('to')), of('day', '=', given('today'))]))
          .select('day')
          .select((eb) => [...COUNTS, ...CENTS, ...TENTHS].map((sum) => eb.cast<number>(sum, 'float8').as(sum))),
      ).as('days'),
      exists(eb.selectFrom('incomplete')).as('incomplete'),
    ]),
);

/** Answers the console's overview as the route replies it; `at` tells which UTC day is today. */
export async function consoleOverview(reads: Reads, { from, to }: DayRange, at: Date): Promise<JsonReply> {
  const today = utcDay(at);
  const [found] = await DAYS.run(reads, { from, to, today });
  if (!found) throw new Error('an overview without a row');
  const known = new Map(found.days.map((row) => [String(row.day), row]));
  const sumsOf = (day: string) => {
    const row = known.get(day);
    return {
      ...fromNames(COUNTS, (sum) => row?.[sum] ?? 0),
      ...fromNames(CENTS, (sum) => centsToDollars(row?.[sum] ?? 0)),
      ...fromNames(TENTHS, (sum) => tenthsToCredits(row?.[sum] ?? 0)),
    };
  };
  const reply: z.output<typeof overviewHttp.overview.reply> = {
    success: true,
    at: at.toISOString(),
    from,
    to,
    today: sumsOf(today),
    days: daysOf({ from, to }).map((day) => ({ day, ...sumsOf(day) })),
  };
  return { json: JSON.stringify(reply), incomplete: found.incomplete };
}

const fromNames = <Name extends string>(names: readonly Name[], of: (name: Name) => number) =>
  Object.fromEntries(names.map((name) => [name, of(name)])) as Record<Name, number>;
