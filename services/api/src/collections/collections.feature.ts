import { collectedStream, collectionsStream } from '@easel/contracts/collections/stream';
import { feature } from '@easel/kernel/deciding/feature';
import { collected } from './collected.decider.ts';
import { CollectionsController } from './collections.controller.ts';
import { collections } from './collections.decider.ts';
import { CollectionsLookup } from './collections.lookup.ts';

const contents = feature({ stream: collectedStream, decider: collected });

export const collectionsFeature = feature({
  stream: collectionsStream,
  decider: collections,
  routes: [CollectionsController],
  lookups: [CollectionsLookup],
  imports: [contents],
});
