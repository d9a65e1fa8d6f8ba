import type { LocalMail } from '@easel/contracts/mail/http';
import { arrayLiteral } from '@easel/kernel/database/arrays';
import { PreparedStatement, queriesOf, sql } from '@easel/kernel/database/query-writer';
import { column, type Database, table } from '@easel/kernel/database/table';
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

/** Events of which a mail is in the queue, or has left it; those of receipts were the first. */
export const postedMailTables = ['ALTER TABLE vault.posted_receipts RENAME TO posted_mails'];

export const postedMails = table('posted_mails', { event_id: column.uuid }, { key: ['event_id'] });

export const mails = table(
  'mails',
  {
    id: column.uuid.filled('default gen_random_uuid()'),
    kind: column.text,
    payload: column.jsonb<object>(),
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

const db = queriesOf<Database<[typeof mails, typeof localMail, typeof postedMails]>>('vault');

/** A mail that was asked for. */
export interface QueuedMail extends ClaimedRow {
  id: string;
  kind: string;
  payload: Readonly<Record<string, unknown>>;
  requestedAt: Date;
}

/** How long the mails of a process that died wait for another; one that lives prolongs it. */
const LEASE_MS = 15_000;

const ADD = new PreparedStatement('mail-add', { kind: column.text, payload: column.jsonb<object>() }, (given) =>
  db.insertInto('mails').values({ kind: given('kind'), payload: given('payload') }),
);

const ADD_ONCE = new PreparedStatement(
  'mail-add-once',
  { eventId: column.uuid, kind: column.text, payload: column.jsonb<object>() },
  (given) =>
    db
      .with('noted', (first) =>
        first
          .insertInto('posted_mails')
          .values({ event_id: given('eventId') })
          .onConflict((on) => on.doNothing())
          .returning('event_id'),
      )
      .insertInto('mails')
      .columns(['kind', 'payload'])
      .expression((eb) => eb.selectFrom('noted').select([given('kind').as('kind'), given('payload').as('payload')])),
);

const FORGET = new PreparedStatement('mails-forget', { memberId: column.text }, (given) =>
  db.deleteFrom('mails').where(sql`payload ->> 'memberId'`, '=', given('memberId')),
);

const FORGET_SENT = new PreparedStatement('local-mail-forget', { addresses: column.text.list }, (given) =>
  db.deleteFrom('local_mail').where((eb) => eb(sql<string>`lower(recipient)`, '=', eb.fn.any(given('addresses')))),
);

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
    await ADD.run(client, { kind, payload });
  }

  async addOnce(client: Pool | PoolClient, eventId: string, kind: string, payload: object): Promise<void> {
    await ADD_ONCE.run(client, { eventId, kind, payload });
  }

  async forget(client: PoolClient, memberId: string, addresses: readonly string[]): Promise<void> {
    await FORGET.run(client, { memberId });
    await FORGET_SENT.run(client, { addresses: arrayLiteral(addresses.map((address) => address.toLowerCase())) });
  }
}

const KEPT = 200;
const shown = db
  .selectFrom('local_mail')
  .select([
    'id',
    sql<string>`to_char(sent_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`.as('sent_at'),
    'recipient as to',
    'subject',
    'body_text as text',
    'body_html as html',
  ]);

const KEEP = new PreparedStatement(
  'local-mail-keep',
  { id: column.uuid, to: column.text, subject: column.text, text: column.text, html: column.text },
  (given) =>
    db
      .insertInto('local_mail')
      .values({
        id: given('id'),
        recipient: given('to'),
        subject: given('subject'),
        body_text: given('text'),
        body_html: given('html'),
      })
      .onConflict((on) => on.column('id').doNothing()),
);

const TRIM = new PreparedStatement('local-mail-trim', { kept: column.bigint }, (given) =>
  db.deleteFrom('local_mail').where('number', '<=', (eb) =>
    eb(
      eb.selectFrom('local_mail').select((eb) => eb.fn.max('number').as('newest')),
      '-',
      given('kept'),
    ),
  ),
);

const LIST = new PreparedStatement('local-mail', { to: column.text.orNull }, (given) =>
  shown
    .where((eb) =>
      eb.or([
        eb(given('to'), 'is', null),
        eb(eb.fn<string>('lower', ['recipient']), '=', eb.fn<string>('lower', [given('to')])),
      ]),
    )
    .orderBy('number', 'desc')
    .limit(KEPT),
);

const FIND = new PreparedStatement('local-mail-find', { id: column.uuid }, (given) =>
  shown.where('id', '=', given('id')),
);

/** Mails that had nowhere to go, `vault.local_mail`: the last 200. */
@Injectable()
export class LocalMailbox {
  constructor(@Inject(POOL) private readonly pool: Pool) {}

  async keep({ id, to, subject, text, html }: Omit<LocalMail, 'sent_at'>): Promise<void> {
    await KEEP.run(this.pool, { id, to, subject, text, html });
    await TRIM.run(this.pool, { kept: KEPT });
  }

  /** The newest first. */
  async list({ to }: { to?: string | undefined } = {}): Promise<LocalMail[]> {
    const { rows } = await LIST.run(this.pool, { to: to ?? null });
    return rows;
  }

  async find(id: string): Promise<LocalMail | undefined> {
    const { rows } = await FIND.run(this.pool, { id });
    return rows[0];
  }
}
