import { Module } from '@nestjs/common';
import { PurchasesController } from './purchases.controller.ts';
import { BoughtImageHandler, OwnPurchasesHandler } from './purchases.queries.ts';

@Module({ controllers: [PurchasesController], providers: [BoughtImageHandler, OwnPurchasesHandler] })
export class PurchasesModule {}
