import { problems, Refused } from '@easel/contracts/kernel/problem';
import type { Pool } from 'pg';
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';

const TABLE = 'attempts';

export const lockoutTables = [
  `CREATE TABLE vault.${TABLE} (
     key varchar(255) PRIMARY KEY,
     points integer NOT NULL DEFAULT 0,
     expire bigint
   )`,
];

export interface LockoutOptions {
  /** Names what is counted, apart from every other lockout. */
  name: string;
  /** Attempts within the window. */
  attempts: number;
  windowSeconds: number;
}

const FIRST_BLOCK_SECONDS = 60;
const LONGEST_BLOCK_SECONDS = 3600;
/** How long a block is remembered: the next one within this time is twice as long. */
const MEMORY_SECONDS = 86_400;

/**
 * Counts attempts under a key before they are judged, so that no rush of them slips by, and shuts a key that has had
 * too many: for a minute, then for ever longer, up to an hour. Counted in PostgreSQL: all processes see one count, and
 * it outlives them.
 */
export class Lockout {
  private readonly attempts: RateLimiterPostgres;
  private readonly blocks: RateLimiterPostgres;

  constructor(pool: Pool, { name, attempts, windowSeconds }: LockoutOptions) {
    const store = { storeClient: pool, storeType: 'pool', schemaName: 'vault', tableName: TABLE, tableCreated: true };
    this.attempts = new RateLimiterPostgres({
      ...store,
      keyPrefix: name,
      points: attempts,
      duration: windowSeconds,
      clearExpiredByTimeout: false,
    });
    this.blocks = new RateLimiterPostgres({
      ...store,
      keyPrefix: `${name} blocks`,
      points: 1,
      duration: MEMORY_SECONDS,
    });
  }

  /** Throws 429 with the time to wait where the key is shut. */
  async attempt(key: string): Promise<void> {
    try {
      await this.attempts.consume(key);
    } catch (refused) {
      if (!(refused instanceof RateLimiterRes)) throw refused;
      // Only one of a rush is the first beyond the limit.
      const isFirst = refused.consumedPoints === this.attempts.points + 1;
      const seconds = isFirst ? await this.block(key) : Math.ceil(refused.msBeforeNext / 1000);
      throw new Refused(problems.tooMany, { retryAfterSeconds: Math.max(1, seconds) });
    }
  }

  /** The attempt was a good one: it does not count. */
  async forgive(key: string): Promise<void> {
    await this.attempts.reward(key);
  }

  /** Opens the key, whatever was counted. */
  async open(key: string): Promise<void> {
    await Promise.all([this.attempts.delete(key), this.blocks.delete(key)]);
  }

  private async block(key: string): Promise<number> {
    const { consumedPoints } = await this.blocks.penalty(key);
    const seconds = Math.min(FIRST_BLOCK_SECONDS * 2 ** (consumedPoints - 1), LONGEST_BLOCK_SECONDS);
    await this.attempts.block(key, seconds);
    return seconds;
  }
}
