import { filtersStream } from '@easel/contracts/filters/stream';
import { feature } from '@easel/kernel/deciding/feature';
import { FiltersController } from './filters.controller.ts';
import { filters } from './filters.decider.ts';

export const filtersFeature = feature({ stream: filtersStream, decider: filters, routes: [FiltersController] });
