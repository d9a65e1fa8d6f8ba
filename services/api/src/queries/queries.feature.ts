import { queriesStream } from '@easel/contracts/queries/stream';
import { feature } from '@easel/kernel/deciding/feature';
import { QueriesController } from './queries.controller.ts';
import { queries } from './queries.decider.ts';

export const queriesFeature = feature({ stream: queriesStream, decider: queries, routes: [QueriesController] });
