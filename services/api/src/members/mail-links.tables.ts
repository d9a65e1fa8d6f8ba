import { createHash } from 'node:crypto';
import { withTransaction } from '@easel/kernel/database/database';
import { type FoundBy, now, PreparedStatement, queriesOf, sql } from '@easel/kernel/database/query-writer';
import { column, type Database, table } from '@easel/kernel/database/table';
import { Sealer } from '@easel/kernel/identity/sealing';
import { POOL } from '@easel/kernel/server/tokens';
import { Inject, Injectable } from '@nestjs/common';
import type { Pool, PoolClient } from 'pg';
import type { credentials } from './credentials.tables.ts';

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

const db = queriesOf<Database<[typeof mailLinks, typeof credentials]>>('vault');
const ofMember = { memberId: column.uuid, purpose: column.oneOf<Purpose>() };
const ofToken = { hash: column.bytea, purpose: column.oneOf<Purpose>() };

const FORGET_EXPIRED = new PreparedStatement('mail-links-forget-expired', {}, () =>
  db.deleteFrom('mail_links').where('expires_at', '<', now),
);

const LOCK_MEMBER = new PreparedStatement('mail-link-lock-member', { memberId: column.uuid }, (given) =>
  db.selectFrom('credentials').where('member_id', '=', given('memberId')).forUpdate(),
);

const OTHERS = new PreparedStatement('mail-link-others', { ...ofMember, hash: column.bytea }, (given) =>
  db
    .selectFrom('mail_links')
    .where('member_id', '=', given('memberId'))
    .where('purpose', '=', given('purpose'))
    .where('sent_at', '>', sql<Date>`now() - interval '1 hour'`)
    .where('token_hash', '<>', given('hash'))
    .select((eb) => eb.cast<number>(eb.fn.countAll(), 'integer').as('others')),
);

const NEWER = new PreparedStatement('mail-link-newer', { ...ofMember, than: column.timestamptz }, (given) =>
  db
    .selectFrom('mail_links')
    .where('member_id', '=', given('memberId'))
    .where('purpose', '=', given('purpose'))
    .where('requested_at', '>', given('than'))
    .limit(1),
);

const KEEP = new PreparedStatement(
  'mail-link-keep',
  { ...ofMember, hash: column.bytea, emailDigest: column.text, requestedAt: column.timestamptz, minutes: column.int },
  (given) =>
    db
      .insertInto('mail_links')
      .values({
        token_hash: given('hash'),
        purpose: given('purpose'),
        member_id: given('memberId'),
        email_digest: given('emailDigest'),
        requested_at: given('requestedAt'),
        expires_at: sql<Date>`now() + make_interval(mins => ${given('minutes')})`,
      })
      .onConflict((on) =>
        on
          .column('token_hash')
          .doUpdateSet((eb) => ({ expires_at: eb.ref('excluded.expires_at') }))
          .where('mail_links.dead_at', 'is', null),
      ),
);

const FIND = new PreparedStatement('mail-link-find', ofToken, (given) =>
  db
    .selectFrom('mail_links')
    .where('token_hash', '=', given('hash'))
    .where('purpose', '=', given('purpose'))
    .where('dead_at', 'is', null)
    .where('expires_at', '>', now)
    .select(['member_id as memberId', 'email_digest as emailDigest']),
);

export type MailLink = FoundBy<typeof FIND>;

const USE = new PreparedStatement('mail-link-use', ofToken, (given) =>
  db
    .updateTable('mail_links')
    .set({ dead_at: now })
    .where('token_hash', '=', given('hash'))
    .where('purpose', '=', given('purpose'))
    .where('dead_at', 'is', null)
    .where('expires_at', '>', now),
);

const KILL = new PreparedStatement('mail-links-kill', { ...ofMember, except: column.bytea.orNull }, (given) =>
  db
    .updateTable('mail_links')
    .set({ dead_at: now })
    .where('member_id', '=', given('memberId'))
    .where('purpose', '=', given('purpose'))
    .where('dead_at', 'is', null)
    .where((eb) => eb.or([eb(given('except'), 'is', null), eb('token_hash', '<>', given('except').$notNull())])),
);

const FORGET = new PreparedStatement('mail-links-forget', ofMember, (given) =>
  db.deleteFrom('mail_links').where('member_id', '=', given('memberId')).where('purpose', '=', given('purpose')),
);

const FORGET_ALL = new PreparedStatement('mail-links-forget-all', { memberId: column.uuid }, (given) =>
  db.deleteFrom('mail_links').where('member_id', '=', given('memberId')),
);

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
    const requestedAt = mail.requestedAt.toISOString();
    const token = this.sealer.digest(`mail link ${purpose}`, mail.id);
    await FORGET_EXPIRED.run(this.pool, {});
    const isAlive = await withTransaction(this.pool, async (client) => {
      // One after the other for one member, so that of two the newer one wins.
      await LOCK_MEMBER.run(client, { memberId });
      const { rows } = await OTHERS.run(client, { memberId, purpose, hash: hash(token) });
      if ((rows[0]?.others ?? 0) >= anHour) return false;
      if (single) {
        const newer = await NEWER.run(client, { memberId, purpose, than: requestedAt });
        if (newer.rowCount !== 0) return false;
        await this.kill(client, memberId, purpose, { except: hash(token) });
      }
      const { rowCount } = await KEEP.run(client, {
        hash: hash(token),
        purpose,
        memberId,
        emailDigest,
        requestedAt,
        minutes,
      });
      return rowCount === 1;
    });
    return isAlive ? token : undefined;
  }

  /** Undefined for a token that is none, is dead, or has expired. */
  async find(purpose: Purpose, token: string): Promise<MailLink | undefined> {
    if (!TOKEN.test(token)) return undefined;
    const { rows } = await FIND.run(this.pool, { hash: hash(token), purpose });
    return rows[0];
  }

  /** True for one caller, once. */
  async use(client: PoolClient, purpose: Purpose, token: string): Promise<boolean> {
    const { rowCount } = await USE.run(client, { hash: hash(token), purpose });
    return rowCount === 1;
  }

  async kill(
    client: PoolClient,
    memberId: string,
    purpose: Purpose,
    { except }: { except?: Buffer } = {},
  ): Promise<void> {
    await KILL.run(client, { memberId, purpose, except: except ?? null });
  }

  /** They are void, and do not count among those of the last hour: somebody else may have asked for them. */
  async forget(client: PoolClient, memberId: string, purpose: Purpose): Promise<void> {
    await FORGET.run(client, { memberId, purpose });
  }

  async forgetAll(client: PoolClient, memberId: string): Promise<void> {
    await FORGET_ALL.run(client, { memberId });
  }
}
