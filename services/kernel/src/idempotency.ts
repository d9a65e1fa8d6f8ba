import { problems, Refused } from '@easel/contracts/kernel/problem';
import type { Pool } from 'pg';
import type { Sealer } from './sealing.ts';

export const idempotencyTables = [
  `CREATE TABLE vault.idempotency_keys (
     actor text NOT NULL,
     route text NOT NULL,
     key text NOT NULL,
     body_digest bytea NOT NULL,
     created_at timestamptz NOT NULL DEFAULT now(),
     PRIMARY KEY (actor, route, key)
   )`,
  'CREATE INDEX idempotency_keys_by_age ON vault.idempotency_keys (created_at)',
];

const KEPT_DAYS = 7;

/**
 * Binds an Idempotency-Key to the body it first came with. What the command did is not kept here: the key names the
 * command's facts, and a repeat is answered from them.
 */
export class IdempotencyKeys {
  constructor(
    private readonly pool: Pool,
    private readonly sealer: Sealer,
  ) {}

  /** Throws 422 where the key was used with another body. */
  async claim(actor: string, route: string, key: string, rawBody: string): Promise<void> {
    // Keyed, since a body may hold a password.
    const digest = Buffer.from(this.sealer.digest('idempotency', rawBody), 'hex');
    const { rows } = await this.pool.query<{ body_digest: Buffer }>({
      name: 'idempotency-claim',
      // Not synced to disk: a key lost in a crash of the database only lets a later body pass that should not have.
      text: `WITH unsynced AS (SELECT set_config('synchronous_commit', 'off', true)), claimed AS (
               INSERT INTO vault.idempotency_keys (actor, route, key, body_digest)
               SELECT $1, $2, $3, $4 FROM unsynced
               ON CONFLICT DO NOTHING RETURNING body_digest
             )
             SELECT body_digest FROM claimed
             UNION ALL SELECT body_digest FROM vault.idempotency_keys WHERE actor = $1 AND route = $2 AND key = $3
             LIMIT 1`,
      values: [actor, route, key, digest],
    });
    const [first] = rows;
    // Two that claim at once see neither row in one snapshot: the second look finds the winner's.
    if (!first) return this.claim(actor, route, key, rawBody);
    if (!first.body_digest.equals(digest)) throw new Refused(problems.keyReused);
  }

  async sweep(): Promise<void> {
    await this.pool.query('DELETE FROM vault.idempotency_keys WHERE created_at < now() - make_interval(days => $1)', [
      KEPT_DAYS,
    ]);
  }
}
