import { Module } from '@nestjs/common';
import { AnchorKeeper } from './anchor.keeper.ts';

@Module({ providers: [AnchorKeeper], exports: [AnchorKeeper] })
export class AuditModule {}
