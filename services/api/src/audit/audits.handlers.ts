import { auditProblems, type AuditRecord } from '@easel/contracts/audit/http';
import { Refused } from '@easel/contracts/kernel/problem';
import { Inject } from '@nestjs/common';
import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { v5 as uuidV5 } from 'uuid';
import { AuditBook } from './audit-book.ts';
import { AUDIT_SETTINGS, type AuditSettings } from './audit.config.ts';
import { CancelAudit, FollowAudit, RequestAudit } from './audits.commands.ts';

/** Ids of audits are UUID v5 of the command's key within this namespace. */
const AUDIT_NAMESPACE = '8e5cf3b8-70a4-4a0d-9f64-6c1d5f0f3b0e';

@CommandHandler(RequestAudit)
export class RequestAuditHandler implements ICommandHandler<RequestAudit> {
  constructor(
    private readonly book: AuditBook,
    @Inject(AUDIT_SETTINGS) private readonly settings: AuditSettings,
  ) {}

  async execute({ memberId, reason, context }: RequestAudit): Promise<AuditRecord> {
    if (!this.settings.command) throw new Refused(auditProblems.notSet);
    const auditId = uuidV5(context.key, AUDIT_NAMESPACE);
    await this.book.carryOut({ type: 'RequestAudit', auditId, memberId, reason }, context);
    return this.book.record(auditId);
  }
}

@CommandHandler(CancelAudit)
export class CancelAuditHandler implements ICommandHandler<CancelAudit> {
  constructor(private readonly book: AuditBook) {}

  async execute({ auditId, reason, context }: CancelAudit): Promise<AuditRecord> {
    await this.book.carryOut({ type: 'CancelAudit', auditId, reason }, context);
    return this.book.record(auditId);
  }
}

@CommandHandler(FollowAudit)
export class FollowAuditHandler implements ICommandHandler<FollowAudit> {
  constructor(private readonly book: AuditBook) {}

  async execute({ auditId }: FollowAudit): Promise<void> {
    await this.book.follow(auditId);
  }
}
