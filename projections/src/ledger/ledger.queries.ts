import { accountStream } from '@easel/contracts/account/stream';
import { ledgerReasons, SETTLING, type LedgerReason, type LedgerUnit } from '@easel/contracts/ledger/policy';
import { readModel } from '../kernel/projector.ts';
import type { Reads } from '../kernel/reads.ts';
import type { JsonReply } from '../kernel/reply.ts';
import { Statement } from '../kernel/statement.ts';
import { ledger } from './ledger.projector.ts';
import { IS_MARK } from './ledger.tables.ts';
import { cursorOf, positionOf } from './statement-cursor.ts';

export const ledgerModel = readModel(ledger);
const { schema } = ledgerModel;

/** What a statement is narrowed to; what is absent does not count. Instants are ISO 8601, and `to` is not included. */
export interface EntryFilter {
  reason?: LedgerReason | undefined;
  unit?: 'credits' | 'dollars' | undefined;
  from?: string | undefined;
  to?: string | undefined;
  lines: Lines;
}

/** What a line is: each entry, or all that a picture moved. */
type Lines = 'entry' | 'picture';

/** An entry as it stands in a file. Sums are tenths of a credit and cents of a dollar. */
export interface FileEntry {
  at: string;
  reason: LedgerReason;
  note: string | null;
  tenths: number;
  held_tenths: number;
  cents: number;
  frozen_cents: number;
  card_cents: number;
  balance_tenths: number;
  balance_held_tenths: number;
  balance_cents: number;
  balance_frozen_cents: number;
  actor_kind: string;
  actor_id: string | null;
  event_id: string;
  stream: string;
  revision: number;
  position: string;
  correlation_id: string;
  causation_id: string | null;
  generation_id: string | null;
  purchase_id: string | null;
  payment_id: string | null;
}

/** Behind every position. */
export const MOST = '9223372036854775807';
const FILE_PORTION = 500;

/**
 * Position of the first entry that was booked at an instant or after it (`>=`), or after it (`>`); `MOST` where none
 * was.
 */
export const firstBooked = (comparison: '>=' | '>', instant: string): string => `coalesce((
  select position from ${schema}.entry
  where member_id = $1::uuid and booked_at ${comparison} ${instant}::timestamptz and position >= coalesce((
    select position from ${schema}.entry
    where member_id = $1::uuid and ${IS_MARK} and booked_at < ${instant}::timestamptz
    order by booked_at desc, position desc limit 1
  ), 0)
  order by position limit 1
), ${MOST})`;

/** `bounds (after, before)`: positions between which the entries lie that were booked from one instant to another. */
const boundsOf = (from: string, to: string, before: string): string => `
  bounds as materialized (
    select
      case when ${from}::timestamptz is null then -1 else ${firstBooked('>=', from)} - 1 end as after,
      least(${before}, case when ${to}::timestamptz is null then ${MOST} else ${firstBooked('>=', to)} end) as before
  )`;

/** Positions between which entries lie. */
interface Bounds {
  after: string;
  before: string;
}

/** How entries between the bounds are walked to: `$1` member, `$2` as many at most, and what else it takes. */
type Walk = (columns: string, order: 'asc' | 'desc', parameter: number) => string;

const OF_PICTURES = `reason <> '${SETTLING}'`;

/** All of them, or all that a condition leaves of them, along the key. */
const along =
  (condition = 'true'): Walk =>
  (columns, order) => `
  select ${columns} from ${schema}.entry
  where member_id = $1::uuid and position > (select after from bounds) and position < (select before from bounds)
    and ${condition}
  order by position ${order} limit $2::int`;

const allEntries = along();
/** Of three entries of a picture one is passed over. */
const allPictures = along(OF_PICTURES);

/**
 * Those of some reasons and units, two parameters: a walk along the index for each pair, of which the foremost are
 * taken, so that it matters at no depth how rare they are.
 */
const someEntries: Walk = (columns, order, parameter) => `
  select found.* from unnest($${parameter}::text[]) as reasons (wanted_reason)
  cross join unnest($${parameter + 1}::text[]) as units (wanted_unit)
  cross join lateral (
    select ${columns} from ${schema}.entry
    where member_id = $1::uuid and entry.reason = wanted_reason and entry.unit = wanted_unit
      and position > (select after from bounds) and position < (select before from bounds)
    order by position ${order} limit $2::int
  ) as found
  order by position ${order} limit $2::int`;

export const instant = (column: string): string =>
  `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
/** Which of the house's people it was is not the member's to know. */
const ACTOR_ID = `case actor_kind when 'operator' then null else actor_id end`;
export const STREAM = `'${accountStream.nameOf('')}' || member_id`;

export const sumsOf = (prefix: string): string => `
  'credits', ${prefix}tenths * 0.1, 'held', ${prefix}held_tenths * 0.1,
  'dollars', ${prefix}cents * 0.01, 'frozen', ${prefix}frozen_cents * 0.01`;
/** Of an entry alone: what a card paid is in no balance. */
export const CARD = `'card', card_cents * 0.01`;
export const NO_SUMS = `json_build_object('credits', 0, 'held', 0, 'dollars', 0, 'frozen', 0)`;

const PAGE_COLUMNS = `
  member_id, position, event_id, revision, at, reason, note, tenths, held_tenths, cents, frozen_cents, card_cents,
  balance_tenths, balance_held_tenths, balance_cents, balance_frozen_cents, actor_kind, actor_id, correlation_id, causation_id,
  generation_id, purchase_id, payment_id`;

const entryOf = (more: string): string => `json_build_object(
  'eventId', event_id, 'at', ${instant('at')}, 'reason', reason, 'note', note, ${sumsOf('')}, ${CARD},
  'balance', json_build_object(${sumsOf('balance_')}),
  'actor', json_build_object('kind', actor_kind, 'id', ${ACTOR_ID}),
  'stream', ${STREAM}, 'revision', revision, 'position', position::text,
  'correlationId', correlation_id, 'causationId', coalesce(causation_id, correlation_id),
  'generationId', generation_id, 'purchaseId', purchase_id, 'paymentId', payment_id
  ${more}
)`;

/** What became of what was set aside. */
const SETTLED_BY = `case when reason = 'generation-hold' then (
  select later.reason from ${schema}.entry as later
  where later.generation_id = page.generation_id and later.position > page.position and later.member_id = page.member_id
  order by later.position limit 1
) end`;

/** An entry of what a card paid for an order. */
export interface OrderEntry {
  eventId: string;
  paymentId: string;
}

interface PageRow {
  /** JSON, as is `balance`. */
  entries: string;
  /** What the entries are about. */
  generations: string[];
  /** Events of what a card paid or got back, which may have an invoice or a credit note. */
  payments: string[];
  /** Entries of printed products with their payment, which is that of their order's invoice. */
  orders: OrderEntry[];
  /** Position of the page's last entry, where there is another behind it. */
  next: string | null;
  balance: string;
  incomplete: boolean;
}

/**
 * `$3` position of the entry before the page, `$4` and `$5` instants. One more than the page has tells of another page.
 */
const pageStatement = (name: string, walk: Walk, lines: Lines = 'entry'): Statement<PageRow> =>
  new Statement(
    name,
    `with ${boundsOf('$4', '$5', `coalesce($3::bigint, ${MOST})`)},
     walked as materialized (${walk(PAGE_COLUMNS, 'desc', 6)}),
     page as materialized (select ${PAGE_COLUMNS} from walked order by position desc limit $2::int - 1)
     select
       coalesce((select json_agg(${lines === 'entry' ? entryOf('') : entryOf(`, 'settledBy', ${SETTLED_BY}`)} order by position desc) from page), '[]')::text as entries,
       (select coalesce(array_agg(distinct generation_id::text) filter (where generation_id is not null), '{}') from page)
         as generations,
       (select coalesce(array_agg(event_id::text) filter (where card_cents <> 0), '{}') from page)
         as payments,
       coalesce(
         (select json_agg(json_build_object('eventId', event_id, 'paymentId', payment_id)) from page where reason = 'prints'),
         '[]'
       ) as orders,
       case when (select count(*) from walked) = $2::int then (select min(position) from page) end as next,
       coalesce((select json_build_object(${sumsOf('')}) from ${schema}.balance where member_id = $1::uuid), ${NO_SUMS})::text
         as balance,
       coalesce((select incomplete from ${schema}.balance where member_id = $1::uuid), false) as incomplete`,
  );

// As doubles, the sums come as numbers.
const FILE_COLUMNS = `
  ${instant('at')} as at, reason, note,
  tenths::float8, held_tenths::float8, cents::float8, frozen_cents::float8, card_cents::float8,
  balance_tenths::float8, balance_held_tenths::float8, balance_cents::float8, balance_frozen_cents::float8,
  actor_kind, ${ACTOR_ID} as actor_id, event_id, ${STREAM} as stream, revision, position,
  correlation_id, coalesce(causation_id, correlation_id) as causation_id, generation_id, purchase_id, payment_id`;

/** `$3` and `$4` are the bounds. Nothing waits behind such a portion. */
const fileStatement = (name: string, walk: Walk): Statement<FileEntry> =>
  new Statement(
    name,
    `with bounds as materialized (select $3::bigint as after, $4::bigint as before)
     ${walk(FILE_COLUMNS, 'asc', 5)}`,
    true,
  );

const LAST = `(select position from ${schema}.entry where member_id = $1::uuid order by position desc limit 1)`;

export const statements = {
  page: pageStatement('statement page', allEntries),
  pageOfSome: pageStatement('statement page of some', someEntries),
  picturePage: pageStatement('statement page of pictures', allPictures, 'picture'),
  picturePageOfSome: pageStatement('statement page of some pictures', someEntries, 'picture'),
  file: fileStatement('statement file', allEntries),
  pictureFile: fileStatement('statement file of pictures', allPictures),
  fileOfSome: fileStatement('statement file of some', someEntries),
  fileBounds: new Statement<Bounds & { incomplete: boolean }>(
    'statement file bounds',
    `with ${boundsOf('$2', '$3', `coalesce(${LAST} + 1, 0)`)}
     select after, before,
       coalesce((select incomplete from ${schema}.balance where member_id = $1::uuid), false) as incomplete
     from bounds`,
  ),
  balanceAt: new Statement<JsonReply>(
    'balance at an instant',
    `select json_build_object('success', true, 'balance', coalesce((
       select json_build_object(${sumsOf('balance_')}) from ${schema}.entry
       where member_id = $1::uuid and position < ${firstBooked('>', '$2')} order by position desc limit 1
     ), ${NO_SUMS}))::text as json,
     coalesce((select incomplete from ${schema}.balance where member_id = $1::uuid), false) as incomplete`,
  ),
};

export const units = {
  credits: ['credits', 'both'],
  dollars: ['dollars', 'both'],
  any: ['credits', 'dollars', 'both', 'none'],
} satisfies Record<string, LedgerUnit[]>;

/** Undefined where every entry will do: the reasons and the units of those that are wanted. */
function wantedBy({ reason, unit, lines }: EntryFilter): [readonly LedgerReason[], readonly LedgerUnit[]] | undefined {
  if (reason === undefined && unit === undefined) return undefined;
  const reasons = reason === undefined ? ledgerReasons : [reason];
  return [lines === 'entry' ? reasons : reasons.filter((one) => one !== SETTLING), units[unit ?? 'any']];
}

/**
 * Answers `account/statement` but for its titles and invoices: a page of a member's entries, the newest first, and the
 * balance now.
 */
export async function statementPage(
  reads: Reads,
  memberId: string,
  asked: EntryFilter & { limit: number; cursor?: string | undefined },
): Promise<JsonReply & Pick<PageRow, 'generations' | 'payments' | 'orders'>> {
  const { limit, cursor, from, to, lines } = asked;
  const before = cursor === undefined ? null : positionOf(cursor);
  const values = [memberId, limit + 1, before, from ?? null, to ?? null];
  const wanted = wantedBy(asked);
  const [all, some] =
    lines === 'entry'
      ? [statements.page, statements.pageOfSome]
      : [statements.picturePage, statements.picturePageOfSome];
  const [page] = wanted ? await some.run(reads, [...values, ...wanted]) : await all.run(reads, values);
  if (!page) throw new Error('a page without a row');
  const next = page.next === null ? 'null' : `"${cursorOf(BigInt(page.next))}"`;
  return {
    json: `{"success":true,"entries":${page.entries},"next":${next},"balance":${page.balance}}`,
    incomplete: page.incomplete,
    generations: page.generations,
    payments: page.payments,
    orders: page.orders,
  };
}

/** Answers `account/statement` with `at`: what was in a member's account at an instant, ISO 8601. */
export async function balanceAt(reads: Reads, memberId: string, at: string): Promise<JsonReply> {
  const [reply] = await statements.balanceAt.run(reads, [memberId, at]);
  if (!reply) throw new Error('a balance without a row');
  return reply;
}

/**
 * Reads all that the filters leave of a member's entries, the oldest first, in portions: what there was when it was
 * asked for. The next portion is read when it is asked for, and no connection is held between two.
 */
export async function wholeStatement(
  reads: Reads,
  memberId: string,
  filter: EntryFilter,
): Promise<{ portions: AsyncIterable<FileEntry[]>; incomplete: boolean }> {
  const { from, to } = filter;
  const [bounds] = await statements.fileBounds.run(reads, [memberId, from ?? null, to ?? null]);
  if (!bounds) throw new Error('bounds without a row');
  const { after, before, incomplete } = bounds;
  const { lines } = filter;
  return { portions: portionsOf(reads, { memberId, after, before, wanted: wantedBy(filter), lines }), incomplete };
}

async function* portionsOf(
  reads: Reads,
  {
    memberId,
    after,
    before,
    wanted,
    lines,
  }: Bounds & { memberId: string; wanted: ReturnType<typeof wantedBy>; lines: Lines },
): AsyncGenerator<FileEntry[], void, void> {
  for (let behind = after; ;) {
    const values = [memberId, FILE_PORTION, behind, before];
    const portion = wanted
      ? await statements.fileOfSome.run(reads, [...values, ...wanted])
      : await (lines === 'entry' ? statements.file : statements.pictureFile).run(reads, values);
    const last = portion.at(-1);
    if (last) yield portion;
    if (!last || portion.length < FILE_PORTION) return;
    behind = last.position;
  }
}
