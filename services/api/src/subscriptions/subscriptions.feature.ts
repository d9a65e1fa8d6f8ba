import { feature } from '@easel/kernel/feature';
import { SubscriptionsController } from './subscriptions.controller.ts';
import { ChoosePlanHandler } from './subscriptions.handlers.ts';

export const subscriptionsFeature = feature({ routes: [SubscriptionsController], useCases: [ChoosePlanHandler] });
