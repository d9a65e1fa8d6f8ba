import type { Pool } from 'pg';
import type { Claim, ClaimedKeys } from './idempotency.ts';

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

export class PostgresClaimedKeys implements ClaimedKeys {
  /** `backgroundPool`: for what no request waits for. */
  constructor(
    private readonly pool: Pool,
    private readonly backgroundPool = pool,
  ) {}

  async bind(claims: readonly Claim[], at: Date): Promise<readonly Buffer[]> {
    const { rows } = await this.pool.query<Pick<Claim, 'actor' | 'route' | 'key'>>({
      name: 'idempotency-claim',
      // Not synced to disk: a key lost in a crash of the database only lets a later body pass that should not have.
      text: `WITH unsynced AS (SELECT set_config('synchronous_commit', 'off', true))
             INSERT INTO vault.idempotency_keys (actor, route, key, body_digest, created_at)
             SELECT claim.*, $5 FROM unsynced, unnest($1::text[], $2::text[], $3::text[], $4::bytea[]) AS claim
             ON CONFLICT DO NOTHING
             RETURNING actor, route, key`,
      values: [...columnsOf(claims), claims.map(({ digest }) => digest), at],
    });
    if (rows.length === claims.length) return claims.map(({ digest }) => digest);
    return this.boundBefore(claims);
  }

  /** In a statement of its own, since that one sees what another process has claimed at the same moment. */
  private async boundBefore(claims: readonly Claim[]): Promise<Buffer[]> {
    const { rows } = await this.pool.query<{ body_digest: Buffer | null }>({
      name: 'idempotency-bound',
      text: `SELECT bound.body_digest
             FROM unnest($1::text[], $2::text[], $3::text[]) WITH ORDINALITY AS asked (actor, route, key, place)
             LEFT JOIN vault.idempotency_keys AS bound USING (actor, route, key)
             ORDER BY asked.place`,
      values: columnsOf(claims),
    });
    return claims.map(({ digest }, index) => rows[index]?.body_digest ?? digest);
  }

  async forget(before: Date): Promise<void> {
    await this.backgroundPool.query('DELETE FROM vault.idempotency_keys WHERE created_at < $1', [before]);
  }
}

const columnsOf = (claims: readonly Claim[]): string[][] => [
  claims.map(({ actor }) => actor),
  claims.map(({ route }) => route),
  claims.map(({ key }) => key),
];
