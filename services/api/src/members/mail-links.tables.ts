import { createHash } from 'node:crypto';
import { withTransaction } from '@easel/kernel/database/database';
import { column, table } from '@easel/kernel/database/table';
import { Sealer } from '@easel/kernel/identity/sealing';
import { POOL } from '@easel/kernel/server/tokens';
import { Inject, Injectable } from '@nestjs/common';
import type { Pool, PoolClient } from 'pg';

/** Links that mails carry: tokens hashed, each good for one purpose, one member and the address it was sent to. */
export const mailLinkTables = [
  `CREATE TABLE vault.mail_links (
     token_hash bytea PRIMARY KEY,
     purpose text NOT NULL,
     member_id uuid NOT NULL,
     email_digest text NOT NULL,
     requested_at timestamptz NOT NULL,
     sent_at timestamptz NOT NULL DEFAULT now(),
     expires_at timestamptz NOT NULL,
     dead_at timestamptz
   )`,
  'CREATE INDEX mail_links_by_member ON vault.mail_links (member_id, purpose)',
  'CREATE INDEX mail_links_by_end ON vault.mail_links (expires_at)',
];

type Purpose = 'verify-email' | 'reset-password' | 'undo-email-change';

export const mailLinks = table(
  'mail_links',
  {
    token_hash: column.bytea,
    purpose: column.oneOf<Purpose>(),
    member_id: column.uuid,
    email_digest: column.text,
    requested_at: column.timestamptz,
    sent_at: column.timestamptz.filled('default now()'),
    expires_at: column.timestamptz,
    dead_at: column.timestamptz.orNull,
  },
  { key: ['token_hash'] },
);

export interface MailLink {
  memberId: string;
  emailDigest: string;
}

/** 32 bytes in hexadecimal. */
const TOKEN = /^[0-9a-f]{64}$/;

const hash = (token: string): Buffer => createHash('sha256').update(token).digest();

/** The one door to `vault.mail_links`. */
@Injectable()
export class MailLinks {
  constructor(
    @Inject(POOL) private readonly pool: Pool,
    private readonly sealer: Sealer,
  ) {}

  /**
   * A token for one mail. It follows from the mail's id and a key, so that a mail that must be sent again carries the
   * same; it is stored nowhere. `single`: it kills the older ones. Undefined where a newer one has killed it, where it
   * was used already, or where the member was sent `anHour` of them within the last hour.
   */
  async make(
    mail: { id: string; requestedAt: Date },
    link: MailLink & { purpose: Purpose; minutes: number; single: boolean; anHour: number },
  ): Promise<string | undefined> {
    const { purpose, memberId, emailDigest, minutes, single, anHour } = link;
    const token = this.sealer.digest(`mail link ${purpose}`, mail.id);
    await this.pool.query('DELETE FROM vault.mail_links WHERE expires_at < now()');
    const isAlive = await withTransaction(this.pool, async (client) => {
      // One after the other for one member, so that of two the newer one wins.
      await client.query('SELECT FROM vault.credentials WHERE member_id = $1 FOR UPDATE', [memberId]);
      const { rows } = await client.query<{ others: number }>(
        `SELECT count(*)::int AS others FROM vault.mail_links
         WHERE member_id = $1 AND purpose = $2 AND sent_at > now() - interval '1 hour' AND token_hash <> $3`,
        [memberId, purpose, hash(token)],
      );
      if ((rows[0]?.others ?? 0) >= anHour) return false;
      if (single) {
        const newer = await client.query(
          'SELECT FROM vault.mail_links WHERE member_id = $1 AND purpose = $2 AND requested_at > $3 LIMIT 1',
          [memberId, purpose, mail.requestedAt],
        );
        if (newer.rowCount !== 0) return false;
        await this.kill(client, memberId, purpose, { except: hash(token) });
      }
      const { rowCount } = await client.query(
        `INSERT INTO vault.mail_links AS link (token_hash, purpose, member_id, email_digest, requested_at, expires_at)
         VALUES ($1, $2, $3, $4, $5, now() + make_interval(mins => $6))
         ON CONFLICT (token_hash) DO UPDATE SET expires_at = excluded.expires_at WHERE link.dead_at IS NULL`,
        [hash(token), purpose, memberId, emailDigest, mail.requestedAt, minutes],
      );
      return rowCount === 1;
    });
    return isAlive ? token : undefined;
  }

  /** Undefined for a token that is none, is dead, or has expired. */
  async find(purpose: Purpose, token: string): Promise<MailLink | undefined> {
    if (!TOKEN.test(token)) return undefined;
    const { rows } = await this.pool.query<MailLink>({
      name: 'mail-link-find',
      text: `SELECT member_id AS "memberId", email_digest AS "emailDigest" FROM vault.mail_links
             WHERE token_hash = $1 AND purpose = $2 AND dead_at IS NULL AND expires_at > now()`,
      values: [hash(token), purpose],
    });
    return rows[0];
  }

  /** True for one caller, once. */
  async use(client: PoolClient, purpose: Purpose, token: string): Promise<boolean> {
    const { rowCount } = await client.query(
      `UPDATE vault.mail_links SET dead_at = now()
       WHERE token_hash = $1 AND purpose = $2 AND dead_at IS NULL AND expires_at > now()`,
      [hash(token), purpose],
    );
    return rowCount === 1;
  }

  async kill(
    client: PoolClient,
    memberId: string,
    purpose: Purpose,
    { except }: { except?: Buffer } = {},
  ): Promise<void> {
    await client.query(
      `UPDATE vault.mail_links SET dead_at = now()
       WHERE member_id = $1 AND purpose = $2 AND dead_at IS NULL AND ($3::bytea IS NULL OR token_hash <> $3)`,
      [memberId, purpose, except ?? null],
    );
  }

  /** They are void, and do not count among those of the last hour: somebody else may have asked for them. */
  async forget(client: PoolClient, memberId: string, purpose: Purpose): Promise<void> {
    await client.query('DELETE FROM vault.mail_links WHERE member_id = $1 AND purpose = $2', [memberId, purpose]);
  }
}
