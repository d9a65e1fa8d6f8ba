/**
 * Finds one page of a list by its number, as fast at any depth: the nearest anchor above is looked up by how many
 * entries are older than it, and the walk from there is a block long at most.
 *
 * Common table expressions to put before a statement, with parameters `$1` owner, `$2` list, `$3` entries before the
 * page, `$4` entries on it: `listed (total)` and `page (at, id)`.
 */
export const pageOf = (schema: string): string => `
  listed as materialized (
    select coalesce((select total from ${schema}.listing_total where owner = $1::uuid and list = $2), 0) as total
  ),
  anchor as materialized (
    select at, id, older from ${schema}.listing_anchor
    where owner = $1::uuid and list = $2 and older > (select total from listed) - 1 - $3::int
    order by older limit 1
  ),
  page as materialized (
    select at, id from ${schema}.listing
    where owner = $1::uuid and list = $2 and (at, id) < (
      coalesce((select at from anchor), 'infinity'),
      coalesce((select id from anchor), 'ffffffff-ffff-ffff-ffff-ffffffffffff')
    )
    order by at desc, id desc
    offset (select coalesce((select older from anchor), total) - total + $3::int from listed)
    limit $4::int
  )`;

/** As much of a page as its number says: what is asked for, how many pages there are. */
export const PAGINATION = `
  json_build_object('page', $3::int / $4::int + 1, 'limit', $4::int, 'pages', ceil(total / $4::numeric)::int, 'total', total)`;
