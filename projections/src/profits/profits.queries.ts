import type { SubscribedTier } from '@easel/contracts/account/policy';
import { PAYOUT_CENTS_PER_CREDIT, type EarningSource } from '@easel/contracts/earnings/policy';
import { problems, Refused } from '@easel/contracts/kernel/problem';
import { readModel } from '../kernel/projector.ts';
import type { Reads } from '../kernel/reads.ts';
import { Statement } from '../kernel/statement.ts';
import { profits } from './profits.projector.ts';

export const profitsModel = readModel(profits);
const { schema } = profitsModel;

/** Tenths of a credit and cents of a dollar; `count` counts sales, challenges or payouts. */
export interface Sums {
  tenths: number;
  cents: number;
  count: number;
}

/** What one source brought in a UTC month. */
export interface EarnedPart extends Sums {
  source: EarningSource;
  /** Null of challenges. */
  tier: SubscribedTier | null;
  month: string;
}

/** What a member earned and was paid. */
export interface Profits {
  earned: EarnedPart[];
  /** Sales of which nothing has come to the account yet. */
  pending: Sums;
  takenBack: Sums;
  requested: Sums;
  paid: Sums;
  incomplete: boolean;
}

const SUMS = `'tenths', coalesce(sum(tenths), 0), 'cents', coalesce(sum(cents), 0), 'count', count(*)`;
const OWN = 'member_id = $1::uuid';
const COVERED = 'turn % 2 = 0';
const INCOMPLETE = `exists (select from ${schema}.incomplete where ${OWN}) as incomplete`;

const PROFITS = new Statement<Profits>(
  'profits',
  `with settled as materialized (
     select coalesce(sum(sales), 0) as sales from ${schema}.settlement where ${OWN}
   )
   select
     (select coalesce(json_agg(part), '[]') from (
        select case when curator then 'curator' else 'downloads' end as source, tier,
          to_char(accrued_at at time zone 'UTC', 'YYYY-MM') as month,
          sum(tenths) as tenths, sum(cents) as cents, count(*) as count
        from ${schema}.sale where ${OWN} and ${COVERED} group by 1, 2, 3
        union all
        select 'challenges', null, to_char(day, 'YYYY-MM'), 0, sum(cents), count(*)
        from ${schema}.share where ${OWN} group by 3
      ) as part) as earned,
     (select json_build_object(${SUMS}) from (
        select tenths, cents from ${schema}.sale where ${OWN} and ${COVERED} and revision > coalesce((
          select revision from ${schema}.sale where ${OWN} and (select sales from settled) > 0
          order by revision offset (select greatest(sales - 1, 0) from settled) limit 1
        ), -1)
      ) as unsettled) as pending,
     (select json_build_object(${SUMS}) from ${schema}.sale where ${OWN} and not ${COVERED}) as "takenBack",
     (select json_build_object(${SUMS}) from ${schema}.payout where ${OWN} and status = 'requested') as requested,
     (select json_build_object(${SUMS}) from ${schema}.payout where ${OWN} and status = 'paid') as paid,
     ${INCOMPLETE}`,
);

/** Answers `summary`. */
export async function profitsOf(reads: Reads, memberId: string): Promise<Profits> {
  const [found] = await PROFITS.run(reads, [memberId]);
  if (!found) throw new Error('a summary without a row');
  return found;
}

/** What a picture earned. `worth` orders the list: tenths of a cent that a payout of all of it pays. */
export interface PictureSums extends Sums {
  generationId: string;
  challengeCents: number;
  lastSaleAt: string | null;
  worth: number;
}

/** `$2` entries, after those of the place `$3`, `$4`. */
const PICTURES = new Statement<{ pictures: PictureSums[]; incomplete: boolean }>(
  'earning pictures',
  `with part as (
     select generation_id, tenths, cents, 0 as challenge_cents, 1 as sold, accrued_at
     from ${schema}.sale where ${OWN} and ${COVERED}
     union all
     select generation_id, 0, cents, cents, 0, null from ${schema}.share_entry where ${OWN}
   ),
   picture as (
     select generation_id, sum(tenths) as tenths, sum(cents) as cents, sum(challenge_cents) as challenge_cents,
       sum(sold) as count, max(accrued_at) as last_sale_at,
       sum(tenths) * ${PAYOUT_CENTS_PER_CREDIT} + sum(cents) * 10 as worth
     from part group by generation_id
   ),
   page as (
     select * from picture where $3::bigint is null or (worth, generation_id) < ($3::bigint, $4::uuid)
     order by worth desc, generation_id desc limit $2::int
   )
   select (select coalesce(json_agg(json_build_object(
       'generationId', generation_id, 'tenths', tenths, 'cents', cents, 'challengeCents', challenge_cents,
       'count', count, 'worth', worth,
       'lastSaleAt', to_char(last_sale_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
     ) order by worth desc, generation_id desc), '[]') from page) as pictures, ${INCOMPLETE}`,
);

interface Page {
  limit: number;
  cursor?: string | undefined;
}

/** Answers `pictures`, with the cursor of the page behind. */
export async function earningPictures(
  reads: Reads,
  memberId: string,
  { limit, cursor }: Page,
): Promise<{ pictures: PictureSums[]; next: string | null; incomplete: boolean }> {
  const [worth, after] = cursor === undefined ? [null, null] : placeOf(cursor);
  const [found] = await PICTURES.run(reads, [memberId, limit + 1, worth, after]);
  if (!found) throw new Error('a page without a row');
  const pictures = found.pictures.slice(0, limit);
  const last = pictures.at(-1);
  const next = last && found.pictures.length > limit ? `${last.worth}_${last.generationId}` : null;
  return { pictures, next, incomplete: found.incomplete };
}

const CURSOR = /^(\d{1,15})_([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;

/** Throws 400 for a text that is no cursor. */
function placeOf(cursor: string): [worth: string, generationId: string] {
  const [, worth, generationId] = CURSOR.exec(cursor) ?? [];
  if (!worth || !generationId) throw new Refused(problems.invalid, { message: 'This cursor is not one of ours' });
  return [worth, generationId];
}
