import { Module } from '@nestjs/common';
import { LedgerConsoleController } from './console.controller.ts';
import {
  LedgerAccountHandler,
  LedgerEntriesHandler,
  LedgerEntryByIdHandler,
  WholeLedgerHandler,
} from './console.queries.ts';
import { LedgerController } from './ledger.controller.ts';
import { BalanceAtHandler, StatementPageHandler, WholeStatementHandler } from './ledger.queries.ts';

@Module({
  controllers: [LedgerController, LedgerConsoleController],
  providers: [
    BalanceAtHandler,
    StatementPageHandler,
    WholeStatementHandler,
    LedgerAccountHandler,
    LedgerEntriesHandler,
    LedgerEntryByIdHandler,
    WholeLedgerHandler,
  ],
})
export class LedgerModule {}
