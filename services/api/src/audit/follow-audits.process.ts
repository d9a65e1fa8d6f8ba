import type { AuditFact } from '@easel/contracts/audit/events';
import { auditStream } from '@easel/contracts/audit/stream';
import type { Recorded } from '@easel/contracts/kernel/event';
import type { ProcessDefinition, Step } from '@easel/kernel/following/process';
import { FollowAudit } from './follow-audits.ts';

/** Makes what was asked for known to whoever runs audits, also when the process that took it died right after. */
export const followAudits: ProcessDefinition<AuditFact, null, FollowAudit> = {
  name: 'audit.follow',
  from: 'start',
  categories: [auditStream.category],
  on: {
    AuditRequested: noted,
    AuditStarted: noted,
    AuditCompleted: noted,
    AuditFailed: noted,
    AuditCancelled: noted,
  } satisfies Record<AuditFact['type'], unknown>,
  command: ({ key }) => new FollowAudit(key),
};

function noted({ data, recordedAt }: Recorded<AuditFact>): Step<null>[] {
  return [{ schedule: { key: data.auditId, dueAt: recordedAt, payload: null } }];
}
