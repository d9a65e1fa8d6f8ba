import { Module } from '@nestjs/common';
import { AnalyticsController } from './analytics.controller.ts';
import { OwnActivityHandler } from './analytics.queries.ts';

@Module({ controllers: [AnalyticsController], providers: [OwnActivityHandler] })
export class AnalyticsModule {}
