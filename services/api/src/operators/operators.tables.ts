import { createHash } from 'node:crypto';
import { INVITATION_DAYS, UNLOCK_MINUTES } from '@easel/contracts/operators/policy';
import { withTransaction, type PoolClient } from '@easel/kernel/database/database';
import { type FoundBy, now, PreparedStatement, queriesOf, sql } from '@easel/kernel/database/query-writer';
import { column, type Database, table } from '@easel/kernel/database/table';
import { Sealer } from '@easel/kernel/identity/sealing';
import { POOL } from '@easel/kernel/server/tokens';
import { Inject, Injectable } from '@nestjs/common';
import type { Pool } from 'pg';

/** How operators sign in; who they are and what they may do stands in the log. */
export const operatorTables = [
  `CREATE TABLE vault.operator_credentials (
     operator_id uuid PRIMARY KEY,
     password_hash text NOT NULL
   )`,
];

/** Invitations that are in the mail's queue or have left it; what opens one is kept as a hash, from its mail on. */
export const operatorInvitationTables = [
  // The times at which the operator's known browsers were forgotten.
  'ALTER TABLE vault.operator_credentials ADD COLUMN device_epoch int NOT NULL DEFAULT 0',
  `CREATE TABLE vault.operator_invitations (
     invitation_id uuid PRIMARY KEY,
     operator_id uuid NOT NULL,
     posted_at timestamptz NOT NULL DEFAULT now(),
     token_hash bytea UNIQUE,
     expires_at timestamptz,
     used_at timestamptz
   )`,
];

/** Links that let a browser try past a lock; what opens one is kept as a hash. */
export const operatorUnlockTables = [
  `CREATE TABLE vault.operator_unlocks (
     token_hash bytea PRIMARY KEY,
     operator_id uuid NOT NULL,
     expires_at timestamptz NOT NULL,
     used_at timestamptz
   )`,
];

export const operatorCredentials = table(
  'operator_credentials',
  { operator_id: column.uuid, password_hash: column.text, device_epoch: column.int.filled('default 0') },
  { key: ['operator_id'] },
);

export const operatorInvitations = table(
  'operator_invitations',
  {
    invitation_id: column.uuid,
    operator_id: column.uuid,
    posted_at: column.timestamptz.filled('default now()'),
    token_hash: column.bytea.orNull,
    expires_at: column.timestamptz.orNull,
    used_at: column.timestamptz.orNull,
  },
  { key: ['invitation_id'] },
);

export const operatorUnlocks = table(
  'operator_unlocks',
  {
    token_hash: column.bytea,
    operator_id: column.uuid,
    expires_at: column.timestamptz,
    used_at: column.timestamptz.orNull,
  },
  { key: ['token_hash'] },
);

const db =
  queriesOf<Database<[typeof operatorCredentials, typeof operatorInvitations, typeof operatorUnlocks]>>('vault');
const ofOperator = { operatorId: column.uuid };
const ofPassword = { ...ofOperator, passwordHash: column.text };

const OF = new PreparedStatement('operator-credentials', ofOperator, (given) =>
  db
    .selectFrom('operator_credentials')
    .where('operator_id', '=', given('operatorId'))
    .select(['password_hash as passwordHash', 'device_epoch as deviceEpoch']),
);

export type OperatorCredentialRow = FoundBy<typeof OF>;

const SET_PASSWORD = new PreparedStatement('operator-set-password', ofPassword, (given) =>
  db
    .insertInto('operator_credentials')
    .values({ operator_id: given('operatorId'), password_hash: given('passwordHash') })
    .onConflict((on) =>
      on.column('operator_id').doUpdateSet((eb) => ({
        password_hash: eb.ref('excluded.password_hash'),
        device_epoch: eb('operator_credentials.device_epoch', '+', 1),
      })),
    ),
);

const HOLD = new PreparedStatement('operator-hold', ofPassword, (given) =>
  db
    .selectFrom('operator_credentials')
    .where('operator_id', '=', given('operatorId'))
    .where('password_hash', '=', given('passwordHash'))
    .forShare(),
);

/** The one door to `vault.operator_credentials`. */
@Injectable()
export class OperatorCredentials {
  constructor(@Inject(POOL) private readonly pool: Pool) {}

  async of(operatorId: string): Promise<OperatorCredentialRow | undefined> {
    const { rows } = await OF.run(this.pool, { operatorId });
    return rows[0];
  }

  /** Browsers that knew the account before know it no longer. */
  async setPassword(operatorId: string, passwordHash: string, client: Pool | PoolClient = this.pool): Promise<void> {
    await SET_PASSWORD.run(client, { operatorId, passwordHash });
  }

  /** Whether this is the password still; it stays so until the transaction ends. */
  async hold(client: PoolClient, operatorId: string, passwordHash: string): Promise<boolean> {
    const { rowCount } = await HOLD.run(client, { operatorId, passwordHash });
    return rowCount === 1;
  }
}

const NOTE_POSTED = new PreparedStatement(
  'operator-invitation-note',
  { ...ofOperator, invitationId: column.uuid },
  (given) =>
    db
      .insertInto('operator_invitations')
      .values({ invitation_id: given('invitationId'), operator_id: given('operatorId') })
      .onConflict((on) => on.doNothing()),
);

const KEEP_TOKEN = new PreparedStatement(
  'operator-invitation-token',
  { invitationId: column.uuid, hash: column.bytea },
  (given) =>
    db
      .updateTable('operator_invitations')
      .set({
        token_hash: given('hash'),
        expires_at: sql<Date>`now() + make_interval(days => ${INVITATION_DAYS})`,
      })
      .where('invitation_id', '=', given('invitationId'))
      .where('used_at', 'is', null),
);

const FIND = new PreparedStatement('operator-invitation-find', { hash: column.bytea }, (given) =>
  db
    .selectFrom('operator_invitations')
    .where('token_hash', '=', given('hash'))
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .select(['operator_id as operatorId', 'invitation_id as invitationId']),
);

export type SentInvitation = FoundBy<typeof FIND>;

const USE = new PreparedStatement('operator-invitation-use', { hash: column.bytea }, (given) =>
  db
    .updateTable('operator_invitations')
    .set({ used_at: now })
    .where('token_hash', '=', given('hash'))
    .where('used_at', 'is', null)
    .where('expires_at', '>', now),
);

/** 32 bytes in hexadecimal. */
const TOKEN = /^[0-9a-f]{64}$/;
const hash = (token: string): Buffer => createHash('sha256').update(token).digest();

/** The one door to `vault.operator_invitations`. */
@Injectable()
export class Invitations {
  constructor(
    @Inject(POOL) private readonly pool: Pool,
    private readonly sealer: Sealer,
  ) {}

  /** Whether this is the first time; in the caller's transaction. */
  async notePosted(client: PoolClient, { operatorId, invitationId }: SentInvitation): Promise<boolean> {
    const { rowCount } = await NOTE_POSTED.run(client, { operatorId, invitationId });
    return rowCount === 1;
  }

  /**
   * The token for an invitation's mail. It follows from the mail's id and a key, so that a mail that must be sent again
   * carries the same; it is stored nowhere. Undefined where it was used already.
   */
  async makeToken(mail: { id: string }, invitationId: string): Promise<string | undefined> {
    const token = this.sealer.digest('operator invitation', mail.id);
    const { rowCount } = await KEEP_TOKEN.run(this.pool, { invitationId, hash: hash(token) });
    return rowCount === 1 ? token : undefined;
  }

  /** Undefined for a token that is none, was used, or has expired. */
  async find(token: string): Promise<SentInvitation | undefined> {
    if (!TOKEN.test(token)) return undefined;
    const { rows } = await FIND.run(this.pool, { hash: hash(token) });
    return rows[0];
  }

  /** True for one caller, once. */
  async use(client: PoolClient, token: string): Promise<boolean> {
    const { rowCount } = await USE.run(client, { hash: hash(token) });
    return rowCount === 1;
  }
}

const LOCK = new PreparedStatement('operator-credentials-lock', ofOperator, (given) =>
  db.selectFrom('operator_credentials').where('operator_id', '=', given('operatorId')).forUpdate(),
);

const FORGET_UNLOCKS = new PreparedStatement('operator-unlocks-forget', {}, () =>
  db.deleteFrom('operator_unlocks').where('expires_at', '<', now),
);

const OTHER_UNLOCK = new PreparedStatement('operator-unlock-other', { ...ofOperator, hash: column.bytea }, (given) =>
  db
    .selectFrom('operator_unlocks')
    .where('operator_id', '=', given('operatorId'))
    .where('token_hash', '<>', given('hash'))
    .where('used_at', 'is', null)
    .where('expires_at', '>', now),
);

const KEEP_UNLOCK = new PreparedStatement('operator-unlock-keep', { ...ofOperator, hash: column.bytea }, (given) =>
  db
    .insertInto('operator_unlocks')
    .values({
      token_hash: given('hash'),
      operator_id: given('operatorId'),
      expires_at: sql<Date>`now() + make_interval(mins => ${UNLOCK_MINUTES})`,
    })
    .onConflict((on) =>
      on
        .column('token_hash')
        .doUpdateSet((eb) => ({ expires_at: eb.ref('excluded.expires_at') }))
        .where('operator_unlocks.used_at', 'is', null),
    ),
);

const USE_UNLOCK = new PreparedStatement('operator-unlock-use', { hash: column.bytea }, (given) =>
  db
    .updateTable('operator_unlocks')
    .set({ used_at: now })
    .where('token_hash', '=', given('hash'))
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .returning('operator_id as operatorId'),
);

/** Reads and writes `vault.operator_unlocks`, alone. */
@Injectable()
export class UnlockLinks {
  constructor(
    @Inject(POOL) private readonly pool: Pool,
    private readonly sealer: Sealer,
  ) {}

  /**
   * Makes the token for one mail. It follows from the mail's id and a key, so that a mail that must be sent again
   * carries the same; it is stored nowhere. Undefined while another mail's can still be used: repeated requests then
   * fill no mailbox, and take nobody's link away.
   */
  async make(mail: { id: string }, operatorId: string): Promise<string | undefined> {
    const token = this.sealer.digest('operator unlock', mail.id);
    await FORGET_UNLOCKS.run(this.pool, {});
    return await withTransaction(this.pool, async (client) => {
      // Two mails of one operator may be written at the same time: the second waits for the first one's link.
      await LOCK.run(client, { operatorId });
      const other = await OTHER_UNLOCK.run(client, { operatorId, hash: hash(token) });
      if (other.rowCount !== 0) return undefined;
      const { rowCount } = await KEEP_UNLOCK.run(client, { operatorId, hash: hash(token) });
      return rowCount === 1 ? token : undefined;
    });
  }

  /** Returns whose link it was, to one caller, once; undefined for a token that is none, was used, or has expired. */
  async use(token: string): Promise<string | undefined> {
    if (!TOKEN.test(token)) return undefined;
    const { rows } = await USE_UNLOCK.run(this.pool, { hash: hash(token) });
    return rows[0]?.operatorId;
  }
}
