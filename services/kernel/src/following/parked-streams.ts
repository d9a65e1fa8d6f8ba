import type { Recorded } from '@easel/contracts/kernel/event';
import type { Logger } from 'pino';
import type { EventLog } from '../log/event-log.ts';
import type { ParkedRow, ProcessBook } from './process-book.ts';

export interface ParkedStreamsOptions<Tx> {
  /** Of the subscription. */
  name: string;
  /** Of facts that it follows, all where absent; the others do not hold a stream up. */
  types?: readonly string[];
  book: Pick<ProcessBook<Tx>, 'parked' | 'inTransaction'>;
  log: Pick<EventLog, 'read'>;
  logger: Logger;
}

/** In one transaction. */
const RELEASED_TOGETHER = 500;

/**
 * Streams of which one subscription has met a fact that it cannot read. To pass it over could lose money, to stand
 * still would hold up everybody: so the stream waits from there on, its later facts behind it, until code that can read
 * it begins to follow; the other streams go on.
 */
export class ParkedStreams<Tx> {
  private streams = new Set<string>();

  constructor(private readonly options: ParkedStreamsOptions<Tx>) {}

  get size(): number {
    return this.streams.size;
  }

  /** The facts that may be handled now; the others wait. In the caller's transaction. */
  async admit(facts: readonly Recorded[], tx: Tx): Promise<Recorded[]> {
    const admitted: Recorded[] = [];
    for (const fact of facts) {
      if (fact.unreadable?.why === 'unknown-type' || this.streams.has(fact.stream)) continue;
      if (fact.unreadable) await this.park(fact, tx);
      else admitted.push(fact);
    }
    return admitted;
  }

  /**
   * For a subscription that begins to follow: what waits, from its table, and gives to `handle` what can be read by
   * now, up to where it begins.
   */
  async release(upTo: bigint, handle: (facts: readonly Recorded[], tx: Tx) => Promise<void>): Promise<void> {
    const { name, book } = this.options;
    const rows = await book.parked.of(name);
    this.streams = new Set(rows.map(({ stream }) => stream));
    for (const row of rows) await this.releaseOne(row, upTo, handle);
  }

  private async releaseOne(
    { stream, revision: from }: ParkedRow,
    upTo: bigint,
    handle: (facts: readonly Recorded[], tx: Tx) => Promise<void>,
  ): Promise<void> {
    const { name, types, book, log, logger } = this.options;
    for (let next = from; ;) {
      const facts: Recorded[] = [];
      let stuck = false;
      let seen = 0;
      for await (const fact of log.read(stream, { from: next, maxCount: RELEASED_TOGETHER })) {
        const isFollowed = types?.includes(fact.type) ?? true;
        stuck = isFollowed && fact.unreadable !== undefined && fact.unreadable.why !== 'unknown-type';
        if (stuck || fact.position > upTo) break;
        seen++;
        if (isFollowed && !fact.unreadable) facts.push(fact);
      }
      if (stuck && seen === 0) {
        logger.error({ stream, revision: next }, 'a stream stays parked: its next fact still cannot be read');
        return;
      }
      const isOver = !stuck && seen < RELEASED_TOGETHER;
      next += seen;
      await book.inTransaction(async (tx) => {
        if (facts.length > 0) await handle(facts, tx);
        const row = { stream, revision: next };
        await (isOver ? book.parked.remove(name, row, tx) : book.parked.move(name, row, tx));
      });
      if (!isOver) continue;
      this.streams.delete(stream);
      logger.warn({ stream, revision: next }, 'a parked stream goes on');
      return;
    }
  }

  private async park({ stream, revision, unreadable }: Recorded, tx: Tx): Promise<void> {
    const { name, book, logger } = this.options;
    const detail = `${unreadable?.why}: ${unreadable?.detail}`;
    logger.error({ stream, revision, detail }, 'a stream is parked at a fact that cannot be read; others go on');
    await book.parked.add(name, { stream, revision, detail }, tx);
    this.streams.add(stream);
  }
}
