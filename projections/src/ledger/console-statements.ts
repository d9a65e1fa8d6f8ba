import type { LedgerUnit } from '@easel/contracts/ledger/policy';
import { queriesOf } from '@easel/kernel/database/query-writer';
import { column, type Database } from '@easel/kernel/database/table';
import { Statement, WrittenStatement } from '../kernel/statement.ts';
import type { JsonReply } from '../kernel/reply.ts';
import type { FileEntry } from './ledger.queries.ts';
import { CARD, firstBooked, instant, ledgerModel, MOST, NO_SUMS, STREAM, sumsOf } from './ledger.queries.ts';
import { amountOf, correlationHash, IN_LOG, isOf, type tables } from './ledger.tables.ts';

const { schema } = ledgerModel;
const db = queriesOf<Database<typeof tables>>(schema);

/** An entry as it stands in a file, and whose it is. */
export type ConsoleFileEntry = FileEntry & {
  member_id: string;
  unit: LedgerUnit;
  actor_id: string;
  actor_role: string | null;
};

/** What leads to the entries: one index each. What else is asked for is looked at on the way. */
export const walks = [
  'ids',
  'payment',
  'purchase',
  'generation',
  'correlation',
  'member',
  'member of some',
  'credits',
  'dollars',
  'some',
  'all',
] as const;
export type Walk = (typeof walks)[number];
export type Direction = 'older' | 'newer';

/**
 * The log's order is that of its clock but for how far that was put back: so far around an instant, entries are looked
 * at one by one.
 */
const CLOCKS = `interval '10 minutes'`;

/**
 * `bounds (after, before)`: positions between which the entries lie, by the cursors `$2` and `$3` and the instants `$4`
 * and `$5`.
 */
const BOUNDS = `
  bounds as materialized (
    select
      greatest($2::bigint, case when $4::timestamptz is null then -1 else coalesce((
        select position from ${schema}.entry where at < $4::timestamptz - ${CLOCKS} order by at desc limit 1
      ), -1) end) as after,
      least($3::bigint, case when $5::timestamptz is null then ${MOST} else coalesce((
        select position from ${schema}.entry where at >= $5::timestamptz + ${CLOCKS} order by at limit 1
      ), ${MOST}) end) as before
  )`;

const between = (position: string): string =>
  `${position} > (select after from bounds) and ${position} < (select before from bounds)`;

/**
 * All that is asked for, whichever way leads there. `$16` is the currency of the amounts `$14` and `$15`. One
 * expression, so that the planner does not take what was not asked for as a reason to expect hardly any rows, and to
 * sort all there are.
 */
const WANTED = `coalesce(
  ($4::timestamptz is null or at >= $4::timestamptz) and ($5::timestamptz is null or at < $5::timestamptz)
  and ($6::uuid[] is null or event_id = any($6::uuid[])) and ($7::uuid is null or member_id = $7::uuid)
  and ($8::text[] is null or reason = any($8::text[])) and ($9::text[] is null or unit = any($9::text[]))
  and ($10::text is null or correlation_id = $10::text) and ($11::uuid is null or generation_id = $11::uuid)
  and ($12::uuid is null or purchase_id = $12::uuid) and ($13::text is null or payment_id = $13::text)
  and ($16::text is null or case $16::text when 'credits' then ${amountOf.credits} else ${amountOf.dollars} end
    between $14::bigint and $15::bigint), false)`;

/** How many different amounts are walked each by itself; where there are more, what is asked for is not rare. */
const FEW = 256;

type Order = 'asc' | 'desc';

const along = (condition: string, columns: string, order: Order, position = 'position'): string => `
  select ${columns} from ${schema}.entry
  where ${condition} and ${between(position)} and ${WANTED}
  order by ${position} ${order} limit $1::int`;

/** A walk for each pair of reason and unit, of which the foremost are taken. */
const pairs = (condition: string, columns: string, order: Order): string => `
  select found.* from unnest($8::text[]) as reasons (wanted_reason)
  cross join unnest($9::text[]) as units (wanted_unit)
  cross join lateral (
    ${along(`${condition} entry.reason = wanted_reason and entry.unit = wanted_unit`, columns, order)}
  ) as found
  order by position ${order} limit $1::int`;

/** The amounts that there are between the two that are asked for: each is found by the one before. */
const sizes = (currency: 'credits' | 'dollars'): string => `
  sizes (size) as (
    (select ${amountOf[currency]} from ${schema}.entry
     where ${isOf[currency]} and ${amountOf[currency]} >= $14::bigint order by ${amountOf[currency]} limit 1)
    union all
    select (select ${amountOf[currency]} from ${schema}.entry
            where ${isOf[currency]} and ${amountOf[currency]} > sizes.size order by ${amountOf[currency]} limit 1)
    from sizes where sizes.size <= $15::bigint
  ),
  few as materialized (select size from sizes where size <= $15::bigint limit ${FEW} + 1)`;

const amounts = (currency: 'credits' | 'dollars', columns: string, order: Order): string => `
  (select found.* from (select size from few where (select count(*) from few) <= ${FEW}) as one
   cross join lateral (
     ${along(`${isOf[currency]} and ${amountOf[currency]} = one.size`, columns, order)}
   ) as found)
  union all
  (${along(`(select count(*) from few) > ${FEW} and ${isOf[currency]}`, columns, order, IN_LOG)})
  order by position ${order} limit $1::int`;

function walkOf(walk: Walk, columns: string, order: Order): { before: string; text: string } {
  const simply = (text: string) => ({ before: '', text });
  switch (walk) {
    case 'ids':
      return simply(along('event_id = any($6::uuid[])', columns, order));
    case 'payment':
      return simply(along('payment_id = $13::text', columns, order));
    case 'purchase':
      return simply(along('purchase_id = $12::uuid', columns, order));
    case 'generation':
      return simply(along('generation_id = $11::uuid', columns, order));
    case 'correlation':
      return simply(along(`${correlationHash('correlation_id')} = ${correlationHash('$10::text')}`, columns, order));
    case 'member':
      return simply(along('member_id = $7::uuid', columns, order));
    case 'member of some':
      return simply(pairs('member_id = $7::uuid and', columns, order));
    case 'credits':
    case 'dollars':
      return { before: `${sizes(walk)},`, text: amounts(walk, columns, order) };
    case 'some':
      return simply(pairs('', columns, order));
    case 'all':
      return simply(along('true', columns, order, IN_LOG));
  }
}

const COLUMNS = `
  member_id, position, event_id, revision, at, reason, unit, note, tenths, held_tenths, cents, frozen_cents, card_cents,
  balance_tenths, balance_held_tenths, balance_cents, balance_frozen_cents, actor_kind, actor_id, actor_role,
  correlation_id, causation_id, generation_id, purchase_id, payment_id`;

const RECORD = `json_build_object(
  'id', event_id, 'member_id', member_id, 'at', ${instant('at')}, 'reason', reason, 'unit', unit, 'note', note,
  ${sumsOf('')}, ${CARD}, 'balance', json_build_object(${sumsOf('balance_')}),
  'actor', json_build_object('kind', actor_kind, 'id', actor_id, 'role', actor_role),
  'stream', ${STREAM}, 'revision', revision, 'position', position::text,
  'correlation_id', correlation_id, 'causation_id', causation_id,
  'generation_id', generation_id, 'purchase_id', purchase_id, 'payment_id', payment_id
)`;

const INCOMPLETE = `exists (select from ${schema}.balance where incomplete)`;

export type WalkedEntries = JsonReply & { rows: number; more: boolean };

/** `$1` is one more than the page has: that one tells of another page. */
function pageStatement(walk: Walk, direction: Direction): Statement<WalkedEntries> {
  const order = direction === 'older' ? 'desc' : 'asc';
  const { before, text } = walkOf(walk, COLUMNS, order);
  return new Statement(
    `ledger ${walk}, ${direction}`,
    `with recursive ${BOUNDS}, ${before}
     walked as materialized (${text}),
     page as materialized (select ${COLUMNS} from walked order by position ${order} limit $1::int - 1)
     select coalesce((select json_agg(${RECORD} order by position desc) from page), '[]')::text as json,
       (select count(*)::int from page) as rows, (select count(*) from walked) = $1::int as more,
       ${INCOMPLETE} as incomplete`,
  );
}

// As doubles, the sums come as numbers.
export const CONSOLE_FILE_COLUMNS = `
  member_id, ${instant('at')} as at, reason, unit, note,
  tenths::float8, held_tenths::float8, cents::float8, frozen_cents::float8, card_cents::float8,
  balance_tenths::float8, balance_held_tenths::float8, balance_cents::float8, balance_frozen_cents::float8,
  actor_kind, actor_id, actor_role, event_id, ${STREAM} as stream, revision, position,
  correlation_id, causation_id, generation_id, purchase_id, payment_id`;

/** Nothing waits behind such a portion. */
const fileStatement = (walk: Walk): Statement<ConsoleFileEntry> =>
  new Statement(`ledger file, ${walk}`, `with ${BOUNDS} ${walkOf(walk, CONSOLE_FILE_COLUMNS, 'asc').text}`, true);

const account = (name: string, before: string): Statement<JsonReply> =>
  new Statement(
    name,
    `with until as materialized (select ${before} as before),
     booked as materialized (
       select count(*) as entries, min(position) as first, max(position) as last from ${schema}.entry
       where member_id = $1::uuid and position < (select before from until)
     ),
     ends as materialized (
       select position, at, balance_tenths, balance_held_tenths, balance_cents, balance_frozen_cents
       from ${schema}.entry where member_id = $1::uuid and position in ((select first from booked), (select last from booked))
     )
     select json_build_object(
       'success', true, 'member_id', $1::uuid, 'at', $2::text,
       'balance', coalesce((
         select json_build_object(${sumsOf('balance_')}) from ends where position = (select last from booked)
       ), ${NO_SUMS}),
       'entries', (select entries from booked),
       'first_at', (select ${instant('at')} from ends where position = (select first from booked)),
       'last_at', (select ${instant('at')} from ends where position = (select last from booked))
     )::text as json, incomplete
     from ${schema}.balance
     where member_id = $1::uuid and exists (select from ${schema}.entry where member_id = $1::uuid)`,
  );

const each = <Value>(make: (walk: Walk) => Value): Record<Walk, Value> =>
  Object.fromEntries(walks.map((walk) => [walk, make(walk)])) as Record<Walk, Value>;

export const consoleStatements = {
  pages: each((walk) => ({ older: pageStatement(walk, 'older'), newer: pageStatement(walk, 'newer') })),
  files: each(fileStatement),
  one: new WrittenStatement('ledger entry', { eventId: column.uuid }, (given) =>
    db
      .selectFrom('entry')
      .leftJoin('balance', 'balance.member_id', 'entry.member_id')
      .where('event_id', '=', given('eventId'))
      .selectAll('entry')
      .select('incomplete'),
  ),
  accountNow: account('ledger account', MOST),
  accountAt: account('ledger account at an instant', firstBooked('>', '$2')),
};
