import { Module } from '@nestjs/common';
import { LedgerConsoleController } from './console.controller.ts';
import { LedgerController } from './ledger.controller.ts';

@Module({ controllers: [LedgerController, LedgerConsoleController] })
export class LedgerModule {}
