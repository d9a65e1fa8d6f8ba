/**
 * - `queued`: waits for the verification before it.
 * - `failed`: it could not look at everything, so nothing is proven either way; `error` says why.
 */
export const auditStatuses = ['queued', 'running', 'clean', 'findings', 'failed', 'cancelled'] as const;
export type AuditStatus = (typeof auditStatuses)[number];

export const auditVerdicts = ['clean', 'findings'] as const;
export type AuditVerdict = (typeof auditVerdicts)[number];

/** Differences of one verification that are kept, each at its place; all of them are counted. */
export const FINDINGS_KEPT = 1_000;
/** A verification that has begun so often and never came to its end is given up. */
export const ATTEMPTS_MAX = 3;
