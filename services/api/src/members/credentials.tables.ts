import { canonicalEmail, canonicalUsername } from '@easel/contracts/members/policy';
import { memberProblems } from '@easel/contracts/members/problems';
import { Refused, type Problem } from '@easel/contracts/kernel/problem';
import { column, table } from '@easel/kernel/database/table';
import { Sealer } from '@easel/kernel/identity/sealing';
import { POOL } from '@easel/kernel/server/tokens';
import { Inject, Injectable } from '@nestjs/common';
import { DatabaseError, type Pool, type PoolClient } from 'pg';

/** How members sign in. No names stand here: addresses and user names are keyed digests, what they were is in the log. */
export const credentialTables = [
  `CREATE TABLE vault.credentials (
     member_id uuid PRIMARY KEY,
     email_digest text NOT NULL CONSTRAINT credentials_email UNIQUE,
     username_digest text NOT NULL CONSTRAINT credentials_username UNIQUE,
     password_hash text NOT NULL,
     created_at timestamptz NOT NULL DEFAULT now()
   )`,
];

/** `version` counts the row's changes, `device_epoch` the times at which the member's known browsers were forgotten. */
export const credentialChangeTables = [
  `ALTER TABLE vault.credentials
     ADD COLUMN version int NOT NULL DEFAULT 0,
     ADD COLUMN device_epoch int NOT NULL DEFAULT 0`,
];

/** Addresses that members have left and may come back to: until then nobody else may have them. */
export const leftAddressTables = [
  `CREATE TABLE vault.left_addresses (
     email_digest text PRIMARY KEY,
     member_id uuid NOT NULL,
     until timestamptz NOT NULL
   )`,
  'CREATE INDEX left_addresses_by_end ON vault.left_addresses (until)',
];

export const credentials = table(
  'credentials',
  {
    member_id: column.uuid,
    email_digest: column.text,
    username_digest: column.text,
    password_hash: column.text,
    created_at: column.timestamptz.filled('default now()'),
    version: column.int.filled('default 0'),
    device_epoch: column.int.filled('default 0'),
  },
  { key: ['member_id'] },
);

export const leftAddresses = table(
  'left_addresses',
  { email_digest: column.text, member_id: column.uuid, until: column.timestamptz },
  { key: ['email_digest'] },
);

export interface CredentialRow {
  memberId: string;
  emailDigest: string;
  passwordHash: string;
  version: number;
  deviceEpoch: number;
}

const COLUMNS = `member_id AS "memberId", email_digest AS "emailDigest", password_hash AS "passwordHash", version,
                 device_epoch AS "deviceEpoch"`;

/** Before every member's id. */
const NIL = '00000000-0000-0000-0000-000000000000';

/** The one door to `vault.credentials`. */
@Injectable()
export class Credentials {
  constructor(
    @Inject(POOL) private readonly pool: Pool,
    private readonly sealer: Sealer,
  ) {}

  /** False where this member's row stands already. Throws 409 where another has the address or the user name. */
  async reserve(
    client: PoolClient,
    {
      memberId,
      email,
      username,
      passwordHash,
    }: { memberId: string; email: string; username: string; passwordHash: string },
  ): Promise<boolean> {
    const emailDigest = this.emailDigest(email);
    const { rowCount } = await orTaken(
      client.query(
        `INSERT INTO vault.credentials (member_id, email_digest, username_digest, password_hash)
         VALUES ($1, $2, $3, $4) ON CONFLICT (member_id) DO NOTHING`,
        [memberId, emailDigest, this.usernameDigest(username), passwordHash],
      ),
    );
    if (rowCount !== 1) return false;
    await refuseKept(client, memberId, emailDigest);
    return true;
  }

  byEmail(email: string): Promise<CredentialRow | undefined> {
    return this.byEmailDigest(this.emailDigest(email));
  }

  async byEmailDigest(emailDigest: string): Promise<CredentialRow | undefined> {
    const { rows } = await this.pool.query<CredentialRow>({
      name: 'credentials-by-email',
      text: `SELECT ${COLUMNS} FROM vault.credentials WHERE email_digest = $1`,
      values: [emailDigest],
    });
    return rows[0];
  }

  async of(memberId: string): Promise<CredentialRow | undefined> {
    const { rows } = await this.pool.query<CredentialRow>({
      name: 'credentials-by-member',
      text: `SELECT ${COLUMNS} FROM vault.credentials WHERE member_id = $1`,
      values: [memberId],
    });
    return rows[0];
  }

  async idsAfter(memberId: string | null, limit: number): Promise<string[]> {
    const { rows } = await this.pool.query<{ member_id: string }>({
      name: 'credentials-ids',
      text: 'SELECT member_id FROM vault.credentials WHERE member_id > $1 ORDER BY member_id LIMIT $2',
      values: [memberId ?? NIL, limit],
    });
    return rows.map(({ member_id }) => member_id);
  }

  /** Takes the row for this transaction where nobody has changed it since that version. */
  async take(client: PoolClient, memberId: string, version: number): Promise<boolean> {
    const { rowCount } = await client.query(
      'UPDATE vault.credentials SET version = version + 1 WHERE member_id = $1 AND version = $2',
      [memberId, version],
    );
    return rowCount === 1;
  }

  /** Throws 409 where another has the address or the user name. */
  async rename(client: PoolClient, memberId: string, names: { email: string; username?: string }): Promise<void> {
    const { email, username } = names;
    const emailDigest = this.emailDigest(email);
    await orTaken(
      client.query(
        `UPDATE vault.credentials SET email_digest = $2, username_digest = coalesce($3, username_digest)
         WHERE member_id = $1`,
        [memberId, emailDigest, username === undefined ? null : this.usernameDigest(username)],
      ),
    );
    await refuseKept(client, memberId, emailDigest);
  }

  /** Keeps an address that the member leaves from everybody else for so long. */
  async keepAddress(client: PoolClient, memberId: string, emailDigest: string, days: number): Promise<void> {
    await client.query('DELETE FROM vault.left_addresses WHERE until < now()');
    await client.query(
      `INSERT INTO vault.left_addresses (email_digest, member_id, until)
       VALUES ($1, $2, now() + make_interval(days => $3))
       ON CONFLICT (email_digest) DO UPDATE SET member_id = excluded.member_id, until = excluded.until`,
      [emailDigest, memberId, days],
    );
  }

  async setPassword(client: PoolClient, memberId: string, passwordHash: string): Promise<void> {
    await client.query('UPDATE vault.credentials SET password_hash = $2 WHERE member_id = $1', [
      memberId,
      passwordHash,
    ]);
  }

  async forgetDevices(client: PoolClient, memberId: string): Promise<void> {
    await client.query('UPDATE vault.credentials SET device_epoch = device_epoch + 1 WHERE member_id = $1', [memberId]);
  }

  /** Whether these are the address and the password still; they stay so until the transaction ends. */
  async hold(client: PoolClient, { memberId, emailDigest, passwordHash }: CredentialRow): Promise<boolean> {
    const { rowCount } = await client.query(
      'SELECT FROM vault.credentials WHERE member_id = $1 AND email_digest = $2 AND password_hash = $3 FOR SHARE',
      [memberId, emailDigest, passwordHash],
    );
    return rowCount === 1;
  }

  emailDigest(email: string): string {
    return this.sealer.digest('email', canonicalEmail(email));
  }

  private usernameDigest(username: string): string {
    return this.sealer.digest('username', canonicalUsername(username));
  }
}

/**
 * Throws 409 where somebody else left the address and may come back to it. Asked once the row has it: who was leaving it
 * at the same moment has been waited for then, and is seen.
 */
async function refuseKept(client: PoolClient, memberId: string, emailDigest: string): Promise<void> {
  const { rowCount } = await client.query(
    'SELECT FROM vault.left_addresses WHERE email_digest = $1 AND member_id <> $2 AND until > now()',
    [emailDigest, memberId],
  );
  if (rowCount !== 0) throw taken('email', memberProblems.emailTaken);
}

async function orTaken<T>(query: Promise<T>): Promise<T> {
  try {
    return await query;
  } catch (error) {
    const constraint = error instanceof DatabaseError ? error.constraint : undefined;
    if (constraint === 'credentials_email') throw taken('email', memberProblems.emailTaken);
    if (constraint === 'credentials_username') throw taken('username', memberProblems.usernameTaken);
    throw error;
  }
}

const taken = (path: string, problem: Problem): Refused =>
  new Refused(problem, { errors: [{ path, message: problem.message }] });
