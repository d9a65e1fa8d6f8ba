import { feature } from '@easel/kernel/deciding/feature';
import { OriginController } from './origin.controller.ts';

export const originFeature = feature({ routes: [OriginController] });
