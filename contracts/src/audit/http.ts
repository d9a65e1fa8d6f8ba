import * as z from 'zod/mini';
import { listQuery, reasonText } from '../kernel/console.ts';
import { route } from '../kernel/http.ts';
import { defineProblems } from '../kernel/problem.ts';
import { auditStatuses } from './policy.ts';

export const auditProblems = defineProblems('audit', {
  notFound: [404, 'Audit not found'],
  /** It has its verdict, or was cancelled before. */
  ended: [409, 'This audit has ended already'],
  notSet: [503, 'This installation cannot run audits: AUDIT_COMMAND is not set'],
});

/** One difference. */
export const auditFinding = z.object({
  /** What kind of difference: `chain.changed`, `ledger.differs`. */
  code: z.string(),
  /** `account-{id}@7`, `ledger entry account-{id}@7`, `anchor 3`. */
  place: z.string(),
  message: z.string(),
  detail: z.record(z.string(), z.unknown()),
});
export type AuditFinding = z.output<typeof auditFinding>;

const record = z.object({
  id: z.string(),
  status: z.enum(auditStatuses),
  /** Whose account alone is looked at. */
  member_id: z.nullable(z.string()),
  reason: z.string(),
  requested_by: z.object({ id: z.string(), role: z.nullable(z.string()) }),
  requested_at: z.string(),
  started_at: z.nullable(z.string()),
  ended_at: z.nullable(z.string()),
  progress: z.object({ streams: z.number(), facts: z.number() }),
  /** Differences so far. */
  findings: z.number(),
  /** What was looked at, once it is through. */
  verified: z.nullable(z.record(z.string(), z.unknown())),
  /** Why it failed. */
  error: z.nullable(z.string()),
});
export type AuditRecord = z.output<typeof record>;

const byId = z.object({ id: z.uuid() });
const auditors = { operators: ['admin', 'auditor'] } as const;

export const auditHttp = {
  /** A bare array with `Content-Range`. Filters: `id`, `status`, `member_id`, each one or several. */
  list: route({
    method: 'GET',
    path: '/api/admin/audits',
    side: 'command',
    access: auditors,
    query: listQuery,
    reply: z.array(record),
  }),
  /** With the first thousand differences. */
  one: route({
    method: 'GET',
    path: '/api/admin/audits/:id',
    side: 'command',
    access: auditors,
    params: byId,
    reply: z.extend(record, { found: z.array(auditFinding) }),
    errors: [auditProblems.notFound],
  }),
  /** 201. They are run one after the other. */
  start: route({
    method: 'POST',
    path: '/api/admin/audits',
    side: 'command',
    access: auditors,
    body: z.object({ member_id: z._default(z.nullable(z.uuid()), null), reason: reasonText }),
    reply: z.extend(record, { success: z.literal(true) }),
    errors: [auditProblems.notSet],
    moves: ['audits'],
    limit: { calls: 30, seconds: 600 },
    idempotent: true,
  }),
  cancel: route({
    method: 'POST',
    path: '/api/admin/audits/:id/cancel',
    side: 'command',
    access: auditors,
    params: byId,
    body: z.object({ reason: reasonText }),
    reply: z.extend(record, { success: z.literal(true) }),
    errors: [auditProblems.notFound, auditProblems.ended],
    moves: ['audits'],
    idempotent: true,
  }),
};
