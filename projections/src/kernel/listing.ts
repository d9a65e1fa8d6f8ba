import { column, columnValues, givenRows, type RowOf, table } from '@easel/kernel/database/table';
import type { ClientBase } from 'pg';

/** A row's place in one owner's list, newest first by (at, id). */
export interface Entry {
  owner: string;
  list: string;
  /** ISO 8601. */
  at: string;
  id: string;
}

const entry = { owner: column.uuid, list: column.text, at: column.timestamptz, id: column.uuid };
const entryKey = ['owner', 'list', 'at', 'id'] as const;

/**
 * Lists that can be entered at any page number as fast as at the first: one entry in 128 is an anchor that knows how
 * many entries are older than it. Which are anchors is drawn from their ids, so the tables are the same whatever the
 * order in which entries came and went.
 */
export const listingTables = [
  table('listing', entry, { key: entryKey }),
  table('listing_total', { owner: column.uuid, list: column.text, total: column.int }, { key: ['owner', 'list'] }),
  table('listing_anchor', { ...entry, older: column.int }, { key: entryKey, indexes: ['(owner, list, older)'] }),
] as const;

/** Entries that came (`by` 1) or went (-1), as statements are given them. */
const moves = table('move', { ...entry, by: column.int }, { key: entryKey });
type Move = RowOf<typeof moves>;

const same = (a: string, b: string): string =>
  `(${a}.owner, ${a}.list, ${a}.at, ${a}.id) = (${b}.owner, ${b}.list, ${b}.at, ${b}.id)`;

const MOVE = `
  with given as materialized (select owner, list, at, id, by from ${givenRows(moves)}),
  come as (
    insert into listing (owner, list, at, id) select owner, list, at, id from given where by > 0
  ),
  gone as (
    delete from listing l using given where given.by < 0 and ${same('l', 'given')}
  ),
  gone_anchors as (
    delete from listing_anchor a using given where given.by < 0 and ${same('a', 'given')}
  ),
  counted as (
    insert into listing_total (owner, list, total) select owner, list, sum(by) from given group by owner, list
    on conflict (owner, list) do update set total = listing_total.total + excluded.total
  ),
  shift as (
    select newer.owner, newer.list, newer.at, newer.id, sum(given.by)::int as by
    from given join listing_anchor newer
      on newer.owner = given.owner and newer.list = given.list and (newer.at, newer.id) > (given.at, given.id)
    group by newer.owner, newer.list, newer.at, newer.id
  )
  update listing_anchor a set older = a.older + shift.by from shift
  where ${same('a', 'shift')} and not exists (select from given where given.by < 0 and ${same('a', 'given')})`;

/** Counts what is older by the nearest anchor there was, and the entries between. */
const ADD_ANCHORS = `
  insert into listing_anchor (owner, list, at, id, older)
  select given.owner, given.list, given.at, given.id, coalesce(before.older, 0) + (
    select count(*) from listing l
    where l.owner = given.owner and l.list = given.list and (l.at, l.id) < (given.at, given.id)
      and (l.at, l.id) >= (coalesce(before.at, '-infinity'), coalesce(before.id, '00000000-0000-0000-0000-000000000000'))
  )
  from ${givenRows(moves)}
  left join lateral (
    select a.at, a.id, a.older from listing_anchor a
    where a.owner = given.owner and a.list = given.list and (a.at, a.id) < (given.at, given.id)
    order by a.at desc, a.id desc limit 1
  ) before on true`;

const REMOVE_EMPTY = `
  delete from listing_total t using ${givenRows(moves)}
  where (t.owner, t.list) = (given.owner, given.list) and t.total = 0`;

/** Ids are random or digests, so their last byte is as good as a die. */
const isAnchor = ({ id }: Entry): boolean => Number.parseInt(id.slice(-2), 16) < 2;

/** Brings listing, totals and anchors to what a batch made of them. */
export async function writeListing(sql: ClientBase, added: readonly Entry[], removed: readonly Entry[]): Promise<void> {
  const come = added.map((entry) => ({ ...entry, by: 1 }));
  const gone = removed.map((entry) => ({ ...entry, by: -1 }));
  const anchors = come.filter(isAnchor);
  await Promise.all([
    send(sql, 'move listing', MOVE, [...come, ...gone]),
    send(sql, 'add listing anchors', ADD_ANCHORS, anchors),
    send(sql, 'remove empty listings', REMOVE_EMPTY, gone),
  ]);
}

async function send(sql: ClientBase, name: string, text: string, rows: readonly Move[]): Promise<void> {
  if (rows.length > 0) await sql.query({ name, text, values: columnValues(moves, rows) });
}
