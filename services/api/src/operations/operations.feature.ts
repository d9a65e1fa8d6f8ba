import { feature } from '@easel/kernel/feature';
import { ProjectionsController } from './projections.controller.ts';
import { OperateProjectionHandler } from './projections.handlers.ts';

export const operationsFeature = feature({ routes: [ProjectionsController], useCases: [OperateProjectionHandler] });
