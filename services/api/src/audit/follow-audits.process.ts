import type { AuditFact } from '@easel/contracts/audit/events';
import { auditStream } from '@easel/contracts/audit/stream';
import type { ProcessDefinition } from '@easel/kernel/following/process';
import { FollowAudit } from './audits.commands.ts';

/** Makes what was asked for known to whoever runs audits, also when the process that took it died right after. */
export const followAudits: ProcessDefinition<AuditFact, null, FollowAudit> = {
  name: 'audit.follow',
  from: 'start',
  categories: [auditStream.category],
  on: ({ data, recordedAt }) => [{ schedule: { key: data.auditId, dueAt: recordedAt, payload: null } }],
  command: ({ key }) => new FollowAudit(key),
};
