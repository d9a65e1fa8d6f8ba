import { column, givenRows, type RowOf, table } from '@easel/kernel/database/table';

/** Results of entries at the close and at the announcement, as parameters of the statements below. */
export const standings = table(
  'standing',
  {
    id: column.uuid,
    proceeds_cents: column.int,
    buyers: column.int,
    place: column.int,
    share_cents: column.int,
    prize_cents: column.int,
    prize_tenths: column.int,
  },
  { key: ['id'] },
);
export type StandingRow = RowOf<typeof standings>;

const FIGURES = standings.names.filter((name) => name !== 'id');

/** Resets all entries of a challenge; those with proceeds are set afterwards. */
export const FREEZE = `
  update entry set frozen = true, proceeds_cents = 0, buyers = 0, rank = 0 where competition_id = $1::uuid`;
export const SET_STANDING = `
  update entry set ${FIGURES.map((name) => `${name} = given.${name}`).join(', ')}
  from ${givenRows(standings)} where entry.id = given.id`;

/**
 * Refreshes entries of the pictures `$1`, and of those that members `$2` like. Returns the challenges that changed.
 * Joins entries to the pictures wanted so that an index finds them: a condition on either kind reads all entries.
 */
export const REFRESH = `
  with wanted as materialized (
    select unnest($1::uuid[]) as generation_id
    union
    select generation_id from liking where member_id = any($2::uuid[])
  ),
  touched as materialized (
    select entry.*,
      status = 'entered' and coalesce(picture.is_public and not picture.deleted, false) as now_visible,
      (select count(*)::int from liking join fan using (member_id)
       where liking.generation_id = entry.generation_id and fan.verified) as now_likes
    from wanted join entry on entry.generation_id = wanted.generation_id
      left join picture on picture.generation_id = entry.generation_id
  ),
  counted as materialized (
    select touched.*,
      case when frozen then proceeds_cents else coalesce(sum, 0)::int end as now_cents,
      case when frozen then buyers else coalesce(count, 0)::int end as now_buyers
    from touched left join lateral (
      select sum(cents), count(distinct buyer_id) filter (where cents > 0)
      from line
      where line.generation_id = touched.generation_id and line.variant_id = touched.variant_id
        and paid_at >= submitted_at and paid_at < closes_at and buyer_id <> touched.member_id
    ) as sold on not frozen
  ),
  changed as (
    update entry
    set visible = now_visible, likes = now_likes, proceeds_cents = now_cents, buyers = now_buyers,
      rank = case when now_visible and now_cents > 0 then entry.rank else 0 end
    from counted where entry.id = counted.id
      and (entry.visible, entry.likes, entry.proceeds_cents, entry.buyers)
        is distinct from (now_visible, now_likes, now_cents, now_buyers)
  )
  select distinct competition_id from counted
  where (visible, proceeds_cents) is distinct from (now_visible, now_cents)`;

/** Ranks the entries of the challenges `$1` that sold something. The others lost their rank with their proceeds. */
export const RANK = `
  with ranked as materialized (
    select id, row_number() over (partition by competition_id order by -proceeds_cents, submitted_at, id)::int as now_rank
    from entry where competition_id = any($1::uuid[]) and visible and -proceeds_cents < 0
  )
  update entry set rank = now_rank from ranked where entry.id = ranked.id and rank <> now_rank`;
export const SUM_UP = `
  update challenge set entries = counted.entries, proceeds_cents = counted.cents
  from (
    select wanted.id, count(entry.id)::int as entries, coalesce(sum(entry.proceeds_cents), 0) as cents
    from unnest($1::uuid[]) as wanted (id) left join entry on entry.competition_id = wanted.id and visible
    group by wanted.id
  ) as counted
  where challenge.id = counted.id`;
