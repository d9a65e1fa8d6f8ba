import { Module } from '@nestjs/common';
import { PurchasesController } from './purchases.controller.ts';

@Module({ controllers: [PurchasesController] })
export class PurchasesModule {}
