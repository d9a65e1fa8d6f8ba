import { daysOf, type DayRange } from '@easel/contracts/kernel/day-range';
import type { revenueHttp } from '@easel/contracts/revenue/http';
import type * as z from 'zod/mini';
import { readModel } from '../kernel/projector.ts';
import type { Reads } from '../kernel/reads.ts';
import type { JsonReply } from '../kernel/reply.ts';
import { Statement } from '../kernel/statement.ts';
import { revenue } from './revenue.projector.ts';

type RevenueReply = z.output<typeof revenueHttp.days.reply>;

export const revenueModel = readModel(revenue);
const { schema } = revenueModel;

/**
 * What goes back is a test where what was paid was one. Of a dispute only what changes sides counts: what is lost had
 * been frozen before, and what was not taken is not released. Of the costs of an attempt the last one holds, so that
 * each counts by how it differs from the one before.
 */
const DAYS = new Statement<{ days: RevenueReply['days']; incomplete: boolean }>(
  'revenue by day',
  `with told as (
     select move.day, move.kind,
       coalesce(move.cents, move.whole * paid.cents, 0) - case move.kind when 'print-cost' then coalesce((
         select cents from ${schema}.move before
         where before.payment = move.payment and before.kind = 'print-cost' and before.position < move.position
         order by before.position desc limit 1
       ), 0) else 0 end as cents,
       coalesce(paid.test, false) as test
     from ${schema}.move
     left join lateral (
       select sum(cents) as cents, bool_or(test) as test from ${schema}.move paid
       where paid.payment = move.payment and paid.kind <> 'returned'
     ) paid on true
     cross join lateral (
       select coalesce(sum(case before.step when 'frozen' then 1 when 'released' then -1 end), 0) > 0 as taken
       from ${schema}.move before where before.dispute = move.dispute and before.position < move.position
     ) dispute
     where move.day between $1::date and $2::date
       and not (move.step is not distinct from 'lost' and dispute.taken)
       and not (move.step is not distinct from 'released' and not dispute.taken)
   ),
   days as (
     select day,
       coalesce(sum(cents) filter (where kind = 'plans' and not test), 0)::float8 as plans,
       coalesce(sum(cents) filter (where kind = 'top_ups' and not test), 0)::float8 as top_ups,
       coalesce(sum(cents) filter (where kind = 'purchases' and not test), 0)::float8 as purchases,
       coalesce(sum(cents) filter (where kind = 'prints' and not test), 0)::float8 as prints,
       coalesce(sum(cents) filter (where kind = 'returned' and not test), 0)::float8 as returned,
       coalesce(sum(case kind when 'returned' then -cents else cents end) filter (where test), 0)::float8 as test,
       coalesce(sum(cents) filter (where kind = 'print-cost'), 0)::float8 as print_costs
     from told group by day
   )
   select coalesce((select json_agg(days) from days), '[]') as days,
     exists (select from ${schema}.incomplete) as incomplete`,
);

/** Answers `admin/revenue`. */
export async function revenueByDay(reads: Reads, { from, to }: DayRange): Promise<JsonReply> {
  const [found] = await DAYS.run(reads, [from, to]);
  if (!found) throw new Error('revenue without a row');
  const known = new Map(found.days.map((row) => [row.day, row]));
  const nothing = { plans: 0, top_ups: 0, purchases: 0, prints: 0, returned: 0, test: 0, print_costs: 0 };
  const days = daysOf({ from, to }).map((day) => known.get(day) ?? { day, ...nothing });
  const reply: RevenueReply = { success: true, from, to, days };
  return { json: JSON.stringify(reply), incomplete: found.incomplete };
}
