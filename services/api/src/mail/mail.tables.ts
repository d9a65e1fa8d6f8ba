import type { LocalMail } from '@easel/contracts/mail/http';
import { BACKGROUND_POOL, POOL } from '@easel/kernel/server/tokens';
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

/** A mail that was asked for. */
export interface QueuedMail {
  id: string;
  kind: string;
  payload: Readonly<Record<string, unknown>>;
  requestedAt: Date;
  /** Attempts that have failed. */
  tries: number;
}

/** The durable queue, `vault.mails`. */
@Injectable()
export class MailQueue {
  constructor(@Inject(BACKGROUND_POOL) private readonly pool: Pool) {}

  async add(client: Pool | PoolClient, kind: string, payload: object): Promise<void> {
    await client.query({
      name: 'mail-add',
      text: 'INSERT INTO vault.mails (kind, payload) VALUES ($1, $2)',
      values: [kind, JSON.stringify(payload)],
    });
  }

  /** Mails that are due, taken for that long: whoever dies with one leaves it to the next. */
  async claim(atMost: number, leaseSeconds: number): Promise<QueuedMail[]> {
    const { rows } = await this.pool.query<QueuedMail>({
      name: 'mail-claim',
      text: `UPDATE vault.mails SET attempt_at = now() + make_interval(secs => $2)
             WHERE id IN (SELECT id FROM vault.mails WHERE attempt_at <= now()
                          ORDER BY attempt_at LIMIT $1 FOR UPDATE SKIP LOCKED)
             RETURNING id, kind, payload, requested_at AS "requestedAt", tries`,
      values: [atMost, leaseSeconds],
    });
    return rows;
  }

  /** Prolongs a claim. */
  async hold(id: string, leaseSeconds: number): Promise<void> {
    await this.pool.query({
      name: 'mail-hold',
      text: 'UPDATE vault.mails SET attempt_at = now() + make_interval(secs => $2) WHERE id = $1',
      values: [id, leaseSeconds],
    });
  }

  async done(id: string): Promise<void> {
    await this.pool.query({ name: 'mail-done', text: 'DELETE FROM vault.mails WHERE id = $1', values: [id] });
  }

  async later(id: string, delayMs: number): Promise<void> {
    await this.pool.query({
      name: 'mail-later',
      text: `UPDATE vault.mails SET tries = tries + 1, attempt_at = now() + make_interval(secs => $2) WHERE id = $1`,
      values: [id, delayMs / 1000],
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
