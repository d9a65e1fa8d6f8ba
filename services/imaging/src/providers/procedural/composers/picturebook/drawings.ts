import type { ThingName } from '@easel/contracts/generation/lexicon/things';
import { beasts } from './beasts.ts';
import { food } from './food.ts';
import { objects } from './objects.ts';
import type { Thing } from './part.ts';
import { people } from './people.ts';
import { places } from './places.ts';
import { vehicles } from './vehicles.ts';

/** Every thing that the lexicon promises: one that is promised and not drawn does not compile. */
export const drawings: Readonly<Record<ThingName, Thing>> = {
  ...beasts,
  ...people,
  ...food,
  ...objects,
  ...vehicles,
  ...places,
};
