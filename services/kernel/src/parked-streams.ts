import type { Recorded } from '@easel/contracts/kernel/event';
import type { Pool, PoolClient } from 'pg';
import type { Logger } from 'pino';
import { withTransaction } from './database.ts';
import type { EventLog } from './event-log.ts';

export const parkedTables = [
  `CREATE TABLE vault.parked_streams (
     subscription text NOT NULL,
     stream text NOT NULL,
     revision int NOT NULL,
     detail text NOT NULL,
     parked_at timestamptz NOT NULL DEFAULT now(),
     PRIMARY KEY (subscription, stream)
   )`,
];

export interface ParkedStreamsOptions {
  /** Of the subscription. */
  name: string;
  pool: Pool;
  log: Pick<EventLog, 'read'>;
  logger: Logger;
}

/** In one transaction. */
const RELEASED_TOGETHER = 500;

/**
 * Streams of which one subscription has met a fact that it cannot read. To pass it over could lose money, to stand still
 * would hold up everybody: so the stream waits from there on, its later facts behind it, until code that can read it
 * begins to follow; the other streams go on.
 */
export class ParkedStreams {
  private streams = new Set<string>();

  constructor(private readonly options: ParkedStreamsOptions) {}

  get size(): number {
    return this.streams.size;
  }

  /** The facts that may be handled now; the others wait. In the caller's transaction. */
  async admit(facts: readonly Recorded[], client: PoolClient): Promise<Recorded[]> {
    const admitted: Recorded[] = [];
    for (const fact of facts) {
      if (fact.unreadable?.why === 'unknown-type' || this.streams.has(fact.stream)) continue;
      if (fact.unreadable) await this.park(fact, client);
      else admitted.push(fact);
    }
    return admitted;
  }

  /** For a subscription that begins to follow: what waits, from its table, and gives to `handle` what can be read by now, up to where it begins. */
  async release(
    upTo: bigint,
    handle: (facts: readonly Recorded[], client: PoolClient) => Promise<void>,
  ): Promise<void> {
    const { name, pool } = this.options;
    const { rows } = await pool.query<{ stream: string; revision: number }>(
      'SELECT stream, revision FROM vault.parked_streams WHERE subscription = $1 ORDER BY parked_at, stream',
      [name],
    );
    this.streams = new Set(rows.map(({ stream }) => stream));
    for (const { stream, revision } of rows) await this.releaseOne(stream, revision, upTo, handle);
  }

  private async releaseOne(
    stream: string,
    from: number,
    upTo: bigint,
    handle: (facts: readonly Recorded[], client: PoolClient) => Promise<void>,
  ): Promise<void> {
    const { name, pool, log, logger } = this.options;
    for (let next = from; ;) {
      const facts: Recorded[] = [];
      let stuck = false;
      let seen = 0;
      for await (const fact of log.read(stream, { from: next, maxCount: RELEASED_TOGETHER })) {
        stuck = fact.unreadable !== undefined && fact.unreadable.why !== 'unknown-type';
        if (stuck || fact.position > upTo) break;
        seen++;
        if (!fact.unreadable) facts.push(fact);
      }
      if (stuck && seen === 0) {
        logger.error({ stream, revision: next }, 'a stream stays parked: its next fact still cannot be read');
        return;
      }
      const isOver = !stuck && seen < RELEASED_TOGETHER;
      next += seen;
      await withTransaction(pool, async (client) => {
        if (facts.length > 0) await handle(facts, client);
        await client.query(
          isOver
            ? 'DELETE FROM vault.parked_streams WHERE subscription = $1 AND stream = $2 AND revision <= $3'
            : 'UPDATE vault.parked_streams SET revision = $3 WHERE subscription = $1 AND stream = $2',
          [name, stream, next],
        );
      });
      if (!isOver) continue;
      this.streams.delete(stream);
      logger.warn({ stream, revision: next }, 'a parked stream goes on');
      return;
    }
  }

  private async park({ stream, revision, unreadable }: Recorded, client: PoolClient): Promise<void> {
    const { name, logger } = this.options;
    const detail = `${unreadable?.why}: ${unreadable?.detail}`;
    logger.error({ stream, revision, detail }, 'a stream is parked at a fact that cannot be read; others go on');
    await client.query(
      `INSERT INTO vault.parked_streams (subscription, stream, revision, detail) VALUES ($1, $2, $3, $4)
       ON CONFLICT DO NOTHING`,
      [name, stream, revision, detail],
    );
    this.streams.add(stream);
  }
}
