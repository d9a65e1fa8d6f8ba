import type { AuditRecord } from '@easel/contracts/audit/http';
import type { CommandContext } from '@easel/kernel/deciding/decider-runner';
import { Command } from '@nestjs/cqrs';

/** `memberId`: whose account alone is looked at. Refused with 503 where no audits can be run. */
export class RequestAudit extends Command<AuditRecord> {
  constructor(
    readonly memberId: string | null,
    readonly reason: string,
    readonly context: CommandContext,
  ) {
    super();
  }
}

/** Refused with 404 for what there is not, and with 409 for what has its verdict. */
export class CancelAudit extends Command<AuditRecord> {
  constructor(
    readonly auditId: string,
    readonly reason: string,
    readonly context: CommandContext,
  ) {
    super();
  }
}

/** Brings what is read of an audit up to its facts. */
export class FollowAudit extends Command<void> {
  constructor(readonly auditId: string) {
    super();
  }
}
