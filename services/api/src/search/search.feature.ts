import { searchesStream } from '@easel/contracts/search/stream';
import { feature } from '@easel/kernel/deciding/feature';
import { SearchController } from './search.controller.ts';
import { SearchDays } from './search-days.ts';
import { searches } from './searches.decider.ts';

export const searchFeature = feature({
  stream: searchesStream,
  decider: searches,
  routes: [SearchController],
  providers: [SearchDays],
});
