import { problems, Refused } from '@easel/contracts/kernel/problem';
import type { Pool } from 'pg';
import { gathered } from './gathered.ts';
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

interface Claim {
  actor: string;
  route: string;
  key: string;
  digest: Buffer;
}

/**
 * Binds an Idempotency-Key to the body it first came with. What the command did is not kept here: the key names the
 * command's facts, and a repeat is answered from them.
 */
export class IdempotencyKeys {
  private readonly claimOne: (claim: Claim) => Promise<Buffer>;

  constructor(
    private readonly pool: Pool,
    private readonly sealer: Sealer,
  ) {
    this.claimOne = gathered((claims) => this.claimAll(claims));
  }

  /** Throws 422 where the key was used with another body. */
  async claim(actor: string, route: string, key: string, rawBody: string): Promise<void> {
    // Keyed, since a body may hold a password.
    const digest = Buffer.from(this.sealer.digest('idempotency', rawBody), 'hex');
    const bound = await this.claimOne({ actor, route, key, digest });
    if (!bound.equals(digest)) throw new Refused(problems.keyReused);
  }

  /** The digests that the keys are bound to, from before or from now on. */
  private async claimAll(claims: readonly Claim[]): Promise<Buffer[]> {
    const { rows } = await this.pool.query<Pick<Claim, 'actor' | 'route' | 'key'>>({
      name: 'idempotency-claim',
      // Not synced to disk: a key lost in a crash of the database only lets a later body pass that should not have.
      text: `WITH unsynced AS (SELECT set_config('synchronous_commit', 'off', true))
             INSERT INTO vault.idempotency_keys (actor, route, key, body_digest)
             SELECT claim.* FROM unsynced, unnest($1::text[], $2::text[], $3::text[], $4::bytea[]) AS claim
             ON CONFLICT DO NOTHING
             RETURNING actor, route, key`,
      values: [...columnsOf(claims), claims.map(({ digest }) => digest)],
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

  async sweep(): Promise<void> {
    await this.pool.query('DELETE FROM vault.idempotency_keys WHERE created_at < now() - make_interval(days => $1)', [
      KEPT_DAYS,
    ]);
  }
}

const columnsOf = (claims: readonly Claim[]): string[][] => [
  claims.map(({ actor }) => actor),
  claims.map(({ route }) => route),
  claims.map(({ key }) => key),
];
