import { Module } from '@nestjs/common';
import { OverviewController } from './overview.controller.ts';

@Module({ controllers: [OverviewController] })
export class OverviewModule {}
