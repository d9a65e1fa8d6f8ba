import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { AuditBook } from './audit-book.ts';

/** Brings what is read of an audit up to its facts. */
export class FollowAudit extends Command<void> {
  constructor(readonly auditId: string) {
    super();
  }
}

@CommandHandler(FollowAudit)
export class FollowAuditHandler implements ICommandHandler<FollowAudit> {
  constructor(private readonly book: AuditBook) {}

  execute({ auditId }: FollowAudit): Promise<void> {
    return this.book.follow(auditId);
  }
}
