import type { BillingPeriod } from '@easel/contracts/subscriptions/policy';
import { LISTED_CURATORS } from '@easel/contracts/curators/policy';
import type { ImageSize } from '@easel/contracts/downloads/policy';
import type { PurchaseMethod } from '@easel/contracts/purchases/policy';
import { readModel } from '../kernel/projector.ts';
import type { Reads } from '../kernel/reads.ts';
import { Statement } from '../kernel/statement.ts';
import { curators } from './curators.projector.ts';
import type { StoredSeries } from './curators.tables.ts';

export const curatorsModel = readModel(curators);
const { schema } = curatorsModel;

export const PLAN_IN_FORCE = `(tier = 'curator_partner' and status <> 'ended' and (end_date is null or end_date > now()))`;
export const IN_FORCE = `(appointed or ${PLAN_IN_FORCE})`;
export const LACKS = (member: string): string => `exists (select from ${schema}.incomplete where id = ${member})`;

export interface StoredCurator {
  member_id: string;
  in_force: boolean;
  /** Null where it is not the plan that makes one a curator. */
  period: BillingPeriod | null;
  cents: Partial<Record<ImageSize, number>>;
  /** Null before the section was described. */
  name: string | null;
  text: string;
  banner_generation_id: string | null;
  banner_variant_id: string | null;
  series: StoredSeries[];
  incomplete: boolean;
}

const ROW = `member_id, ${IN_FORCE} as in_force, case when ${PLAN_IN_FORCE} then period end as period, cents, name, text,
  banner_generation_id, banner_variant_id, series, ${LACKS('member_id')} as incomplete`;

const ONE = new Statement<StoredCurator>('curator', `select ${ROW} from ${schema}.curator where member_id = $1::uuid`);

/** Finds what is known of a member as a curator; undefined where they never were one and had no plan. */
export async function curatorOf(reads: Reads, memberId: string): Promise<StoredCurator | undefined> {
  const [found] = await ONE.run(reads, [memberId]);
  return found;
}

const LISTED = new Statement<StoredCurator>(
  'curators listed',
  `select ${ROW} from ${schema}.curator
   where (appointed or tier = 'curator_partner') and ${IN_FORCE} and name is not null
   order by lower(name), member_id limit ${LISTED_CURATORS}`,
);

/** Finds the curators in force who have described their section, by its name. */
export const curatorsListed = (reads: Reads): Promise<StoredCurator[]> => LISTED.run(reads, []);

export interface SalesSummed {
  month: string;
  generation_id: string;
  method: PurchaseMethod;
  /** Of each sale: the fee is of one price. */
  cents: number;
  sales: number;
  share_cents: number;
}

const month = (at: string): string => `to_char(${at} at time zone 'UTC', 'YYYY-MM')`;

const SALES = new Statement<SalesSummed>(
  'curator sales summed',
  `select ${month('sold_at')} as month, generation_id, method, cents,
     count(*)::int as sales, coalesce(sum(share_cents), 0)::int as share_cents
   from ${schema}.sale where member_id = $1::uuid and sold_at >= $2::timestamptz
   group by 1, 2, 3, 4`,
);
const VIEWS = new Statement<{ month: string; generation_id: string; views: number }>(
  'curator views counted',
  `select to_char(day, 'YYYY-MM') as month, generation_id, count(*)::int as views
   from ${schema}.view where member_id = $1::uuid and day >= $2::date
   group by 1, 2`,
);
const REVERSED = new Statement<{ month: string; generation_id: string; cents: number }>(
  'curator reversals summed',
  `select ${month('at')} as month, generation_id,
     sum(case when taken then reversal.cents else -reversal.cents end)::int as cents
   from ${schema}.reversal join ${schema}.sale using (purchase_id)
   where reversal.member_id = $1::uuid and at >= $2::timestamptz
   group by 1, 2`,
);

/** What a curator's pictures brought since the first of a month, by month and picture. */
export async function summedSince(reads: Reads, memberId: string, firstMonth: string) {
  const since = `${firstMonth}-01T00:00:00Z`;
  const [sales, views, reversals] = await Promise.all([
    SALES.run(reads, [memberId, since]),
    VIEWS.run(reads, [memberId, `${firstMonth}-01`]),
    REVERSED.run(reads, [memberId, since]),
  ]);
  return { sales, views, reversals };
}
export type Summed = Awaited<ReturnType<typeof summedSince>>;

interface Sold {
  generation_id: string;
  at: string;
  size: ImageSize;
  cents: number;
}

const AT = (at: string): string => `to_char(${at} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at`;

const SOLD = new Statement<Sold & { method: PurchaseMethod; share_cents: number | null }>(
  'curator sales of a month',
  `select generation_id, ${AT('sold_at')}, size, cents, method, share_cents
   from ${schema}.sale where member_id = $1::uuid and sold_at >= $2::timestamptz and sold_at < $3::timestamptz
   order by sold_at, purchase_id`,
);
const TURNED = new Statement<Sold & { taken: boolean; share_cents: number }>(
  'curator reversals of a month',
  `select generation_id, ${AT('reversal.at')}, size, sale.cents, taken, reversal.cents as share_cents
   from ${schema}.reversal join ${schema}.sale using (purchase_id)
   where reversal.member_id = $1::uuid and reversal.at >= $2::timestamptz and reversal.at < $3::timestamptz
     and reversal.cents > 0
   order by reversal.at, purchase_id, turn`,
);

/** What a curator sold in a time, and what was taken back or returned in it; `until` is not included. */
export async function soldBetween(reads: Reads, memberId: string, { from, until }: { from: string; until: string }) {
  const values = [memberId, from, until];
  const [sales, reversals] = await Promise.all([SOLD.run(reads, values), TURNED.run(reads, values)]);
  return { sales, reversals };
}
