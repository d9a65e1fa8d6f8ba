import { ledgerReasons, ledgerUnits } from '@easel/contracts/ledger/policy';
import { Inject } from '@nestjs/common';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { arrayLiteral } from '../kernel/arrays.ts';
import { Reads } from '../kernel/reads.ts';
import type { JsonReply } from '../kernel/reply.ts';
import { amountsOf, type LedgerFilter, unitsOf } from './console.filter.ts';
import { type ConsoleFileEntry, consoleStatements, type Walk, type WalkedEntries } from './console.statements.ts';
import { MOST } from './ledger.queries.ts';

const FILE_PORTION = 1_000;
const NOWHERE = '-1';

/** Entries of all accounts, the newest first, as `ledgerConsoleHttp.list` replies them. */
export class LedgerEntries extends Query<WalkedEntries> {
  constructor(
    readonly filter: LedgerFilter,
    readonly limit: number,
  ) {
    super();
  }
}

/** By its event's id; undefined where there is none. */
export class LedgerEntryById extends Query<JsonReply | undefined> {
  constructor(readonly id: string) {
    super();
  }
}

/** As `ledgerConsoleHttp.account` replies it; undefined where nothing was ever booked there. */
export class LedgerAccount extends Query<JsonReply | undefined> {
  constructor(
    readonly memberId: string,
    /** ISO 8601; now, if absent. */
    readonly at: string | undefined,
  ) {
    super();
  }
}

export interface WholeLedgerResult {
  portions: AsyncIterable<ConsoleFileEntry[]>;
  /** Of the newest entry that there was. */
  position: string;
  incomplete: boolean;
}

/**
 * All that a filter leaves, the oldest first, in portions: what there was when it was asked for. The next portion is read
 * when it is asked for, and no connection is held between two.
 */
export class WholeLedger extends Query<WholeLedgerResult> {
  constructor(readonly filter: LedgerFilter) {
    super();
  }
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

@QueryHandler(LedgerEntries)
export class LedgerEntriesHandler implements IQueryHandler<LedgerEntries> {
  constructor(@Inject(Reads) private readonly reads: Reads) {}

  async execute({ filter, limit }: LedgerEntries): Promise<WalkedEntries> {
    const walk = walkFor(filter);
    const statement = consoleStatements.pages[walk][filter.after === undefined ? 'older' : 'newer'];
    const [reply] = await statement.run(this.reads, valuesOf(filter, limit + 1, walk));
    if (!reply) throw new Error('a page without a row');
    return reply;
  }
}

@QueryHandler(LedgerEntryById)
export class LedgerEntryByIdHandler implements IQueryHandler<LedgerEntryById> {
  constructor(@Inject(Reads) private readonly reads: Reads) {}

  async execute({ id }: LedgerEntryById): Promise<JsonReply | undefined> {
    const [reply] = await consoleStatements.one.run(this.reads, [id]);
    return reply;
  }
}

@QueryHandler(LedgerAccount)
export class LedgerAccountHandler implements IQueryHandler<LedgerAccount> {
  constructor(@Inject(Reads) private readonly reads: Reads) {}

  async execute({ memberId, at }: LedgerAccount): Promise<JsonReply | undefined> {
    const { accountAt, accountNow } = consoleStatements;
    const [reply] = await (at === undefined ? accountNow : accountAt).run(this.reads, [memberId, at ?? null]);
    return reply;
  }
}

@QueryHandler(WholeLedger)
export class WholeLedgerHandler implements IQueryHandler<WholeLedger> {
  constructor(@Inject(Reads) private readonly reads: Reads) {}

  async execute({ filter }: WholeLedger): Promise<WholeLedgerResult> {
    const [end] = await consoleStatements.end.run(this.reads, []);
    if (!end) throw new Error('an end without a row');
    const { position, incomplete } = end;
    return { portions: this.portions(filter, BigInt(position) + 1n), position, incomplete };
  }

  private async *portions(filter: LedgerFilter, end: bigint): AsyncGenerator<ConsoleFileEntry[], void, void> {
    const walk = fileWalkFor(filter);
    const asked = filter.before === undefined ? end : BigInt(filter.before);
    const before = String(asked < end ? asked : end);
    for (let after = filter.after ?? NOWHERE; ;) {
      const values = valuesOf({ ...filter, before, after }, FILE_PORTION, walk);
      const portion = await consoleStatements.files[walk].run(this.reads, values);
      const last = portion.at(-1);
      if (last) yield portion;
      if (!last || portion.length < FILE_PORTION) return;
      after = last.position;
    }
  }
}
