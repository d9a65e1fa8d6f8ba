import type { LocalMail } from '@easel/contracts/mail/http';
import { column, table } from '@easel/kernel/database/table';
import { BACKGROUND_POOL, POOL } from '@easel/kernel/server/tokens';
import { PostgresWork, type ClaimedRow } from '@easel/kernel/following/work-queue-postgres';
import { Inject, Injectable } from '@nestjs/common';
import type { Pool, PoolClient } from 'pg';

export const mailTables = [
  // What is to be written, never what is written: a mail's text holds a link that nobody else may see.
  `CREATE TABLE vault.mails (
     id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
     kind text NOT NULL,
     payload jsonb NOT NULL,
     requested_at timestamptz NOT NULL DEFAULT clock_timestamp(),
     attempt_at timestamptz NOT NULL DEFAULT clock_timestamp(),
     tries int NOT NULL DEFAULT 0
   )`,
  'CREATE INDEX mails_by_attempt ON vault.mails (attempt_at)',
  `CREATE TABLE vault.local_mail (
     number bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
     id uuid NOT NULL UNIQUE,
     sent_at timestamptz NOT NULL DEFAULT now(),
     recipient text NOT NULL,
     subject text NOT NULL,
     body_text text NOT NULL,
     body_html text NOT NULL
   )`,
];

/** Whose a mail is while it is being sent. */
export const mailClaimTables = ['ALTER TABLE vault.mails ADD COLUMN claim uuid'];

export const mails = table(
  'mails',
  {
    id: column.uuid.filled('default gen_random_uuid()'),
    kind: column.text,
    payload: column.jsonb<Readonly<Record<string, unknown>>>(),
    requested_at: column.timestamptz.filled('default clock_timestamp()'),
    attempt_at: column.timestamptz.filled('default clock_timestamp()'),
    tries: column.int.filled('default 0'),
    claim: column.uuid.orNull,
  },
  { key: ['id'] },
);

export const localMail = table(
  'local_mail',
  {
    number: column.digits.filled('generated always as identity'),
    id: column.uuid,
    sent_at: column.timestamptz.filled('default now()'),
    recipient: column.text,
    subject: column.text,
    body_text: column.text,
    body_html: column.text,
  },
  { key: ['number'] },
);

/** A mail that was asked for. */
export interface QueuedMail extends ClaimedRow {
  id: string;
  kind: string;
  payload: Readonly<Record<string, unknown>>;
  requestedAt: Date;
}

/** How long the mails of a process that died wait for another; one that lives prolongs it. */
const LEASE_MS = 15_000;

/** The durable queue, `vault.mails`. */
@Injectable()
export class MailQueue extends PostgresWork<QueuedMail> {
  constructor(@Inject(BACKGROUND_POOL) pool: Pool) {
    super(
      pool,
      {
        table: 'vault.mails',
        key: 'id',
        dueAt: 'attempt_at',
        order: 'attempt_at',
        columns: 'work.id, kind, payload, requested_at AS "requestedAt"',
        over: () => 'gone',
      },
      LEASE_MS,
    );
  }

  async add(client: Pool | PoolClient, kind: string, payload: object): Promise<void> {
    await client.query({
      name: 'mail-add',
      text: 'INSERT INTO vault.mails (kind, payload) VALUES ($1, $2)',
      values: [kind, JSON.stringify(payload)],
    });
  }
}

const KEPT = 200;
const COLUMNS = `id, to_char(sent_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS sent_at, recipient AS "to",
                 subject, body_text AS text, body_html AS html`;

/** Mails that had nowhere to go, `vault.local_mail`: the last 200. */
@Injectable()
export class LocalMailbox {
  constructor(@Inject(POOL) private readonly pool: Pool) {}

  async keep({ id, to, subject, text, html }: Omit<LocalMail, 'sent_at'>): Promise<void> {
    await this.pool.query(
      `INSERT INTO vault.local_mail (id, recipient, subject, body_text, body_html) VALUES ($1, $2, $3, $4, $5)
       ON CONFLICT (id) DO NOTHING`,
      [id, to, subject, text, html],
    );
    await this.pool.query(
      'DELETE FROM vault.local_mail WHERE number <= (SELECT max(number) FROM vault.local_mail) - $1',
      [KEPT],
    );
  }

  /** The newest first. */
  async list({ to }: { to?: string | undefined } = {}): Promise<LocalMail[]> {
    const { rows } = await this.pool.query<LocalMail>(
      `SELECT ${COLUMNS} FROM vault.local_mail WHERE $1::text IS NULL OR lower(recipient) = lower($1)
       ORDER BY number DESC LIMIT $2`,
      [to ?? null, KEPT],
    );
    return rows;
  }

  async find(id: string): Promise<LocalMail | undefined> {
    const { rows } = await this.pool.query<LocalMail>(`SELECT ${COLUMNS} FROM vault.local_mail WHERE id = $1`, [id]);
    return rows[0];
  }
}
