import { z } from 'zod';
import type { FactCatalogue, FactsOf } from '../kernel/event.ts';
import { auditVerdicts } from './policy.ts';

const auditId = z.uuid();
const count = z.number().int().nonnegative();

/** Facts of `audit-{id}`: one verification of the log and the books. Who asked stands in the metadata. */
export const auditFacts = {
  /** `memberId`: whose account alone is looked at; null: everybody's. */
  AuditRequested: { version: 1, data: z.object({ auditId, memberId: z.uuid().nullable(), reason: z.string() }) },
  /** `attempt` counts from 1: a process that dies in between leaves it to be begun anew. */
  AuditStarted: { version: 1, data: z.object({ auditId, attempt: z.number().int().positive() }) },
  AuditCompleted: {
    version: 1,
    data: z.object({ auditId, verdict: z.enum(auditVerdicts), streams: count, facts: count, findings: count }),
  },
  /** It could not be carried through. */
  AuditFailed: { version: 1, data: z.object({ auditId, error: z.string() }) },
  AuditCancelled: { version: 1, data: z.object({ auditId, reason: z.string() }) },
} satisfies FactCatalogue;

export type AuditFact = FactsOf<typeof auditFacts>;
