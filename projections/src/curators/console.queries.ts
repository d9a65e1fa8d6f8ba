import { curatorStates, type CuratorWay } from '@easel/contracts/curators/policy';
import { keysetFilter } from '@easel/contracts/kernel/console';
import type { PurchaseMethod } from '@easel/contracts/purchases/policy';
import { arrayLiteral } from '@easel/kernel/database/arrays';
import { oneOrMore, SimpleRest } from '@easel/kernel/http/simple-rest';
import * as z from 'zod/mini';
import type { Reads } from '../kernel/reads.ts';
import { Statement } from '../kernel/statement.ts';
import { curatorsModel, IN_FORCE, LACKS, PLAN_IN_FORCE } from './curators.queries.ts';

const { schema } = curatorsModel;

/** Rows that one reply of the console holds. */
const MOST = 250;
const NOWHERE = '-1';
/** Beyond every place. */
const END = String(2n ** 63n - 1n);

const filter = z.object({
  id: z.optional(oneOrMore(z.uuid(), MOST)),
  state: z.optional(z.enum(curatorStates)),
  member: z.optional(z.uuid()),
  ...keysetFilter,
});
export type CuratorFilter = z.output<typeof filter>;

export const curatorList = new SimpleRest({
  resource: 'curators',
  // The list has one order. Clients ask for `id` by default.
  sortable: ['id', 'place'],
  defaultSort: { field: 'place', order: 'DESC' },
  filter,
  most: MOST,
});

/** A present or former curator. Instants are ISO 8601. */
export interface FoundCurator {
  id: string;
  place: string;
  appointed: boolean;
  appointed_at: string | null;
  dismissed_at: string | null;
  has_plan: boolean;
  plan_from: string | null;
  /** End of the plan, or the date until which it is paid. */
  plan_until: string | null;
  section: string | null;
  pictures: number;
  incomplete: boolean;
}

const instant = (expression: string, name: string): string =>
  `to_char(${expression} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as ${name}`;

const COLUMNS = `member_id as id, place::text, appointed, ${instant('appointed_at', 'appointed_at')},
  ${instant('dismissed_at', 'dismissed_at')}, ${PLAN_IN_FORCE} as has_plan, ${instant('plan_from', 'plan_from')},
  ${instant('coalesce(plan_until, end_date)', 'plan_until')}, name as section,
  (select count(distinct picture)::int
   from json_array_elements(series) one, json_array_elements_text(one->'generationIds') picture) as pictures,
  ${LACKS('member_id')} as incomplete`;

const WANTED = `place > $2::bigint and place < $3::bigint
  and coalesce(($4::uuid[] is null or member_id = any($4::uuid[])) and ($6::uuid is null or member_id = $6::uuid)
    and ($5::text is null or ($5::text = 'active') = ${IN_FORCE}), false)`;

const pageStatement = (order: 'asc' | 'desc') =>
  new Statement<FoundCurator>(
    `curators of the console, ${order}`,
    `select ${COLUMNS} from ${schema}.curator where ${WANTED} order by curator.place ${order} limit $1::int`,
  );
const pages = { older: pageStatement('desc'), newer: pageStatement('asc') };

/** Returns a page of the console’s list, the latest curators first. */
export async function curatorsFound(
  reads: Reads,
  { before, after, id, state, member }: CuratorFilter,
  limit: number,
): Promise<{ curators: FoundCurator[]; more: boolean }> {
  const isNewer = after !== undefined;
  const found = await pages[isNewer ? 'newer' : 'older'].run(reads, [
    limit + 1,
    after ?? NOWHERE,
    before ?? END,
    id ? arrayLiteral(id) : null,
    state ?? null,
    member ?? null,
  ]);
  const curators = found.slice(0, limit);
  if (isNewer) curators.reverse();
  return { curators, more: found.length > limit };
}

/** `in_month`: whether it is of the current month. */
interface Part {
  member_id: string;
  in_month: boolean;
}
export interface SoldPart extends Part {
  method: PurchaseMethod;
  /** Of each sale: the fee is of one price. */
  cents: number;
  sales: number;
  share_cents: number;
}
export interface ReversedPart extends Part {
  cents: number;
}

// As doubles, the sums come as numbers.
const SOLD = new Statement<SoldPart>(
  'sales of curators',
  `select member_id, sold_at >= $2::timestamptz as in_month, method, cents, count(*)::int as sales,
     coalesce(sum(share_cents), 0)::float8 as share_cents
   from ${schema}.sale where member_id = any($1::uuid[]) group by 1, 2, 3, 4`,
);
const REVERSED = new Statement<ReversedPart>(
  'reversals of curators',
  `select reversal.member_id, at >= $2::timestamptz as in_month,
     sum(case when taken then reversal.cents else -reversal.cents end)::float8 as cents
   from ${schema}.reversal join ${schema}.sale using (purchase_id)
   where reversal.member_id = any($1::uuid[]) group by 1, 2`,
);

export interface SoldByCurators {
  sold: SoldPart[];
  reversed: ReversedPart[];
}

/** Sums what these members sold as curators, in the month (`2026-11`) and before it. */
export async function soldByCurators(reads: Reads, ids: readonly string[], month: string): Promise<SoldByCurators> {
  const values = [arrayLiteral(ids), `${month}-01T00:00:00Z`];
  const [sold, reversed] = await Promise.all([SOLD.run(reads, values), REVERSED.run(reads, values)]);
  return { sold, reversed };
}

/** The last time for which a member was a curator in one way. */
interface Span {
  way: CuratorWay;
  from: string;
  until: string | null;
  isRunning: boolean;
}

/** Returns the ways in which a member is a curator; for a former curator, the one that ended last. */
export function spansOf(found: FoundCurator): Span[] {
  const { appointed, appointed_at: appointedAt, dismissed_at: dismissedAt } = found;
  const { has_plan: hasPlan, plan_from: planFrom, plan_until: planUntil } = found;
  const spans: Span[] = [
    ...(appointedAt === null
      ? []
      : [{ way: 'appointed' as const, from: appointedAt, until: dismissedAt, isRunning: appointed }]),
    ...(planFrom === null ? [] : [{ way: 'plan' as const, from: planFrom, until: planUntil, isRunning: hasPlan }]),
  ];
  const running = spans.filter(({ isRunning }) => isRunning);
  if (running.length > 0) return running.map((span) => ({ ...span, until: null }));
  return spans.toSorted((one, other) => (other.until ?? '').localeCompare(one.until ?? '')).slice(0, 1);
}
