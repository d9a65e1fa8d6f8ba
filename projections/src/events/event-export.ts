import type { Recorded } from '@easel/contracts/kernel/event';
import type { EventLog } from '@easel/kernel/log/event-log';
import type { LogItem } from '@easel/kernel/log/log-store';
import type { Queryable } from '../kernel/reads.ts';
import { Statement } from '../kernel/statement.ts';
import type { EventFilter } from './event-filter.ts';
import { EventWalk, type FoundEvent } from './event-search.ts';
import { eventsModel } from './events-model.ts';

const PORTION = 1_000;
/** Where more events than these lie up to the last of a portion, each of it is read by itself. */
const SPARSE = 20 * PORTION;
const READ_AT_ONCE = 16;
const { schema } = eventsModel;

type Place = FoundEvent & { stream: string; revision: number };
type Log = Pick<EventLog, 'subscribe' | 'readStored'>;

const places = new EventWalk<Place>('event places to export', 'stream, revision', { alone: true });

const LAST = new Statement<{ last: string | null }>('last event', `select max(position) as last from ${schema}.event`);

/** `before`: the event before `$1`. `among`: events from `$1` to `$2`, counted up to `$3`. */
const AROUND = new Statement<{ before: string | null; among: number }>(
  'events around',
  `select (select max(position) from ${schema}.event where position < $1::bigint) as before,
     (select count(*)::int from (
        select from ${schema}.event where position between $1::bigint and $2::bigint limit $3::int
      ) as counted) as among`,
  true,
);

/** Events that a filter leaves, as they are stored, the oldest first: those there were when it was asked for. */
export async function* exportedEvents(
  filter: EventFilter,
  { reads, log, signal }: { reads: Queryable; log: Log; signal: AbortSignal },
): AsyncGenerator<readonly Recorded[], void, void> {
  const [{ last } = { last: null }] = await LAST.run(reads, []);
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
      const [around] = await AROUND.run(reads, [from, to, SPARSE]);
      if (around && around.among < SPARSE) {
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
    const read = await Promise.all(found.slice(from, from + READ_AT_ONCE).map((place) => readOne(log, place)));
    yield read.filter((one) => one !== undefined);
  }
}

async function readOne(log: Log, { stream, revision }: Place): Promise<Recorded | undefined> {
  for await (const fact of log.readStored(stream, { from: revision, maxCount: 1 })) return fact;
  return undefined;
}
