import { feature } from '@easel/kernel/feature';
import { ChoosePlanHandler } from './choose-plan.ts';
import { SubscriptionsController } from './subscriptions.controller.ts';

export const subscriptionsFeature = feature({ routes: [SubscriptionsController], useCases: [ChoosePlanHandler] });
