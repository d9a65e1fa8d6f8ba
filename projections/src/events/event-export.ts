import type { Recorded } from '@easel/contracts/kernel/event';
import { queriesOf } from '@easel/kernel/database/query-writer';
import { column, type Database } from '@easel/kernel/database/table';
import type { EventLog } from '@easel/kernel/log/event-log';
import type { LogItem } from '@easel/kernel/log/log-store';
import { WrittenStatement } from '../kernel/statement.ts';
import type { Queryable } from '../kernel/reads.ts';
import type { EventFilter } from './event-filter.ts';
import { EventWalk, type FoundEvent } from './event-search.queries.ts';
import { eventsModel } from './events-model.ts';
import type { tables } from './events.tables.ts';

const PORTION = 1_000;
/** Where more events than these lie up to the last of a portion, each of it is read by itself. */
const SPARSE = 20 * PORTION;
const READ_AT_ONCE = 16;
const db = queriesOf<Database<typeof tables>>(eventsModel.schema);

type Place = FoundEvent & { stream: string; revision: number };
type Log = Pick<EventLog, 'subscribe' | 'firstStored'>;

const places = new EventWalk<Place>('event places to export', 'stream, revision', { alone: true });

const LAST = new WrittenStatement('last event', {}, () =>
  db.selectFrom('event').select((eb) => eb.fn.max('position').as('last')),
);

/** `before`: the event before `from`. `among`: events from `from` to `to`, counted up to `most`. */
const AROUND = new WrittenStatement(
  'events around',
  { from: column.position, to: column.position, most: column.int },
  (given) =>
    db.selectNoFrom((eb) => [
      eb
        .selectFrom('event')
        .where('position', '<', given('from'))
        .select((eb) => eb.fn.max('position').as('position'))
        .as('before'),
      eb
        .selectFrom(
          eb
            .selectFrom('event')
            .where('position', '>=', given('from'))
            .where('position', '<=', given('to'))
            .select('position')
            .limit(given('most'))
            .as('counted'),
        )
        .select(eb.cast<number>(eb.fn.countAll(), 'integer').as('among'))
        .as('among'),
    ]),
  { alone: true },
);

/** Events that a filter leaves, as they are stored, the oldest first: those there were when it was asked for. */
export async function* exportedEvents(
  filter: EventFilter,
  { reads, log, signal }: { reads: Queryable; log: Log; signal: AbortSignal },
): AsyncGenerator<readonly Recorded[], void, void> {
  const [{ last } = { last: null }] = await LAST.run(reads, {});
  if (last === null) return;
  const end = BigInt(last) + 1n;
  const before = filter.before !== undefined && BigInt(filter.before) < end ? filter.before : String(end);
  const through = new Through(log, signal);
  try {
    for (let after = filter.after; !signal.aborted;) {
      const wanted = { ...filter, before, ...(after === undefined ? {} : { after }) };
      const found = await places.next(reads, { filter: wanted, direction: 'newer', limit: PORTION });
      const [from, to] = [through.at === undefined ? found[0]?.position : through.at + 1n, found.at(-1)?.position];
      if (to === undefined) return;
      const [around] = await AROUND.run(reads, { from: BigInt(from ?? 0), to: BigInt(to), most: SPARSE });
      if (around && (around.among ?? 0) < SPARSE) {
        yield await through.read(found, around.before === null ? 'start' : BigInt(around.before));
      } else {
        await through.close();
        yield* readEach(log, found);
      }
      if (found.length < PORTION) return;
      after = to;
    }
  } finally {
    await through.close();
  }
}

/** Goes through the log, as long as what is wanted lies close together there. */
class Through {
  /** Where it stands; undefined while it does not. */
  at: bigint | undefined;
  private reading: { items: AsyncGenerator<LogItem, void, void>; stop: AbortController } | undefined;

  constructor(
    private readonly log: Log,
    private readonly signal: AbortSignal,
  ) {}

  /** `after`: where to begin, unless it stands somewhere already. */
  async read(found: readonly Place[], after: bigint | 'start'): Promise<Recorded[]> {
    const { items } = (this.reading ??= this.begin(after));
    const wanted = new Set(found.map(({ position }) => position));
    const last = BigInt(found.at(-1)?.position ?? 0);
    const read: Recorded[] = [];
    for (let at = -1n; at < last;) {
      const { value: item, done } = await items.next();
      if (done || item.kind === 'caught-up') break;
      at = item.kind === 'fact' ? item.fact.position : item.position;
      if (item.kind === 'fact' && wanted.has(String(at))) read.push(item.fact);
    }
    this.at = last;
    return read;
  }

  async close(): Promise<void> {
    const { reading } = this;
    this.reading = undefined;
    this.at = undefined;
    reading?.stop.abort();
    await reading?.items.return();
  }

  private begin(after: bigint | 'start'): NonNullable<Through['reading']> {
    const stop = new AbortController();
    const signal = AbortSignal.any([this.signal, stop.signal]);
    return { items: this.log.subscribe({ categories: 'all', stored: true, after, signal }), stop };
  }
}

async function* readEach(log: Log, found: readonly Place[]): AsyncGenerator<Recorded[], void, void> {
  for (let from = 0; from < found.length; from += READ_AT_ONCE) {
    const together = found.slice(from, from + READ_AT_ONCE);
    const read = await Promise.all(together.map(({ stream, revision }) => log.firstStored(stream, revision)));
    yield read.filter((one) => one !== undefined);
  }
}
