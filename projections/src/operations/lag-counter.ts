import { LAG_COUNTED_MAX } from '@easel/contracts/operations/policy';
import type { EventLog } from '@easel/kernel/event-log';
import type { ReadModel } from '../kernel/projector.ts';
import { NOWHERE } from '../kernel/projection-state.ts';

export interface Lag {
  /** Facts that it has yet to apply; undefined while the log is away. */
  events: number | undefined;
  /** There are more than were counted. */
  more: boolean;
  /** When the oldest of them was recorded; undefined where there is none, or it was not found in time. */
  oldestAt: Date | undefined;
}

/** A count that was broken off is not begun again sooner. */
const RECOUNT_MS = 1_000;
/** A count that takes longer is broken off, and tells what it has. */
const COUNTED_FOR_MS = 1_000;

interface Counted {
  position: bigint;
  head: bigint;
  /** Of its end; undefined while it goes on. */
  at: number | undefined;
  more: boolean;
  lag: Promise<Lag>;
}

export interface LagOptions {
  most?: number;
  countedForMs?: number;
}

/**
 * Counts what lies between projections and the log's end, by reading it: positions are not counts, on a large log they
 * are bytes. Bounded in facts and in time, for one that is far behind would have everything read each time.
 */
export class LagCounter {
  private readonly known = new Map<string, Counted>();

  constructor(
    private readonly log: Pick<EventLog, 'subscribe'>,
    private readonly options: LagOptions = {},
  ) {}

  /** `head`: the log's last position, undefined while it is away. */
  async of(model: ReadModel, position: bigint, head: bigint | undefined): Promise<Lag> {
    if (head === undefined) return { events: undefined, more: false, oldestAt: undefined };
    if (position >= head) return { events: 0, more: false, oldestAt: undefined };
    const known = this.known.get(model.schema);
    return known && stillHolds(known, position, head) ? known.lag : this.recount(model, position, head);
  }

  private recount(model: ReadModel, position: bigint, head: bigint): Promise<Lag> {
    const lag = this.count(model, position).catch((): Lag => ({ events: undefined, more: false, oldestAt: undefined }));
    const counted: Counted = { position, head, at: undefined, more: true, lag };
    this.known.set(model.schema, counted);
    void lag.then(({ events, more }) => {
      if (events === undefined) this.known.delete(model.schema);
      counted.at = performance.now();
      counted.more = more;
    });
    return lag;
  }

  private async count({ categories }: ReadModel, position: bigint): Promise<Lag> {
    const { most = LAG_COUNTED_MAX, countedForMs = COUNTED_FOR_MS } = this.options;
    const enough = new AbortController();
    const signal = AbortSignal.any([enough.signal, AbortSignal.timeout(countedForMs)]);
    const after = position === NOWHERE ? 'start' : position;
    let events = 0;
    let oldestAt: Date | undefined;
    try {
      for await (const item of this.log.subscribe({ categories, after, signal, stored: true })) {
        if (item.kind === 'caught-up') return { events, more: false, oldestAt };
        if (item.kind !== 'fact') continue;
        oldestAt ??= item.fact.recordedAt;
        events += 1;
        if (events >= most) break;
      }
      return { events, more: true, oldestAt };
    } finally {
      enough.abort();
    }
  }
}

/** One that is under way serves whoever asks meanwhile. */
function stillHolds({ position, head, at, more }: Counted, now: bigint, end: bigint): boolean {
  if (at === undefined || (position === now && head === end)) return true;
  return more && performance.now() - at < RECOUNT_MS;
}
