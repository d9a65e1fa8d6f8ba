import { createHmac, hash as digestOf } from 'node:crypto';
import { cutText } from '@easel/contracts/kernel/cut-text';
import type { OperatorRole } from '@easel/contracts/kernel/http';
import type { Pool, PoolClient } from 'pg';
import type { Caller } from '../http/caller.ts';
import { randomBytes, randomUUID } from '../server/chance.ts';
import { REQUEST_PATIENCE_MS } from '../database/database.ts';
import { gathered } from '../database/gathered.ts';

/** The database notifies of the id of whoever lost a session or had its role changed, as it commits that. */
export const SESSIONS_CHANNEL = 'easel_sessions';

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
  // Where in their history the role was looked up: what was known earlier never undoes what was known later.
  'ALTER TABLE vault.sessions ADD COLUMN role_as_of bigint NOT NULL DEFAULT -1',
  // By the table itself, so that no way of ending a session forgets to say so, nor says so before it is true.
  `CREATE FUNCTION vault.notify_of_session() RETURNS trigger LANGUAGE plpgsql AS $$
   BEGIN
     IF TG_OP = 'DELETE' OR NEW.role IS DISTINCT FROM OLD.role THEN
       PERFORM pg_notify('${SESSIONS_CHANNEL}', OLD.subject_id::text);
     END IF;
     RETURN NULL;
   END $$;
   CREATE TRIGGER sessions_notify AFTER DELETE OR UPDATE OF role ON vault.sessions
     FOR EACH ROW EXECUTE FUNCTION vault.notify_of_session()`,
];

/** 32 bytes in base64url. */
const TOKEN = /^[\w-]{43}$/;

const hash = (token: string): Buffer => digestOf('sha256', token, 'buffer');

/** What the image cookie holds: it follows from the token, and the token cannot be had from it. */
const imageTokenOf = (token: string): string => createHmac('sha256', token).update('images').digest('base64url');

/** `roleAsOf`: the revision of the operators' history at which this was the role. */
export type SessionSubject =
  { kind: 'member'; id: string } | { kind: 'operator'; id: string; role: OperatorRole; roleAsOf?: number };

/**
 * Opaque 256-bit tokens, stored hashed, one primary-key look-up a request (those of a rush together), revocable at
 * once.
 */
export class Sessions {
  private readonly byTokenHash: (hash: Buffer) => Promise<Caller | undefined>;
  private readonly byImageTokenHash: (hash: Buffer) => Promise<Caller | undefined>;

  /** `backgroundPool`: for what no request waits for. */
  constructor(
    private readonly pool: Pool,
    private readonly backgroundPool = pool,
  ) {
    const patience = { patienceMs: REQUEST_PATIENCE_MS };
    this.byTokenHash = gathered((hashes) => this.findAll('token_hash', hashes), patience);
    this.byImageTokenHash = gathered((hashes) => this.findAll('image_token_hash', hashes), patience);
  }

  /** Both tokens are shown once and never stored. `days` is how long they hold. */
  async open(
    subject: SessionSubject,
    { days, userAgent }: { days: number; userAgent: string },
    client: Pool | PoolClient = this.pool,
  ): Promise<{ token: string; imageToken: string }> {
    const token = randomBytes(32).toString('base64url');
    const imageToken = imageTokenOf(token);
    await client.query({
      name: 'session-open',
      text: `INSERT INTO vault.sessions
               (token_hash, image_token_hash, id, kind, subject_id, role, role_as_of, expires_at, user_agent)
             VALUES ($1, $2, $3, $4, $5, $6, $7, now() + make_interval(days => $8), $9)`,
      values: [
        hash(token),
        subject.kind === 'member' ? hash(imageToken) : null,
        randomUUID(),
        subject.kind,
        subject.id,
        subject.kind === 'operator' ? subject.role : null,
        subject.kind === 'operator' ? (subject.roleAsOf ?? -1) : -1,
        days,
        cutText(userAgent, 300),
      ],
    });
    return { token, imageToken };
  }

  /** The caller a bearer token stands for; undefined for a forged, expired or revoked one. */
  async byToken(token: string): Promise<Caller | undefined> {
    return TOKEN.test(token) ? this.byTokenHash(hash(token)) : undefined;
  }

  /** The member an image cookie stands for. */
  async byImageToken(token: string): Promise<Caller | undefined> {
    return TOKEN.test(token) ? this.byImageTokenHash(hash(token)) : undefined;
  }

  async close(sessionId: string): Promise<void> {
    await this.pool.query({
      name: 'session-close',
      text: 'DELETE FROM vault.sessions WHERE id = $1',
      values: [sessionId],
    });
  }

  /** A member's sessions that hold still, the newest first, a hundred at most. */
  async ofMember(memberId: string): Promise<OpenSession[]> {
    const { rows } = await this.pool.query<OpenSession>({
      name: 'sessions-of-member',
      text: `SELECT id, created_at AS "createdAt", expires_at AS "expiresAt", user_agent AS "userAgent"
             FROM vault.sessions WHERE kind = 'member' AND subject_id = $1 AND expires_at > now()
             ORDER BY created_at DESC, id LIMIT 100`,
      values: [memberId],
    });
    return rows;
  }

  /** False where the member has no such session. */
  async closeOfMember(memberId: string, sessionId: string): Promise<boolean> {
    const { rowCount } = await this.pool.query({
      name: 'session-close-of-member',
      text: `DELETE FROM vault.sessions WHERE kind = 'member' AND subject_id = $1 AND id = $2 AND expires_at > now()`,
      values: [memberId, sessionId],
    });
    return rowCount === 1;
  }

  /** Ends a member's sessions, all but one where it is named. */
  async closeAllOfMember(client: PoolClient, memberId: string, { except }: { except?: string } = {}): Promise<void> {
    await client.query({
      name: 'sessions-close-of-member',
      text: `DELETE FROM vault.sessions
             WHERE kind = 'member' AND subject_id = $1 AND ($2::uuid IS NULL OR id <> $2::uuid)`,
      values: [memberId, except ?? null],
    });
  }

  /** Operators with a session that holds still. */
  async operators(): Promise<string[]> {
    const { rows } = await this.pool.query<{ subject_id: string }>({
      name: 'sessions-operators',
      text: `SELECT DISTINCT subject_id FROM vault.sessions WHERE kind = 'operator' AND expires_at > now()`,
    });
    return rows.map((row) => row.subject_id);
  }

  /** An operator's open sessions have that role from now on, but for those that know it from later. */
  async setOperatorRole(operatorId: string, role: OperatorRole, asOf: number): Promise<void> {
    await this.pool.query({
      name: 'sessions-role-of-operator',
      text: `UPDATE vault.sessions SET role = $2, role_as_of = $3
             WHERE kind = 'operator' AND subject_id = $1 AND role_as_of < $3`,
      values: [operatorId, role, asOf],
    });
  }

  /** Ends an operator's sessions: all, or those that were opened before that revision of the operators' history. */
  async closeAllOfOperator(
    operatorId: string,
    { before }: { before?: number } = {},
    client: Pool | PoolClient = this.pool,
  ): Promise<void> {
    await client.query({
      name: 'sessions-close-of-operator',
      text: `DELETE FROM vault.sessions
             WHERE kind = 'operator' AND subject_id = $1 AND ($2::bigint IS NULL OR role_as_of < $2::bigint)`,
      values: [operatorId, before ?? null],
    });
  }

  /** Forgets what has expired; harmless at any time. */
  async sweep(): Promise<void> {
    await this.backgroundPool.query('DELETE FROM vault.sessions WHERE expires_at < now()');
  }

  /** Asked of the database every time, so that a session ends the moment its row goes. */
  private async findAll(
    column: 'token_hash' | 'image_token_hash',
    hashes: readonly Buffer[],
  ): Promise<(Caller | undefined)[]> {
    const { rows } = await this.pool.query<SessionRow>({
      name: `sessions-by-${column}`,
      text: `SELECT ${column} AS hash, id, kind, subject_id, role FROM vault.sessions
             WHERE ${column} = ANY ($1::bytea[]) AND expires_at > now()`,
      values: [hashes],
    });
    const found = new Map(rows.map((row) => [row.hash.toString('base64'), callerOf(row)]));
    return hashes.map((one) => found.get(one.toString('base64')));
  }
}

/** What a member is told of a session. */
export interface OpenSession {
  id: string;
  createdAt: Date;
  expiresAt: Date;
  userAgent: string;
}

interface SessionRow {
  hash: Buffer;
  id: string;
  kind: string;
  subject_id: string;
  role: OperatorRole | null;
}

const callerOf = ({ id, kind, subject_id: subjectId, role }: SessionRow): Caller =>
  kind === 'operator' && role
    ? { kind: 'operator', id: subjectId, role, sessionId: id }
    : { kind: 'member', id: subjectId, sessionId: id };
