import { Module } from '@nestjs/common';
import { AnchorKeeper } from './anchor.keeper.ts';
import { AuditBook } from './audit-book.ts';
import { AuditRunner } from './audit.runner.ts';
import { AuditsController } from './audits.controller.ts';
import { CancelAuditHandler, FollowAuditHandler, RequestAuditHandler } from './audits.handlers.ts';
import { AuditQueue, Audits } from './audits.tables.ts';

@Module({
  controllers: [AuditsController],
  providers: [
    AnchorKeeper,
    Audits,
    AuditQueue,
    AuditBook,
    AuditRunner,
    RequestAuditHandler,
    CancelAuditHandler,
    FollowAuditHandler,
  ],
  exports: [AnchorKeeper],
})
export class AuditModule {}
