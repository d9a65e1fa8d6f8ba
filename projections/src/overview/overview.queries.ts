import { OVERVIEW_DAYS } from '@easel/contracts/operations/overview.http';
import { readModel } from '../kernel/projector.ts';
import type { Reads } from '../kernel/reads.ts';
import type { JsonReply } from '../kernel/reply.ts';
import { Statement } from '../kernel/statement.ts';
import { overview } from './overview.projector.ts';

export const overviewModel = readModel(overview);
const { schema } = overviewModel;

const OUTCOMES = ['requested', 'completed', 'failed', 'cancelled'];
const MOVEMENTS = ['granted', 'held', 'captured'];
const counts = OUTCOMES.map((column) => `'${column}', coalesce(${column}, 0)`);
/** Tenths, as credits. */
const credits = (columns: readonly string[]): string[] =>
  columns.map((column) => `'${column}', coalesce(${column}, 0) * 0.1`);

const OVERVIEW = new Statement<JsonReply>(
  'console overview',
  `with days as (
     select given.day::date as day, ${[...OUTCOMES, ...MOVEMENTS, 'released'].join(', ')}
     from generate_series($2::date - ${OVERVIEW_DAYS - 1}, $2::date, '1 day') as given (day)
     left join ${schema}.day on day.day = given.day::date
   )
   select json_build_object(
       'success', true, 'at', $1::text,
       'today', (select json_build_object('generations', json_build_object(${counts.join(', ')}),
         'credits', json_build_object(${credits([...MOVEMENTS, 'released']).join(', ')})) from days where day = $2::date),
       'days', (select json_agg(json_build_object('day', day::text, ${[...counts, ...credits(MOVEMENTS)].join(', ')}) order by day) from days)
     )::text as json,
     exists (select from ${schema}.incomplete) as incomplete`,
);

/** Answers the console's overview as the route replies it; `at` tells which UTC day is today. */
export async function consoleOverview(reads: Reads, at: Date): Promise<JsonReply> {
  const instant = at.toISOString();
  const [reply] = await OVERVIEW.run(reads, [instant, instant.slice(0, 10)]);
  if (!reply) throw new Error('an overview without a row');
  return reply;
}
