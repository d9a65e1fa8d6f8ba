import { queriesStream } from '@easel/contracts/columns/stream';
import { feature } from '@easel/kernel/deciding/feature';
import { QueriesController } from './queries.controller.ts';
import { queries } from './queries.decider.ts';

export const columnsFeature = feature({
  soles: [{ stream: queriesStream, decider: queries }],
  routes: [QueriesController],
});
