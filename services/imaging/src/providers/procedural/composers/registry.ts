import type { Brief } from '../brief.ts';
import { leaningOf } from '../lexicon/reading.ts';
import { animal } from './animal/animal.ts';
import { botanical } from './botanical/botanical.ts';
import { city } from './city/city.ts';
import type { Composer } from '../composer.ts';
import { emblem } from './emblem/emblem.ts';
import { flow } from './flow/flow.ts';
import { geometric } from './geometric/geometric.ts';
import { landscape } from './landscape/landscape.ts';
import { pattern } from './pattern/pattern.ts';
import { portrait } from './portrait/portrait.ts';
import { sea } from './sea/sea.ts';
import { space } from './space/space.ts';
import { affinityOf, strengthOf } from '../lexicon/strength.ts';
import { typographic } from './typographic/typographic.ts';

/** Every way of making a picture. A new one is a file beside this and a name here. */
export const composers: readonly [Composer, ...Composer[]] = [
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
];

/** Those that need no word of their own to make a good picture. */
const needNoWord = new Set(['landscape', 'flow', 'sea', 'city', 'space', 'botanical', 'geometric', 'pattern']);
/** Those that draw a thing by itself; the others would be cut from a picture. */
const drawOnCloth = new Set(['animal', 'portrait', 'botanical', 'flow', 'space', 'geometric']);

/** Words of mood and manner help, but never outweigh what is to be seen. */
const HELP = 0.5;
const MOST_HELP = 4;
/** Below this nothing was said that any of them knows. */
const KNOWN = 0.5;

/** The composer that answers a brief best. Words that none knows fall to any of them, the same for each seed of a prompt. */
export function composerFor(brief: Brief, prompt: string): Composer {
  const usable = composers.filter(({ name }) => !brief.transparent || name === 'emblem' || drawOnCloth.has(name));
  const ranked = usable
    .map((composer) => {
      const affinity = affinityOf(composer.name, brief);
      // Who hears no word of its own is not asked, whatever its subject.
      const score = affinity > 0 ? Math.min(MOST_HELP, affinity) * HELP + strengthOf(composer.name, brief) : 0;
      return { composer, score };
    })
    .sort((a, b) => b.score - a.score);
  const best = ranked[0];
  if (best !== undefined && best.score >= KNOWN) return best.composer;
  const emblem = usable.find(({ name }) => name === 'emblem');
  if (brief.transparent && emblem !== undefined) return emblem;
  const open = usable.filter(({ name }) => needNoWord.has(name));
  return open[Math.floor(leaningOf(prompt) * open.length)] ?? composers[0];
}
