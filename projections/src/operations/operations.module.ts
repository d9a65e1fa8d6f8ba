import { Module } from '@nestjs/common';
import { ProjectionStatusesHandler } from './operations.queries.ts';
import { ProjectionHealth } from './projection-health.ts';

@Module({ providers: [ProjectionStatusesHandler, ProjectionHealth] })
export class OperationsModule {}
