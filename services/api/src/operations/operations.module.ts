import { Module } from '@nestjs/common';
import { ProjectionsController } from './projections.controller.ts';
import { OperateProjectionHandler } from './projections.handlers.ts';

@Module({ controllers: [ProjectionsController], providers: [OperateProjectionHandler] })
export class OperationsModule {}
