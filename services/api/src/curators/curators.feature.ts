import { curatorStream } from '@easel/contracts/curators/stream';
import { feature } from '@easel/kernel/deciding/feature';
import { curator } from './curator.decider.ts';
import { CuratorsController } from './curators.controller.ts';
import { CuratorsLookup } from './curators.lookup.ts';
import { removeSections } from './remove-section.process.ts';
import { RemoveSectionHandler } from './remove-section.ts';
import { SectionController } from './section.controller.ts';

export const curatorsFeature = feature({
  stream: curatorStream,
  decider: curator,
  routes: [CuratorsController, SectionController],
  processes: [removeSections],
  lookups: [CuratorsLookup],
  useCases: [RemoveSectionHandler],
});
