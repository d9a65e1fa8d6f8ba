import { feature } from '@easel/kernel/deciding/feature';
import { ChoosePlanHandler } from './choose-plan.ts';
import { SubscriptionsController } from './subscriptions.controller.ts';

export const subscriptionsFeature = feature({ routes: [SubscriptionsController], useCases: [ChoosePlanHandler] });
