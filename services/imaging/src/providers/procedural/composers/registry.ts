import { composerOf } from '@easel/contracts/generation/lexicon/choice';
import type { ComposerName } from '@easel/contracts/generation/lexicon/leanings';
import type { Brief } from '../brief.ts';
import type { Composer } from '../composer.ts';
import { animal } from './animal/animal.ts';
import { botanical } from './botanical/botanical.ts';
import { city } from './city/city.ts';
import { emblem } from './emblem/emblem.ts';
import { flow } from './flow/flow.ts';
import { geometric } from './geometric/geometric.ts';
import { landscape } from './landscape/landscape.ts';
import { pattern } from './pattern/pattern.ts';
import { picturebook } from './picturebook/picturebook.ts';
import { portrait } from './portrait/portrait.ts';
import { sea } from './sea/sea.ts';
import { space } from './space/space.ts';
import { typographic } from './typographic/typographic.ts';

/**
 * Every way of making a picture. A new one is a file beside this, a name here, and its words in the contract's lexicon.
 */
const byName: Readonly<Record<ComposerName, Composer>> = {
  landscape,
  flow,
  sea,
  city,
  space,
  portrait,
  animal,
  botanical,
  geometric,
  pattern,
  emblem,
  typographic,
  picturebook,
};
export const composers: readonly Composer[] = Object.values(byName);

/**
 * The composer that answers a brief best; what says nothing known becomes an abstract composition, as members are told.
 */
export const composerFor = (brief: Brief, prompt: string): Composer =>
  byName[composerOf({ ...brief, words: brief.words.raw }, prompt).name];
