import type { AuditFinding, AuditRecord } from '@easel/contracts/audit/http';
import { auditStatuses, type AuditStatus, FINDINGS_KEPT } from '@easel/contracts/audit/policy';
import type { Pool } from '@easel/kernel/database/database';
import { arrayLiteral } from '@easel/kernel/database/arrays';
import { type FoundBy, type Given, PreparedStatement, queriesOf, sql } from '@easel/kernel/database/query-writer';
import { column, type Database, table } from '@easel/kernel/database/table';
import { oneOrMore, SimpleRest, type List } from '@easel/kernel/http/simple-rest';
import { BACKGROUND_POOL, POOL } from '@easel/kernel/server/tokens';
import { PostgresWork, type ClaimedRow } from '@easel/kernel/following/work-queue-postgres';
import { Inject, Injectable } from '@nestjs/common';
import * as z from 'zod/mini';
import type { AuditState } from './audit-state.ts';

/** What the facts say of each audit, and what its run has come to, which is no fact before its end. */
export const auditTables = [
  `CREATE TABLE vault.audits (
     id uuid PRIMARY KEY,
     version int NOT NULL,
     status text NOT NULL,
     member_id uuid,
     reason text NOT NULL,
     requested_by text NOT NULL,
     requested_by_role text,
     requested_at timestamptz NOT NULL,
     started_at timestamptz,
     ended_at timestamptz,
     streams bigint NOT NULL DEFAULT 0,
     facts bigint NOT NULL DEFAULT 0,
     findings bigint NOT NULL DEFAULT 0,
     verified jsonb,
     error text
   );
   CREATE INDEX audits_by_request ON vault.audits (requested_at, id);
   CREATE INDEX audits_open ON vault.audits (requested_at, id) WHERE ended_at IS NULL;
   CREATE TABLE vault.audit_findings (
     audit_id uuid NOT NULL REFERENCES vault.audits ON DELETE CASCADE,
     number int NOT NULL,
     finding jsonb NOT NULL,
     PRIMARY KEY (audit_id, number)
   )`,
];

/** Whose an audit is while it is run, and from when on it may be run again. */
export const auditClaimTables = [
  `ALTER TABLE vault.audits ADD COLUMN attempt_at timestamptz NOT NULL DEFAULT '-infinity',
     ADD COLUMN tries int NOT NULL DEFAULT 0, ADD COLUMN claim uuid`,
];

/** What is noted of it as its facts say. */
const noted = {
  id: column.uuid,
  version: column.int,
  status: column.oneOf<AuditStatus>(),
  member_id: column.uuid.orNull,
  reason: column.text,
  requested_by: column.text,
  requested_by_role: column.text.orNull,
  requested_at: column.timestamptz,
  started_at: column.timestamptz.orNull,
  ended_at: column.timestamptz.orNull,
};

export const audits = table(
  'audits',
  {
    ...noted,
    streams: column.bigint.filled('default 0'),
    facts: column.bigint.filled('default 0'),
    findings: column.bigint.filled('default 0'),
    verified: column.jsonb<Record<string, unknown>>().orNull,
    error: column.text.orNull,
    attempt_at: column.timestamptz.filled(`default '-infinity'`),
    tries: column.int.filled('default 0'),
    claim: column.uuid.orNull,
  },
  { key: ['id'] },
);

export const auditFindings = table(
  'audit_findings',
  { audit_id: column.uuid, number: column.int, finding: column.jsonb<AuditFinding>() },
  { key: ['audit_id', 'number'] },
);

const sortable = ['id', 'requested_at', 'started_at', 'ended_at', 'status', 'findings'] as const;
type Sortable = (typeof sortable)[number];

const filter = z.object({
  id: z.optional(oneOrMore(z.uuid())),
  status: z.optional(oneOrMore(z.enum(auditStatuses))),
  member_id: z.optional(oneOrMore(z.uuid())),
});

export const auditList = new SimpleRest({
  resource: 'audits',
  sortable,
  defaultSort: { field: 'requested_at', order: 'DESC' },
  filter,
});
export type AskedAudits = List<Sortable, z.output<typeof filter>>;

/** What a run has read so far. */
export interface AuditProgress {
  streams: number;
  facts: number;
  findings: number;
}

/** An audit that is to be run; its key is its id. */
export interface QueuedAudit extends ClaimedRow {
  /** Null: everybody. */
  memberId: string | null;
}

/** How long the audit of a process that died waits for another; one that lives prolongs it. */
const LEASE_MS = 15_000;

/** Audits without an end, one at a time over all processes: only the one that waits longest is to be had. */
@Injectable()
export class AuditQueue extends PostgresWork<QueuedAudit> {
  constructor(@Inject(BACKGROUND_POOL) pool: Pool) {
    super(
      pool,
      {
        table: 'vault.audits',
        key: 'id',
        dueAt: 'attempt_at',
        open: `id = (SELECT id FROM vault.audits WHERE ended_at IS NULL ORDER BY requested_at, id LIMIT 1)
               AND NOT EXISTS (SELECT FROM vault.audits AS other
                               WHERE other.id <> audits.id AND other.claim IS NOT NULL AND other.attempt_at > now())`,
        order: 'requested_at',
        columns: 'member_id AS "memberId"',
        // That it has ended is told by its facts.
        over: () => ({ set: 'attempt_at = now()', values: [] }),
      },
      LEASE_MS,
    );
  }
}

const db = queriesOf<Database<[typeof audits, typeof auditFindings]>>('vault');
const ofAudit = { id: column.uuid };

const NOTE = new PreparedStatement(
  'audit-note',
  {
    ...noted,
    streams: column.bigint.orNull,
    facts: column.bigint.orNull,
    findings: column.bigint.orNull,
    error: column.text.orNull,
  },
  (given) =>
    db
      .insertInto('audits')
      .values((eb) => ({
        id: given('id'),
        version: given('version'),
        status: given('status'),
        member_id: given('member_id'),
        reason: given('reason'),
        requested_by: given('requested_by'),
        requested_by_role: given('requested_by_role'),
        requested_at: given('requested_at'),
        started_at: given('started_at'),
        ended_at: given('ended_at'),
        streams: eb.fn.coalesce(given('streams'), sql<string>`0`),
        facts: eb.fn.coalesce(given('facts'), sql<string>`0`),
        findings: eb.fn.coalesce(given('findings'), sql<string>`0`),
        error: given('error'),
      }))
      .onConflict((on) =>
        on
          .column('id')
          .doUpdateSet((eb) => ({
            version: eb.ref('excluded.version'),
            status: eb.ref('excluded.status'),
            started_at: eb.ref('excluded.started_at'),
            ended_at: eb.ref('excluded.ended_at'),
            error: eb.ref('excluded.error'),
            streams: eb.fn.coalesce(given('streams'), 'audits.streams'),
            facts: eb.fn.coalesce(given('facts'), 'audits.facts'),
            findings: eb.fn.coalesce(given('findings'), 'audits.findings'),
          }))
          .whereRef('audits.version', '<', 'excluded.version'),
      ),
);

const RECORD = [
  'id',
  'status',
  'member_id',
  'reason',
  'requested_by',
  'requested_by_role',
  'requested_at',
  'started_at',
  'ended_at',
  sql<number>`streams::float8`.as('streams'),
  sql<number>`facts::float8`.as('facts'),
  sql<number>`findings::float8`.as('findings'),
  'verified',
  'error',
] as const;

const FIND = new PreparedStatement('audit-find', ofAudit, (given) =>
  db.selectFrom('audits').where('id', '=', given('id')).select(RECORD),
);

const filtered = {
  ids: column.uuid.list.orNull,
  statuses: column.oneOf<AuditStatus>().list.orNull,
  memberIds: column.uuid.list.orNull,
};

const wanted = (given: Given<typeof filtered>) =>
  db
    .selectFrom('audits')
    .where((eb) => eb.or([eb(given('ids'), 'is', null), eb('id', '=', eb.fn.any(given('ids').$notNull()))]))
    .where((eb) =>
      eb.or([eb(given('statuses'), 'is', null), eb('status', '=', eb.fn.any(given('statuses').$notNull()))]),
    )
    .where((eb) =>
      eb.or([eb(given('memberIds'), 'is', null), eb('member_id', '=', eb.fn.any(given('memberIds').$notNull()))]),
    );

const COUNT = new PreparedStatement('audits-count', filtered, (given) =>
  wanted(given).select((eb) => eb.cast<number>(eb.fn.countAll(), 'integer').as('total')),
);

const listBy = (field: Sortable, order: 'asc' | 'desc') =>
  new PreparedStatement(
    `audits-by-${field}-${order}`,
    { ...filtered, offset: column.int, limit: column.int },
    (given) =>
      wanted(given)
        .select(RECORD)
        .orderBy(field, (by) => by[order]().nullsLast())
        .orderBy('id', order)
        .offset(given('offset'))
        .limit(given('limit')),
  );
const bothWays = (field: Sortable) => ({ ASC: listBy(field, 'asc'), DESC: listBy(field, 'desc') });

const LISTS = {
  id: bothWays('id'),
  requested_at: bothWays('requested_at'),
  started_at: bothWays('started_at'),
  ended_at: bothWays('ended_at'),
  status: bothWays('status'),
  findings: bothWays('findings'),
} satisfies Record<Sortable, unknown>;

const FINDINGS = new PreparedStatement('audit-findings', ofAudit, (given) =>
  db.selectFrom('audit_findings').where('audit_id', '=', given('id')).select('finding').orderBy('number'),
);

const HAS_ENDED = new PreparedStatement('audit-has-ended', ofAudit, (given) =>
  db
    .selectFrom('audits')
    .where('id', '=', given('id'))
    .select((eb) => eb('ended_at', 'is not', null).$castTo<boolean>().as('ended')),
);

const BEGIN = new PreparedStatement('audit-begin', ofAudit, (given) =>
  db
    .with('gone', (db) => db.deleteFrom('audit_findings').where('audit_id', '=', given('id')))
    .updateTable('audits')
    .set({ streams: '0', facts: '0', findings: '0', verified: null })
    .where('id', '=', given('id'))
    .where('ended_at', 'is', null),
);

/** The one door to `vault.audits` and `vault.audit_findings`. */
@Injectable()
export class Audits {
  constructor(@Inject(POOL) private readonly pool: Pool) {}

  /** Notes what the facts say; what an older reading of them said changes nothing any more. */
  async note(id: string, state: AuditState): Promise<void> {
    const { version, status, memberId, reason, requestedBy, requestedAt, startedAt, endedAt, ended, error } = state;
    await NOTE.run(this.pool, {
      id,
      version,
      status,
      member_id: memberId,
      reason,
      requested_by: requestedBy.id,
      requested_by_role: requestedBy.role,
      requested_at: requestedAt.toISOString(),
      started_at: startedAt?.toISOString() ?? null,
      ended_at: endedAt?.toISOString() ?? null,
      streams: ended?.streams ?? null,
      facts: ended?.facts ?? null,
      findings: ended?.findings ?? null,
      error,
    });
  }

  async list({ sort, offset, limit, filter: given }: AskedAudits): Promise<{ records: AuditRecord[]; total: number }> {
    const filters = { ids: listOf(given.id), statuses: listOf(given.status), memberIds: listOf(given.member_id) };
    const [{ rows }, counted] = await Promise.all([
      LISTS[sort.field][sort.order].run(this.pool, { ...filters, offset, limit }),
      COUNT.run(this.pool, filters),
    ]);
    return { records: rows.map(recordOf), total: counted.rows[0]?.total ?? 0 };
  }

  async find(id: string): Promise<AuditRecord | undefined> {
    const { rows } = await FIND.run(this.pool, { id });
    return rows[0] && recordOf(rows[0]);
  }

  /** In the order in which they were found. */
  async findings(id: string): Promise<AuditFinding[]> {
    const { rows } = await FINDINGS.run(this.pool, { id });
    return rows.map(({ finding }) => finding);
  }

  async hasEnded(id: string): Promise<boolean> {
    const { rows } = await HAS_ENDED.run(this.pool, { id });
    return rows[0]?.ended ?? true;
  }

  /** Forgets what a run before this one had come to. */
  async begin(id: string): Promise<void> {
    await BEGIN.run(this.pool, { id });
  }

  /** `findings` are kept as far as there is room; `number` is the first one's, from 1. */
  async progress(
    id: string,
    { streams, facts, findings }: AuditProgress,
    found: { number: number; findings: readonly AuditFinding[] } | undefined,
    verified: object | undefined,
  ): Promise<void> {
    // In SQL: findings come as one text of JSON, and are numbered by their places in it.
    await this.pool.query(
      `WITH kept AS (
         INSERT INTO vault.audit_findings (audit_id, number, finding)
         SELECT $1, $6 + place - 1, finding FROM jsonb_array_elements($7::jsonb) WITH ORDINALITY AS of (finding, place)
         WHERE $6 + place - 1 <= ${FINDINGS_KEPT}
         ON CONFLICT DO NOTHING
       )
       UPDATE vault.audits SET streams = $2, facts = $3, findings = $4, verified = coalesce($5::jsonb, verified)
       WHERE id = $1 AND ended_at IS NULL`,
      [
        id,
        streams,
        facts,
        findings,
        verified === undefined ? null : JSON.stringify(verified),
        found?.number ?? 1,
        JSON.stringify(found?.findings ?? []),
      ],
    );
  }
}

const listOf = (values: readonly string[] | undefined): string | null =>
  values === undefined ? null : arrayLiteral(values);

const recordOf = (row: FoundBy<typeof FIND>): AuditRecord => ({
  id: row.id,
  status: row.status,
  member_id: row.member_id,
  reason: row.reason,
  requested_by: { id: row.requested_by, role: row.requested_by_role },
  requested_at: row.requested_at.toISOString(),
  started_at: row.started_at?.toISOString() ?? null,
  ended_at: row.ended_at?.toISOString() ?? null,
  progress: { streams: row.streams, facts: row.facts },
  findings: row.findings,
  verified: row.verified,
  error: row.error,
});
