import type { EarningsFact } from '@easel/contracts/earnings/events';
import { CAUSES_MAX } from '@easel/contracts/events/policy';
import { type Actor, categoryOf, type FactMetadata, type Recorded } from '@easel/contracts/kernel/event';
import { arrayLiteral } from '@easel/kernel/database/arrays';
import { type Expression, queriesOf, type RawBuilder, sql } from '@easel/kernel/database/query-writer';
import { column, type Database } from '@easel/kernel/database/table';
import type { EventLog } from '@easel/kernel/log/event-log';
import { WrittenStatement } from '../kernel/statement.ts';
import type { Queryable } from '../kernel/reads.ts';
import { uuidsOf } from '../kernel/uuids.ts';
import { maturedBy, maturingOf, settlementOf } from './earnings-links.ts';
import { eventsModel } from './events-model.ts';
import type { tables } from './events.tables.ts';

/** What belongs to an event by its causes, in the log's order. */
export interface Caused {
  facts: readonly Recorded[];
  /** By a fact's id, the id of what brought it about, where that is among them. */
  parents: ReadonlyMap<string, string>;
  /** There is more. */
  cut: boolean;
}

const db = queriesOf<Database<typeof tables>>(eventsModel.schema);
const UNKNOWN: Actor = { kind: 'system', id: 'unknown' };
const READ_AT_ONCE = 16;
/** Each goes one step further along the chain. */
const STEPS = 64;

/** By the index of the column's hash. */
const byHash = (column: 'correlation_id' | 'causation_id', ids: Expression<string[]>): RawBuilder<boolean> =>
  sql`${sql.ref(column)} is not null
    and hashtextextended(${sql.ref(column)}, 0) = any(array(select hashtextextended(one, 0) from unnest(${ids}) as one))
    and ${sql.ref(column)} = any(${ids})`;

const places = () => db.selectFrom('event').select(['event_id', 'stream', 'revision']).orderBy('position');

const texts = { ids: column.text.list, most: column.int };
const statements = {
  itself: new WrittenStatement('events by itself', { ids: column.position.list, most: column.int }, (given) =>
    places()
      .where((eb) => eb('position', '=', eb.fn.any(given('ids'))))
      .limit(given('most')),
  ),
  caller: new WrittenStatement('events by caller', texts, (given) =>
    places()
      .where(byHash('correlation_id', given('ids')))
      .limit(given('most')),
  ),
  causes: new WrittenStatement('events by causes', { ids: column.uuid.list, most: column.int }, (given) =>
    places()
      .where((eb) => eb('event_id', '=', eb.fn.any(given('ids'))))
      .limit(given('most')),
  ),
  effects: new WrittenStatement('events by effects', texts, (given) =>
    places()
      .where(byHash('causation_id', given('ids')))
      .limit(given('most')),
  ),
};
type Finding = keyof typeof statements;

/**
 * What brought an event about and all that came of that: everything of the same call, webhook or process, the facts
 * that brought it about, and what followed from any of them, by the rules that `npm run audit -- trace` goes by.
 * Undefined where no event stands at the position.
 */
export async function causesOf(
  position: bigint,
  { reads, log }: { reads: Queryable; log: EventLog },
): Promise<Caused | undefined> {
  const found = new Found(reads, log);
  const [asked] = await found.look('itself', [String(position)]);
  if (!asked) return undefined;
  await found.look('caller', [asked.metadata.$correlationId]);
  await found.link(asked, { isAsked: true });
  for (let step = 0; step < STEPS && (await found.follow()); step++);
  return found.caused();
}

class Found {
  private readonly facts = new Map<string, Recorded>();
  private readonly parents = new Map<string, string>();
  /** Whose causes and effects were not looked for yet. */
  private open: Recorded[] = [];
  private cut = false;

  constructor(
    private readonly reads: Queryable,
    private readonly log: EventLog,
  ) {}

  /** Those that were not known. */
  async look(how: Finding, ids: readonly string[]): Promise<Recorded[]> {
    const room = CAUSES_MAX - this.facts.size;
    if (ids.length === 0) return [];
    // One more than there is room for tells that something is left out, and those that are known come again.
    const places = await statements[how].run(this.reads, {
      ids: arrayLiteral(ids),
      most: this.facts.size + room + 1,
    });
    const unknown = places.filter(({ event_id: id }) => !this.facts.has(id));
    if (unknown.length > room) this.cut = true;
    const wanted = unknown.slice(0, room);
    const read: Recorded[] = [];
    for (let from = 0; from < wanted.length; from += READ_AT_ONCE) {
      const some = await Promise.all(wanted.slice(from, from + READ_AT_ONCE).map((place) => this.read(place)));
      read.push(...some.filter((fact) => fact !== undefined));
    }
    for (const fact of read) this.take(fact);
    return read;
  }

  /** One step along all chains; false where there was nothing more. */
  async follow(): Promise<boolean> {
    const { open } = this;
    if (open.length === 0 || this.cut) return false;
    this.open = [];
    const causes = open.map(({ metadata }) => metadata.$causationId).filter((id) => typeof id === 'string');
    const before = await this.look(
      'causes',
      uuidsOf(causes).filter((id) => !this.facts.has(id)),
    );
    // What has no cause of its own goes on with the others of its call.
    await this.look('caller', [...new Set(before.map(({ metadata }) => metadata.$correlationId))]);
    await this.look(
      'effects',
      open.map(({ id }) => id),
    );
    for (const fact of open) if (categoryOf(fact.stream) === 'earnings') await this.link(fact);
    return true;
  }

  /** Sales mature together and are settled together: which ones is told by their order, and not by a cause. */
  async link(fact: Recorded, { isAsked = false } = {}): Promise<void> {
    if (fact.unreadable) return;
    if (fact.type === 'EarningsAccrued') {
      const matured = await maturedBy(this.log, fact as Recorded<EarningsFact>);
      if (matured) this.lead(fact, matured.fact);
    } else if (fact.type === 'EarningsMatured') {
      const settled = await settlementOf(this.log, fact as Parameters<typeof settlementOf>[1]);
      if (settled) this.lead(fact, settled);
      // Who asks for a settlement asks for all of its sales.
      if (isAsked) await this.linkSales(fact as Recorded<EarningsFact>);
    } else if (fact.type === 'EarningsSettled' && isAsked) {
      const matured = await maturingOf(this.log, fact);
      if (!matured) return;
      this.lead(matured, fact);
      await this.linkSales(matured);
    }
  }

  private async linkSales(matured: Recorded<EarningsFact>): Promise<void> {
    for (const sale of (await maturedBy(this.log, matured))?.accrued ?? []) this.lead(sale, matured);
  }

  caused(): Caused {
    const facts = [...this.facts.values()].sort((one, other) => (one.position < other.position ? -1 : 1));
    const parents = new Map([...this.parents].filter(([, cause]) => this.facts.has(cause)));
    return { facts, parents, cut: this.cut };
  }

  private lead(cause: Recorded, effect: Recorded): void {
    for (const fact of [cause, effect]) if (!this.facts.has(fact.id)) this.take(fact);
    this.parents.set(effect.id, cause.id);
  }

  private take(fact: Recorded): void {
    if (this.facts.size >= CAUSES_MAX) {
      this.cut = true;
      return;
    }
    this.facts.set(fact.id, fact);
    this.open.push(fact);
    const { $causationId: cause } = fact.metadata;
    if (typeof cause === 'string' && !this.parents.has(fact.id)) this.parents.set(fact.id, cause);
    // A sale is settled under the buyer's fact.
    if (fact.type === 'EarningsAccrued' && !fact.unreadable) {
      this.parents.set(fact.id, (fact as Recorded<EarningsFact> & { type: 'EarningsAccrued' }).data.key);
    }
  }

  private async read({ stream, revision }: Pick<Recorded, 'stream' | 'revision'>): Promise<Recorded | undefined> {
    const stored = await this.log.firstStored(stream, revision);
    if (!stored) return undefined;
    // What did not come from us may have neither.
    const said: Partial<FactMetadata> = stored.metadata;
    const metadata = {
      ...stored.metadata,
      $correlationId: said.$correlationId ?? stored.id,
      actor: said.actor ?? UNKNOWN,
    };
    return this.log.decode({ ...stored, metadata });
  }
}
