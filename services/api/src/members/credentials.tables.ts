import { canonicalEmail, canonicalUsername } from '@easel/contracts/members/policy';
import { memberProblems } from '@easel/contracts/members/problems';
import { Refused, type Problem } from '@easel/contracts/kernel/problem';
import { type FoundBy, now, PreparedStatement, queriesOf, sql } from '@easel/kernel/database/query-writer';
import { column, type Database, table } from '@easel/kernel/database/table';
import { Sealer } from '@easel/kernel/identity/sealing';
import { POOL } from '@easel/kernel/server/tokens';
import { Inject, Injectable } from '@nestjs/common';
import { DatabaseError, type Pool, type PoolClient } from 'pg';

/**
 * How members sign in. No names stand here: addresses and user names are keyed digests, what they were is in the log.
 */
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

const db = queriesOf<Database<[typeof credentials, typeof leftAddresses]>>('vault');
const ofMember = { memberId: column.uuid };

const RESERVE = new PreparedStatement(
  'credentials-reserve',
  { ...ofMember, emailDigest: column.text, usernameDigest: column.text, passwordHash: column.text },
  (given) =>
    db
      .insertInto('credentials')
      .values({
        member_id: given('memberId'),
        email_digest: given('emailDigest'),
        username_digest: given('usernameDigest'),
        password_hash: given('passwordHash'),
      })
      .onConflict((on) => on.column('member_id').doNothing()),
);

const found = db
  .selectFrom('credentials')
  .select([
    'member_id as memberId',
    'email_digest as emailDigest',
    'password_hash as passwordHash',
    'version',
    'device_epoch as deviceEpoch',
  ]);

const BY_EMAIL = new PreparedStatement('credentials-by-email', { emailDigest: column.text }, (given) =>
  found.where('email_digest', '=', given('emailDigest')),
);

const BY_MEMBER = new PreparedStatement('credentials-by-member', ofMember, (given) =>
  found.where('member_id', '=', given('memberId')),
);

export type CredentialRow = FoundBy<typeof BY_MEMBER>;

const IDS = new PreparedStatement('credentials-ids', { after: column.uuid, limit: column.int }, (given) =>
  db
    .selectFrom('credentials')
    .where('member_id', '>', given('after'))
    .select('member_id')
    .orderBy('member_id')
    .limit(given('limit')),
);

const TAKE = new PreparedStatement('credentials-take', { ...ofMember, version: column.int }, (given) =>
  db
    .updateTable('credentials')
    .set((eb) => ({ version: eb('version', '+', 1) }))
    .where('member_id', '=', given('memberId'))
    .where('version', '=', given('version')),
);

const RENAME = new PreparedStatement(
  'credentials-rename',
  { ...ofMember, emailDigest: column.text, usernameDigest: column.text.orNull },
  (given) =>
    db
      .updateTable('credentials')
      .set((eb) => ({
        email_digest: given('emailDigest'),
        username_digest: eb.fn.coalesce(given('usernameDigest'), 'username_digest'),
      }))
      .where('member_id', '=', given('memberId')),
);

const FORGET_LEFT = new PreparedStatement('left-addresses-forget', {}, () =>
  db.deleteFrom('left_addresses').where('until', '<', now),
);

const KEEP_LEFT = new PreparedStatement(
  'left-address-keep',
  { ...ofMember, emailDigest: column.text, days: column.int },
  (given) =>
    db
      .insertInto('left_addresses')
      .values({
        email_digest: given('emailDigest'),
        member_id: given('memberId'),
        until: sql<Date>`now() + make_interval(days => ${given('days')})`,
      })
      .onConflict((on) =>
        on
          .column('email_digest')
          .doUpdateSet((eb) => ({ member_id: eb.ref('excluded.member_id'), until: eb.ref('excluded.until') })),
      ),
);

const KEPT_FROM = new PreparedStatement('left-address-kept', { ...ofMember, emailDigest: column.text }, (given) =>
  db
    .selectFrom('left_addresses')
    .where('email_digest', '=', given('emailDigest'))
    .where('member_id', '<>', given('memberId'))
    .where('until', '>', now),
);

const SET_PASSWORD = new PreparedStatement(
  'credentials-set-password',
  { ...ofMember, passwordHash: column.text },
  (given) =>
    db
      .updateTable('credentials')
      .set({ password_hash: given('passwordHash') })
      .where('member_id', '=', given('memberId')),
);

const FORGET_DEVICES = new PreparedStatement('credentials-forget-devices', ofMember, (given) =>
  db
    .updateTable('credentials')
    .set((eb) => ({ device_epoch: eb('device_epoch', '+', 1) }))
    .where('member_id', '=', given('memberId')),
);

const REMOVE = new PreparedStatement('credentials-remove', ofMember, (given) =>
  db.deleteFrom('credentials').where('member_id', '=', given('memberId')),
);

const REMOVE_LEFT = new PreparedStatement('left-addresses-remove', ofMember, (given) =>
  db.deleteFrom('left_addresses').where('member_id', '=', given('memberId')),
);

const HOLD = new PreparedStatement(
  'credentials-hold',
  { ...ofMember, emailDigest: column.text, passwordHash: column.text },
  (given) =>
    db
      .selectFrom('credentials')
      .where('member_id', '=', given('memberId'))
      .where('email_digest', '=', given('emailDigest'))
      .where('password_hash', '=', given('passwordHash'))
      .forShare(),
);

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
      RESERVE.run(client, { memberId, emailDigest, usernameDigest: this.usernameDigest(username), passwordHash }),
    );
    if (rowCount !== 1) return false;
    await refuseKept(client, memberId, emailDigest);
    return true;
  }

  byEmail(email: string): Promise<CredentialRow | undefined> {
    return this.byEmailDigest(this.emailDigest(email));
  }

  async byEmailDigest(emailDigest: string): Promise<CredentialRow | undefined> {
    const { rows } = await BY_EMAIL.run(this.pool, { emailDigest });
    return rows[0];
  }

  async of(memberId: string): Promise<CredentialRow | undefined> {
    const { rows } = await BY_MEMBER.run(this.pool, { memberId });
    return rows[0];
  }

  async idsAfter(memberId: string | null, limit: number): Promise<string[]> {
    const { rows } = await IDS.run(this.pool, { after: memberId ?? NIL, limit });
    return rows.map(({ member_id }) => member_id);
  }

  /** Takes the row for this transaction where nobody has changed it since that version. */
  async take(client: PoolClient, memberId: string, version: number): Promise<boolean> {
    const { rowCount } = await TAKE.run(client, { memberId, version });
    return rowCount === 1;
  }

  /** Throws 409 where another has the address or the user name. */
  async rename(client: PoolClient, memberId: string, names: { email: string; username?: string }): Promise<void> {
    const { email, username } = names;
    const emailDigest = this.emailDigest(email);
    const usernameDigest = username === undefined ? null : this.usernameDigest(username);
    await orTaken(RENAME.run(client, { memberId, emailDigest, usernameDigest }));
    await refuseKept(client, memberId, emailDigest);
  }

  /** Keeps an address that the member leaves from everybody else for so long. */
  async keepAddress(client: PoolClient, memberId: string, emailDigest: string, days: number): Promise<void> {
    await FORGET_LEFT.run(client, {});
    await KEEP_LEFT.run(client, { memberId, emailDigest, days });
  }

  async setPassword(client: PoolClient, memberId: string, passwordHash: string): Promise<void> {
    await SET_PASSWORD.run(client, { memberId, passwordHash });
  }

  async forgetDevices(client: PoolClient, memberId: string): Promise<void> {
    await FORGET_DEVICES.run(client, { memberId });
  }

  /** Nobody signs in with them any more; addresses and user name are everybody's to have again. */
  async remove(client: PoolClient, memberId: string): Promise<void> {
    await REMOVE.run(client, { memberId });
    await REMOVE_LEFT.run(client, { memberId });
  }

  /** Whether these are the address and the password still; they stay so until the transaction ends. */
  async hold(client: PoolClient, { memberId, emailDigest, passwordHash }: CredentialRow): Promise<boolean> {
    const { rowCount } = await HOLD.run(client, { memberId, emailDigest, passwordHash });
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
 * Throws 409 where somebody else left the address and may come back to it. Asked once the row has it: who was leaving
 * it at the same moment has been waited for then, and is seen.
 */
async function refuseKept(client: PoolClient, memberId: string, emailDigest: string): Promise<void> {
  const { rowCount } = await KEPT_FROM.run(client, { memberId, emailDigest });
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
