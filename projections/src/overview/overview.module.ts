import { Module } from '@nestjs/common';
import { OverviewController } from './overview.controller.ts';
import { ConsoleOverviewHandler } from './overview.queries.ts';

@Module({ controllers: [OverviewController], providers: [ConsoleOverviewHandler] })
export class OverviewModule {}
