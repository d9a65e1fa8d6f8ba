import { kinds } from './kinds.ts';
import type { ComposerName } from './leanings.ts';
import type { Asked } from './asked.ts';
import { affinityOf, strengthOf } from './strength.ts';

/** Every way of making a picture. */
export const composerNames = [
  'landscape',
  'flow',
  'sea',
  'city',
  'space',
  'portrait',
  'animal',
  'botanical',
  'geometric',
  'pattern',
  'emblem',
  'typographic',
  'picturebook',
] as const satisfies readonly ComposerName[];

/** Those that set the words of a picture by their own design. */
export const typesetters: ReadonlySet<ComposerName> = new Set<ComposerName>(['typographic', 'emblem']);

/** Those whose pictures show nothing in particular: the answer to words that nobody knows. */
const abstract = ['flow', 'geometric'] as const satisfies readonly ComposerName[];
/** Those that draw a thing by itself; the others would be cut from a picture. */
const drawOnCloth: ReadonlySet<ComposerName> = new Set<ComposerName>([
  'animal',
  'portrait',
  'botanical',
  'flow',
  'space',
  'geometric',
  'picturebook',
]);

/** Words of mood and manner help, but never outweigh what is to be seen. */
const HELP = 0.5;
const MOST_HELP = 4;
/** On cloth a motif needs no word for the emblem that frames it. */
const motifs = Object.values(kinds.motif).flatMap((list) => list.split(' '));

/** The composer of a picture, and whether it draws anything that is said. */
export function composerOf(asked: Asked, prompt: string): { readonly name: ComposerName; readonly heard: boolean } {
  // What is set in every picture speaks for none.
  const chosen = chosenComposer(asked.lettered ? { ...asked, saying: null } : asked);
  if (chosen !== null) return { name: chosen, heard: true };
  if (asked.lettered) return { name: asked.transparent ? 'emblem' : 'typographic', heard: false };
  return { name: abstractComposer(prompt), heard: false };
}

/** The composer that answers best, or null where nothing is said that any of them draws. */
function chosenComposer(asked: Asked): ComposerName | null {
  const ranked = composerNames
    .filter((name) => !asked.transparent || name === 'emblem' || drawOnCloth.has(name))
    .map((name) => {
      const strength = strengthOf(name, asked);
      const affinity = affinityOf(name, asked);
      // Mood alone draws nothing: who hears no subject of its own is not asked.
      const heard = strength > 0 || (name === 'emblem' && asked.transparent && isMotif(asked));
      return { name, score: heard ? strength + Math.min(MOST_HELP, affinity) * HELP : 0 };
    })
    .sort((a, b) => b.score - a.score);
  const best = ranked[0];
  return best !== undefined && best.score > 0 ? best.name : null;
}

/** The abstract composer of a prompt that says nothing known: the same for each of its seeds. */
function abstractComposer(prompt: string): ComposerName {
  let sum = 0;
  for (const letter of prompt.trim().toLowerCase()) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) % 1_000_003;
  return abstract[sum % abstract.length] ?? 'flow';
}

const isMotif = ({ words, saying }: Asked): boolean => saying?.quoted === true || words.says(...motifs);
