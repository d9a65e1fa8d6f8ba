import { problems, Refused } from '@easel/contracts/kernel/problem';
import * as z from 'zod/mini';

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

/** The same expressions for the entries after one, whose time is `$5` and whose id is `$6`. */
export const pageAfter = (schema: string): string => `
  listed as materialized (
    select coalesce((select total from ${schema}.listing_total where owner = $1::uuid and list = $2), 0) as total
  ),
  page as materialized (
    select at, id from ${schema}.listing
    where owner = $1::uuid and list = $2 and (at, id) < ($5::timestamptz, $6::uuid)
    order by at desc, id desc
    offset $3::int limit $4::int
  )`;

/** The cursor is the last entry's place; there is none after the last page. */
export const nextAfter = (limit = '$4'): string => `
  case when (select count(*) from page) = ${limit}::int then (
    select to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') || '_' || id from page order by at, id limit 1
  ) end`;

const CURSOR = /^([12]\d{3}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{6}Z)_([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;

const isInstant = (text: string): boolean => z.safeParse(z.iso.datetime(), text).success;

/** Of the last entry seen. Throws 400. */
export function placeOf(cursor: string): { at: string; id: string } {
  const [, at, id] = CURSOR.exec(cursor) ?? [];
  // Date.parse takes February 31 for a day of March; PostgreSQL does not.
  if (!at || !id || !isInstant(at)) {
    throw new Refused(problems.invalid, { message: 'This cursor is not one of ours' });
  }
  return { at, id };
}
