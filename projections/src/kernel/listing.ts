import type { ClientBase } from 'pg';
import { arrayLiteral } from './arrays.ts';
import { SummedTable } from './summed-rows.ts';

/** A row's place in one owner's list, newest first by (at, id). */
export interface Entry {
  owner: string;
  list: string;
  /** ISO 8601. */
  at: string;
  id: string;
}

/**
 * Lists that can be entered at any page number as fast as at the first: one entry in 128 is an anchor that knows how
 * many entries are older than it. Which are anchors is drawn from their ids, so the tables are the same whatever the
 * order in which entries came and went.
 */
export const listingTables: readonly string[] = [
  `create table listing (
     owner uuid not null, list text not null, at timestamptz not null, id uuid not null,
     primary key (owner, list, at, id)
   )`,
  `create table listing_total (owner uuid not null, list text not null, total int not null, primary key (owner, list))`,
  `create table listing_anchor (
     owner uuid not null, list text not null, at timestamptz not null, id uuid not null, older int not null,
     primary key (owner, list, at, id)
   )`,
  `create index on listing_anchor (owner, list, older)`,
];

const totals = new SummedTable<{ owner: string; list: string; total: number }>({
  name: 'listing_total',
  key: ['owner', 'list'],
  columns: { owner: 'uuid', list: 'text', total: 'int' },
});

const ENTRIES = 'unnest($1::uuid[], $2::text[], $3::timestamptz[], $4::uuid[])';
const SAME = (a: string, b: string) => `(${a}.owner, ${a}.list, ${a}.at, ${a}.id) = (${b}.owner, ${b}.list, ${b}.at, ${b}.id)`;

const STATEMENTS = {
  remove: `delete from listing l using ${ENTRIES} as given (owner, list, at, id) where ${SAME('l', 'given')}`,
  add: `insert into listing (owner, list, at, id) select owner, list, at, id from ${ENTRIES} as given (owner, list, at, id)`,
  removeAnchors: `delete from listing_anchor a using ${ENTRIES} as given (owner, list, at, id) where ${SAME('a', 'given')}`,
  shiftAnchors: `
    update listing_anchor a set older = a.older + shift.by
    from (
      select newer.owner, newer.list, newer.at, newer.id, sum(given.by)::int as by
      from unnest($1::uuid[], $2::text[], $3::timestamptz[], $4::uuid[], $5::int[]) as given (owner, list, at, id, by)
      join listing_anchor newer
        on newer.owner = given.owner and newer.list = given.list and (newer.at, newer.id) > (given.at, given.id)
      group by newer.owner, newer.list, newer.at, newer.id
    ) shift
    where ${SAME('a', 'shift')} and shift.by <> 0`,
  addAnchors: `
    insert into listing_anchor (owner, list, at, id, older)
    select given.owner, given.list, given.at, given.id, coalesce(before.older, 0) + (
      select count(*) from listing l
      where l.owner = given.owner and l.list = given.list and (l.at, l.id) < (given.at, given.id)
        and (l.at, l.id) >= (coalesce(before.at, '-infinity'), coalesce(before.id, '00000000-0000-0000-0000-000000000000'))
    )
    from ${ENTRIES} as given (owner, list, at, id)
    left join lateral (
      select a.at, a.id, a.older from listing_anchor a
      where a.owner = given.owner and a.list = given.list and (a.at, a.id) < (given.at, given.id)
      order by a.at desc, a.id desc limit 1
    ) before on true`,
  removeEmptyTotals: `
    delete from listing_total t using unnest($1::uuid[], $2::text[]) as given (owner, list)
    where (t.owner, t.list) = (given.owner, given.list) and t.total = 0`,
} as const;

/** Ids are random or digests, so their last byte is as good as a die. */
const isAnchor = ({ id }: Entry): boolean => Number.parseInt(id.slice(-2), 16) < 2;

/** Brings listing, totals and anchors to what a batch made of them. */
export async function writeListing(
  sql: ClientBase,
  added: readonly Entry[],
  removed: readonly Entry[],
): Promise<void> {
  const writing: Promise<unknown>[] = [];
  const send = (name: keyof typeof STATEMENTS, values: readonly string[]) =>
    writing.push(sql.query({ name: `listing ${name}`, text: STATEMENTS[name], values: [...values] }));
  const forEntries = (name: keyof typeof STATEMENTS, entries: readonly Entry[]) => {
    if (entries.length > 0) send(name, columns(entries));
  };
  forEntries('remove', removed);
  forEntries('add', added);
  forEntries('removeAnchors', removed.filter(isAnchor));
  if (added.length + removed.length > 0) {
    const by = [...added.map(() => 1), ...removed.map(() => -1)];
    send('shiftAnchors', [...columns([...added, ...removed]), arrayLiteral(by)]);
  }
  forEntries('addAnchors', added.filter(isAnchor));

  const total = totals.batch();
  for (const { owner, list } of added) total.add({ owner, list, total: 1 });
  for (const { owner, list } of removed) total.add({ owner, list, total: -1 });
  writing.push(total.write(sql));
  if (removed.length > 0) send('removeEmptyTotals', columns(removed).slice(0, 2));
  await Promise.all(writing);
}

const columns = (entries: readonly Entry[]): string[] => [
  arrayLiteral(entries.map(({ owner }) => owner)),
  arrayLiteral(entries.map(({ list }) => list)),
  arrayLiteral(entries.map(({ at }) => at)),
  arrayLiteral(entries.map(({ id }) => id)),
];
