import { createHash } from 'node:crypto';
import { INVITATION_DAYS } from '@easel/contracts/operators/policy';
import type { PoolClient } from '@easel/kernel/database/database';
import { column, table } from '@easel/kernel/database/table';
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

export interface OperatorCredentialRow {
  passwordHash: string;
  deviceEpoch: number;
}

/** The one door to `vault.operator_credentials`. */
@Injectable()
export class OperatorCredentials {
  constructor(@Inject(POOL) private readonly pool: Pool) {}

  async of(operatorId: string): Promise<OperatorCredentialRow | undefined> {
    const { rows } = await this.pool.query<OperatorCredentialRow>({
      name: 'operator-credentials',
      text: `SELECT password_hash AS "passwordHash", device_epoch AS "deviceEpoch"
             FROM vault.operator_credentials WHERE operator_id = $1`,
      values: [operatorId],
    });
    return rows[0];
  }

  /** Browsers that knew the account before know it no longer. */
  async setPassword(operatorId: string, passwordHash: string, client: Pool | PoolClient = this.pool): Promise<void> {
    await client.query(
      `INSERT INTO vault.operator_credentials AS kept (operator_id, password_hash) VALUES ($1, $2)
       ON CONFLICT (operator_id)
       DO UPDATE SET password_hash = excluded.password_hash, device_epoch = kept.device_epoch + 1`,
      [operatorId, passwordHash],
    );
  }

  /** Whether this is the password still; it stays so until the transaction ends. */
  async hold(client: PoolClient, operatorId: string, passwordHash: string): Promise<boolean> {
    const { rowCount } = await client.query(
      'SELECT FROM vault.operator_credentials WHERE operator_id = $1 AND password_hash = $2 FOR SHARE',
      [operatorId, passwordHash],
    );
    return rowCount === 1;
  }
}

export interface SentInvitation {
  operatorId: string;
  invitationId: string;
}

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
    const { rowCount } = await client.query(
      `INSERT INTO vault.operator_invitations (invitation_id, operator_id) VALUES ($1, $2) ON CONFLICT DO NOTHING`,
      [invitationId, operatorId],
    );
    return rowCount === 1;
  }

  /**
   * The token for an invitation's mail. It follows from the mail's id and a key, so that a mail that must be sent again
   * carries the same; it is stored nowhere. Undefined where it was used already.
   */
  async makeToken(mail: { id: string }, invitationId: string): Promise<string | undefined> {
    const token = this.sealer.digest('operator invitation', mail.id);
    const { rowCount } = await this.pool.query(
      `UPDATE vault.operator_invitations SET token_hash = $2, expires_at = now() + make_interval(days => $3)
       WHERE invitation_id = $1 AND used_at IS NULL`,
      [invitationId, hash(token), INVITATION_DAYS],
    );
    return rowCount === 1 ? token : undefined;
  }

  /** Undefined for a token that is none, was used, or has expired. */
  async find(token: string): Promise<SentInvitation | undefined> {
    if (!TOKEN.test(token)) return undefined;
    const { rows } = await this.pool.query<SentInvitation>({
      name: 'operator-invitation-find',
      text: `SELECT operator_id AS "operatorId", invitation_id AS "invitationId" FROM vault.operator_invitations
             WHERE token_hash = $1 AND used_at IS NULL AND expires_at > now()`,
      values: [hash(token)],
    });
    return rows[0];
  }

  /** True for one caller, once. */
  async use(client: PoolClient, token: string): Promise<boolean> {
    const { rowCount } = await client.query(
      `UPDATE vault.operator_invitations SET used_at = now()
       WHERE token_hash = $1 AND used_at IS NULL AND expires_at > now()`,
      [hash(token)],
    );
    return rowCount === 1;
  }
}
