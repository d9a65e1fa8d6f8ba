import { searchesStream } from '@easel/contracts/search/stream';
import { feature } from '@easel/kernel/deciding/feature';
import { ForgetSearchesHandler } from './forget-searches.ts';
import { forgetSearches } from './forget-searches.process.ts';
import { SearchController } from './search.controller.ts';
import { SearchDays } from './search-days.ts';
import { SearchMarks } from './search-marks.ts';
import { searches } from './searches.decider.ts';

export const searchFeature = feature({
  stream: searchesStream,
  decider: searches,
  routes: [SearchController],
  processes: [forgetSearches],
  useCases: [ForgetSearchesHandler],
  providers: [SearchDays, SearchMarks],
});
