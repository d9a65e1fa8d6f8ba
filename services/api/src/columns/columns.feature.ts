import { feature } from '@easel/kernel/deciding/feature';
import { QueriesController } from './queries.controller.ts';

export const columnsFeature = feature({ routes: [QueriesController] });
