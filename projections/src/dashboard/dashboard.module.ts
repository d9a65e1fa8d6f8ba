import { Module } from '@nestjs/common';
import { DashboardController } from './dashboard.controller.ts';
import { MemberOverviewHandler } from './dashboard.queries.ts';

@Module({ controllers: [DashboardController], providers: [MemberOverviewHandler] })
export class DashboardModule {}
