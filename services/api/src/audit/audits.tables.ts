import type { AuditFinding, AuditRecord } from '@easel/contracts/audit/http';
import { auditStatuses, FINDINGS_KEPT } from '@easel/contracts/audit/policy';
import type { Pool } from '@easel/kernel/database/database';
import { column, table } from '@easel/kernel/database/table';
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

export const audits = table(
  'audits',
  {
    id: column.uuid,
    version: column.int,
    status: column.oneOf<AuditRecord['status']>(),
    member_id: column.uuid.orNull,
    reason: column.text,
    requested_by: column.text,
    requested_by_role: column.text.orNull,
    requested_at: column.timestamptz,
    started_at: column.timestamptz.orNull,
    ended_at: column.timestamptz.orNull,
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

const sortable = ['requested_at', 'started_at', 'ended_at', 'status', 'findings'] as const;
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

const RECORD = `
  id, status, member_id, reason, requested_by, requested_by_role, requested_at, started_at, ended_at,
  streams::float8, facts::float8, findings::float8, verified, error`;
const WHERE = `
  ($1::uuid[] IS NULL OR id = ANY($1::uuid[])) AND ($2::text[] IS NULL OR status = ANY($2::text[]))
  AND ($3::uuid[] IS NULL OR member_id = ANY($3::uuid[]))`;

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

/** The one door to `vault.audits` and `vault.audit_findings`. */
@Injectable()
export class Audits {
  constructor(@Inject(POOL) private readonly pool: Pool) {}

  /** Notes what the facts say; what an older reading of them said changes nothing any more. */
  async note(id: string, state: AuditState): Promise<void> {
    const { version, status, memberId, reason, requestedBy, requestedAt, startedAt, endedAt, ended, error } = state;
    await this.pool.query(
      `INSERT INTO vault.audits (id, version, status, member_id, reason, requested_by, requested_by_role, requested_at,
         started_at, ended_at, streams, facts, findings, error)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, coalesce($11::bigint, 0), coalesce($12::bigint, 0),
         coalesce($13::bigint, 0), $14)
       ON CONFLICT (id) DO UPDATE SET version = excluded.version, status = excluded.status,
         started_at = excluded.started_at, ended_at = excluded.ended_at, error = excluded.error,
         streams = coalesce($11::bigint, audits.streams), facts = coalesce($12::bigint, audits.facts),
         findings = coalesce($13::bigint, audits.findings)
       WHERE audits.version < excluded.version`,
      [
        id,
        version,
        status,
        memberId,
        reason,
        requestedBy.id,
        requestedBy.role,
        requestedAt,
        startedAt,
        endedAt,
        ended?.streams ?? null,
        ended?.facts ?? null,
        ended?.findings ?? null,
        error,
      ],
    );
  }

  async list({ sort, offset, limit, filter: given }: AskedAudits): Promise<{ records: AuditRecord[]; total: number }> {
    const wanted = [given.id ?? null, given.status ?? null, given.member_id ?? null];
    // Field and order are of our own lists.
    const order = `${sort.field} ${sort.order} NULLS LAST, id ${sort.order}`;
    const [{ rows }, counted] = await Promise.all([
      this.pool.query<Row>(`SELECT ${RECORD} FROM vault.audits WHERE ${WHERE} ORDER BY ${order} OFFSET $4 LIMIT $5`, [
        ...wanted,
        offset,
        limit,
      ]),
      this.pool.query<{ total: number }>(`SELECT count(*)::int AS total FROM vault.audits WHERE ${WHERE}`, wanted),
    ]);
    return { records: rows.map(recordOf), total: counted.rows[0]?.total ?? 0 };
  }

  async find(id: string): Promise<AuditRecord | undefined> {
    const { rows } = await this.pool.query<Row>(`SELECT ${RECORD} FROM vault.audits WHERE id = $1`, [id]);
    return rows[0] && recordOf(rows[0]);
  }

  /** In the order in which they were found. */
  async findings(id: string): Promise<AuditFinding[]> {
    const { rows } = await this.pool.query<{ finding: AuditFinding }>(
      'SELECT finding FROM vault.audit_findings WHERE audit_id = $1 ORDER BY number',
      [id],
    );
    return rows.map(({ finding }) => finding);
  }

  async hasEnded(id: string): Promise<boolean> {
    const { rows } = await this.pool.query<{ ended: boolean }>(
      'SELECT ended_at IS NOT NULL AS ended FROM vault.audits WHERE id = $1',
      [id],
    );
    return rows[0]?.ended ?? true;
  }

  /** Forgets what a run before this one had come to. */
  async begin(id: string): Promise<void> {
    await this.pool.query(
      `WITH gone AS (DELETE FROM vault.audit_findings WHERE audit_id = $1)
       UPDATE vault.audits SET streams = 0, facts = 0, findings = 0, verified = NULL WHERE id = $1 AND ended_at IS NULL`,
      [id],
    );
  }

  /** `findings` are kept as far as there is room; `number` is the first one's, from 1. */
  async progress(
    id: string,
    { streams, facts, findings }: AuditProgress,
    found: { number: number; findings: readonly AuditFinding[] } | undefined,
    verified: object | undefined,
  ): Promise<void> {
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

interface Row {
  id: string;
  status: AuditRecord['status'];
  member_id: string | null;
  reason: string;
  requested_by: string;
  requested_by_role: string | null;
  requested_at: Date;
  started_at: Date | null;
  ended_at: Date | null;
  streams: number;
  facts: number;
  findings: number;
  verified: Record<string, unknown> | null;
  error: string | null;
}

const recordOf = (row: Row): AuditRecord => ({
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
