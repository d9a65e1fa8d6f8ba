import { feature } from '@easel/kernel/deciding/feature';
import { StepsController } from './steps.controller.ts';

export const eventsFeature = feature({ routes: [StepsController] });
