import { utcDay } from '@easel/contracts/account/policy';
import { tenthsToCredits } from '@easel/contracts/kernel/money';
import { OVERVIEW_DAYS, overviewHttp } from '@easel/contracts/operations/overview.http';
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

const SUMS = ['requested', 'completed', 'failed', 'cancelled', 'granted', 'held', 'captured', 'released'] as const;
const DAY_MS = 86_400_000;

/** The days of which there are sums. */
const DAYS = new WrittenStatement('console overview', { from: column.date, to: column.date }, (given) =>
  db.selectNoFrom((eb) => [
    jsonArrayFrom(
      eb
        .selectFrom('day')
        .where('day', '>=', given('from'))
        .where('day', '<=', given('to'))
        .select('day')
        .select((eb) => SUMS.map((sum) => eb.cast<number>(sum, 'float8').as(sum))),
    ).as('days'),
    exists(eb.selectFrom('incomplete')).as('incomplete'),
  ]),
);

/** Answers the console's overview as the route replies it; `at` tells which UTC day is today. */
export async function consoleOverview(reads: Reads, at: Date): Promise<JsonReply> {
  const days = Array.from({ length: OVERVIEW_DAYS }, (_, index) =>
    utcDay(new Date(at.getTime() - (OVERVIEW_DAYS - 1 - index) * DAY_MS)),
  );
  const today = utcDay(at);
  const [found] = await DAYS.run(reads, { from: days[0] ?? today, to: today });
  if (!found) throw new Error('an overview without a row');
  const known = new Map(found.days.map((row) => [row.day, row]));
  const outcomesOf = (day: string) => {
    const { requested = 0, completed = 0, failed = 0, cancelled = 0 } = known.get(day) ?? {};
    return { requested, completed, failed, cancelled };
  };
  const movementsOf = (day: string) => {
    const { granted = 0, held = 0, captured = 0 } = known.get(day) ?? {};
    return { granted: tenthsToCredits(granted), held: tenthsToCredits(held), captured: tenthsToCredits(captured) };
  };
  const reply: z.output<typeof overviewHttp.overview.reply> = {
    success: true,
    at: at.toISOString(),
    today: {
      generations: outcomesOf(today),
      credits: { ...movementsOf(today), released: tenthsToCredits(known.get(today)?.released ?? 0) },
    },
    days: days.map((day) => ({ day, ...outcomesOf(day), ...movementsOf(day) })),
  };
  return { json: JSON.stringify(reply), incomplete: found.incomplete };
}
