import { createHash, createHmac, randomBytes, randomUUID } from 'node:crypto';
import type { OperatorRole } from '@easel/contracts/kernel/http';
import type { Pool, PoolClient } from 'pg';
import type { Caller } from './caller.ts';

export const sessionTables = [
  `CREATE TABLE vault.sessions (
     token_hash bytea PRIMARY KEY,
     image_token_hash bytea UNIQUE,
     id uuid NOT NULL UNIQUE,
     kind text NOT NULL CHECK (kind IN ('member', 'operator')),
     subject_id uuid NOT NULL,
     role text,
     created_at timestamptz NOT NULL DEFAULT now(),
     expires_at timestamptz NOT NULL,
     user_agent text NOT NULL DEFAULT ''
   )`,
  'CREATE INDEX sessions_by_subject ON vault.sessions (subject_id)',
];

const hash = (token: string): Buffer => createHash('sha256').update(token).digest();

/** What the image cookie holds: it follows from the token, and the token cannot be had from it. */
const imageTokenOf = (token: string): string => createHmac('sha256', token).update('images').digest('base64url');

/** Opaque 256-bit tokens, stored hashed, one primary-key look-up a request, revocable at once. */
export class Sessions {
  constructor(private readonly pool: Pool) {}

  /** Both tokens are shown once and never stored. `days` is how long they hold. */
  async open(
    subject: { kind: 'member'; id: string } | { kind: 'operator'; id: string; role: OperatorRole },
    { days, userAgent }: { days: number; userAgent: string },
    client: Pool | PoolClient = this.pool,
  ): Promise<{ token: string; imageToken: string }> {
    const token = randomBytes(32).toString('base64url');
    const imageToken = imageTokenOf(token);
    await client.query({
      name: 'session-open',
      text: `INSERT INTO vault.sessions (token_hash, image_token_hash, id, kind, subject_id, role, expires_at, user_agent)
             VALUES ($1, $2, $3, $4, $5, $6, now() + make_interval(days => $7), $8)`,
      values: [
        hash(token),
        subject.kind === 'member' ? hash(imageToken) : null,
        randomUUID(),
        subject.kind,
        subject.id,
        subject.kind === 'operator' ? subject.role : null,
        days,
        userAgent.slice(0, 300),
      ],
    });
    return { token, imageToken };
  }

  /** The caller a bearer token stands for; undefined for a forged, expired or revoked one. */
  byToken(token: string): Promise<Caller | undefined> {
    return this.find('session-by-token', 'token_hash', token);
  }

  /** The member an image cookie stands for. */
  byImageToken(token: string): Promise<Caller | undefined> {
    return this.find('session-by-image-token', 'image_token_hash', token);
  }

  async close(sessionId: string): Promise<void> {
    await this.pool.query({
      name: 'session-close',
      text: 'DELETE FROM vault.sessions WHERE id = $1',
      values: [sessionId],
    });
  }

  /** Forgets what has expired; harmless at any time. */
  async sweep(): Promise<void> {
    await this.pool.query('DELETE FROM vault.sessions WHERE expires_at < now()');
  }

  private async find(
    name: string,
    column: 'token_hash' | 'image_token_hash',
    token: string,
  ): Promise<Caller | undefined> {
    if (!/^[\w-]{43}$/.test(token)) return undefined;
    const { rows } = await this.pool.query<{ id: string; kind: string; subject_id: string; role: OperatorRole | null }>(
      {
        name,
        text: `SELECT id, kind, subject_id, role FROM vault.sessions WHERE ${column} = $1 AND expires_at > now()`,
        values: [hash(token)],
      },
    );
    const row = rows[0];
    if (!row) return undefined;
    return row.kind === 'operator' && row.role
      ? { kind: 'operator', id: row.subject_id, role: row.role, sessionId: row.id }
      : { kind: 'member', id: row.subject_id, sessionId: row.id };
  }
}
