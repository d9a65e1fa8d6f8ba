import { followsStream } from '@easel/contracts/people/stream';
import { feature } from '@easel/kernel/deciding/feature';
import { follows } from './follows.decider.ts';
import { noteBlocks } from './note-blocks.process.ts';
import { PeopleController } from './people.controller.ts';
import { PeopleLookup } from './people.lookup.ts';

export const peopleFeature = feature({
  stream: followsStream,
  decider: follows,
  routes: [PeopleController],
  processes: [noteBlocks],
  lookups: [PeopleLookup],
});
