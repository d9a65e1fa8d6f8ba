import { accountStream } from '@easel/contracts/account/stream';
import { ledgerReasons, ledgerUnits } from '@easel/contracts/ledger/policy';
import { arrayLiteral } from '@easel/kernel/database/arrays';
import { exists, queriesOf, sql } from '@easel/kernel/database/query-writer';
import type { Database } from '@easel/kernel/database/table';
import { WrittenStatement } from '../kernel/statement.ts';
import type { Reads } from '../kernel/reads.ts';
import type { JsonReply } from '../kernel/reply.ts';
import { recordOf } from './chained-export.ts';
import { amountsOf, type LedgerFilter, unitsOf } from './console-filter.ts';
import { type ConsoleFileEntry, consoleStatements, type Walk, type WalkedEntries } from './console-statements.ts';
import { ledgerModel, MOST } from './ledger.queries.ts';
import { IN_LOG, type tables } from './ledger.tables.ts';

const db = queriesOf<Database<typeof tables>>(ledgerModel.schema);
const FILE_PORTION = 1_000;
const NOWHERE = '-1';

/** The newest entry that there is. */
const END = new WrittenStatement('ledger end', {}, () =>
  db.selectNoFrom((eb) => [
    eb.fn
      .coalesce(eb.selectFrom('entry').select('position').orderBy(sql.raw(IN_LOG), 'desc').limit(1), sql<string>`-1`)
      .as('position'),
    exists(eb.selectFrom('balance').where('incomplete', '=', sql.lit(true))).as('incomplete'),
  ]),
);

interface WholeLedger {
  portions: AsyncIterable<ConsoleFileEntry[]>;
  /** Of the newest entry that there was. */
  position: string;
  incomplete: boolean;
}

/** What leads there soonest. */
export function walkFor(filter: LedgerFilter): Walk {
  const { id, payment, purchase, generation, correlation, member, reason, unit } = filter;
  if (id) return 'ids';
  if (payment !== undefined) return 'payment';
  if (purchase !== undefined) return 'purchase';
  if (generation !== undefined) return 'generation';
  if (correlation !== undefined) return 'correlation';
  if (member !== undefined) return reason || unit ? 'member of some' : 'member';
  return amountsOf(filter)?.currency ?? (reason || unit ? 'some' : 'all');
}

/** A file reads on where it stopped, so that who goes through all of it does so once. */
const fileWalkFor = (filter: LedgerFilter): Walk => {
  const walk = walkFor(filter);
  if (walk === 'member of some') return 'member';
  return walk === 'some' || walk === 'credits' || walk === 'dollars' ? 'all' : walk;
};

/** The statements' values, from `$1` on. */
export function valuesOf(filter: LedgerFilter, rows: number, walk: Walk): (string | number | null)[] {
  const { id, member, reason, unit, from, to, correlation, generation, purchase, payment, before, after } = filter;
  const bounds = amountsOf(filter);
  const byPairs = walk === 'some' || walk === 'member of some';
  const reasons = reason ?? (byPairs ? ledgerReasons : undefined);
  const units = unit === undefined ? (byPairs ? ledgerUnits : undefined) : unitsOf[unit];
  return [
    rows,
    after ?? NOWHERE,
    before ?? MOST,
    from ?? null,
    to ?? null,
    id ? arrayLiteral(id) : null,
    member ?? null,
    // Each once: a reason that is named twice would be walked twice.
    reasons ? arrayLiteral([...new Set(reasons)]) : null,
    units ? arrayLiteral([...units]) : null,
    correlation ?? null,
    generation ?? null,
    purchase ?? null,
    payment ?? null,
    bounds?.least ?? null,
    bounds?.most ?? null,
    bounds?.currency ?? null,
  ];
}

/** Answers a page of the entries of all accounts, the newest first, as `ledgerConsoleHttp.list` replies them. */
export async function ledgerEntries(reads: Reads, filter: LedgerFilter, limit: number): Promise<WalkedEntries> {
  const walk = walkFor(filter);
  const statement = consoleStatements.pages[walk][filter.after === undefined ? 'older' : 'newer'];
  const [reply] = await statement.run(reads, valuesOf(filter, limit + 1, walk));
  if (!reply) throw new Error('a page without a row');
  return reply;
}

/** Finds an entry by its event's id; undefined where there is none. */
export async function ledgerEntryById(reads: Reads, id: string): Promise<JsonReply | undefined> {
  const [found] = await consoleStatements.one.run(reads, { eventId: id });
  if (!found) return undefined;
  const record = recordOf({
    ...found,
    at: found.at.toISOString(),
    stream: accountStream.nameOf(found.member_id),
    tenths: Number(found.tenths),
    held_tenths: Number(found.held_tenths),
    cents: Number(found.cents),
    frozen_cents: Number(found.frozen_cents),
    card_cents: Number(found.card_cents),
    balance_tenths: Number(found.balance_tenths),
    balance_held_tenths: Number(found.balance_held_tenths),
    balance_cents: Number(found.balance_cents),
    balance_frozen_cents: Number(found.balance_frozen_cents),
  });
  return { json: JSON.stringify(record), incomplete: found.incomplete ?? false };
}

/**
 * Answers `ledgerConsoleHttp.account`; undefined where nothing was ever booked there. `at`: an instant, ISO 8601; now,
 * if absent.
 */
export async function ledgerAccount(
  reads: Reads,
  memberId: string,
  at: string | undefined,
): Promise<JsonReply | undefined> {
  const { accountAt, accountNow } = consoleStatements;
  const [reply] = await (at === undefined ? accountNow : accountAt).run(reads, [memberId, at ?? null]);
  return reply;
}

/**
 * Reads all that a filter leaves, the oldest first, in portions: what there was when it was asked for. The next portion
 * is read when it is asked for, and no connection is held between two.
 */
export async function wholeLedger(reads: Reads, filter: LedgerFilter): Promise<WholeLedger> {
  const [end] = await END.run(reads, {});
  if (!end) throw new Error('an end without a row');
  const { position, incomplete } = end;
  return { portions: portionsOf(reads, filter, BigInt(position) + 1n), position, incomplete };
}

async function* portionsOf(
  reads: Reads,
  filter: LedgerFilter,
  end: bigint,
): AsyncGenerator<ConsoleFileEntry[], void, void> {
  const walk = fileWalkFor(filter);
  const asked = filter.before === undefined ? end : BigInt(filter.before);
  const before = String(asked < end ? asked : end);
  for (let after = filter.after ?? NOWHERE; ;) {
    const values = valuesOf({ ...filter, before, after }, FILE_PORTION, walk);
    const portion = await consoleStatements.files[walk].run(reads, values);
    const last = portion.at(-1);
    if (last) yield portion;
    if (!last || portion.length < FILE_PORTION) return;
    after = last.position;
  }
}
