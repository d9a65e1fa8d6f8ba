import { Module } from '@nestjs/common';
import { LedgerController } from './ledger.controller.ts';
import { BalanceAtHandler, StatementPageHandler, WholeStatementHandler } from './ledger.queries.ts';

@Module({
  controllers: [LedgerController],
  providers: [BalanceAtHandler, StatementPageHandler, WholeStatementHandler],
})
export class LedgerModule {}
