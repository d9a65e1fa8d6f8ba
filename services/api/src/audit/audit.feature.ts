import { auditStream } from '@easel/contracts/audit/stream';
import { feature } from '@easel/kernel/deciding/feature';
import { AnchorScheduler } from './anchor.scheduler.ts';
import { AuditBook } from './audit-book.ts';
import { audit } from './audit.decider.ts';
import { AuditRunner } from './audit.worker.ts';
import { AuditsController } from './audits.controller.ts';
import { AuditQueue, Audits } from './audits.tables.ts';
import { followAudits } from './follow-audits.process.ts';
import { FollowAuditHandler } from './follow-audits.ts';

export const auditFeature = feature({
  stream: auditStream,
  decider: audit,
  routes: [AuditsController],
  processes: [followAudits],
  useCases: [AnchorScheduler, FollowAuditHandler],
  providers: [Audits, AuditQueue, AuditBook, AuditRunner],
});
