import { projectionStream } from '@easel/contracts/operations/stream';
import { feature } from '@easel/kernel/deciding/feature';
import { projection } from './projection.decider.ts';
import { ProjectionsController } from './projections.controller.ts';

export const operationsFeature = feature({
  stream: projectionStream,
  decider: projection,
  routes: [ProjectionsController],
});
