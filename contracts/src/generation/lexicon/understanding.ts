import type { Asked } from './asked.ts';
import { composerOf, typesetters } from './choice.ts';
import { kinds } from './kinds.ts';
import type { ComposerName } from './leanings.ts';
import { unsettableIn } from './letters.ts';
import { repertoire, type Shelf } from './repertoire.ts';
import { headsOf, leftOutOf } from './left-out.ts';
import { scenery } from './scenery.ts';
import { spelled } from './things.ts';
import { traits } from './traits.ts';
import { anyNear, undrawn } from './undrawn.ts';
import { ways } from './ways.ts';
import { fold, Words } from './words.ts';

/** One thing of a prompt that will be seen. */
export interface Understood {
  /** As its author calls it. */
  readonly said: string;
  /** What is drawn. */
  readonly name: string;
  /** That is not itself, but its nearest relative. */
  readonly relative: boolean;
}

/** What the built-in renderer makes of a prompt's words: told before anybody pays, and drawn accordingly. */
export interface Understanding {
  readonly composer: ComposerName;
  /** The main subject first, then what is seen around it. Empty: the picture is an abstract composition. */
  readonly understood: readonly Understood[];
  /** All that is said and not seen, as it was written: "brick wall". */
  readonly missing: readonly string[];
  /** Things that can be drawn, to be named in place of the first that is missing. */
  readonly near: readonly string[];
  /** What the prompt is about is drawn as itself; else its author agrees before it is charged. */
  readonly isUnderstood: boolean;
  /** Characters of the words in the picture that its typefaces cannot set: such a request is refused. */
  readonly unsettable: readonly string[];
}

/** Composers that draw one thing, the first that is said. */
const ofOneThing: ReadonlySet<ComposerName> = new Set<ComposerName>(['animal', 'portrait', 'picturebook']);

export function understandingOf(asked: Asked, prompt: string): Understanding {
  const { name: composer, heard } = composerOf(asked, prompt);
  const { sentence } = asked.words;
  const quoted = asked.saying?.quoted === true ? asked.saying.text : null;
  const read = quoted === null ? [] : new Words(quoted).all;
  const unsettable = quoted !== null && (asked.lettered || typesetters.has(composer)) ? unsettableIn(quoted) : [];
  const single = ofOneThing.has(composer);
  // Set in type alone, a picture has no subject but its words.
  const most = !heard || (composer === 'typographic' && read.length > 0) ? 0 : single ? 1 : undefined;
  const named = subjectsOf(asked.words, composer);
  const subjects = named.slice(0, most).map((one) => (single ? alone(one) : one));
  const told = new Set(subjects.flatMap(({ words }) => words));
  const around = heard
    ? sceneryOf(asked.words, composer).filter(({ words }) => words.some((word) => !told.has(word)))
    : [];
  const native = [...subjects, ...(read.length > 0 ? [lettering] : [])].flatMap(({ name }) =>
    (natives[name] ?? '').split(' ').map(fold),
  );
  const others = named.slice(1).map(({ said }) => fold(said));
  const heardWords = heard ? heardBy[composer].filter((word) => !(people.has(word) && others.includes(word))) : [];
  const seen = new Set([...told, ...around.flatMap(({ words }) => words), ...native, ...read, ...heardWords]);
  const understood = distinct([...(read.length > 0 ? [lettering] : []), ...subjects, ...around]);
  const missing = leftOutOf(sentence, seen, isThing);
  const heads = new Set([...headsOf(sentence, seen, isThing)].map((place) => sentence[place]?.word));
  const isReplaced = subjects.some(({ relative, words }) => relative && words.some((word) => heads.has(word)));
  const isDrawn = understood.some(({ relative }) => !relative);
  return {
    composer,
    understood,
    missing: missing.map(({ words }) => words),
    near: nearOf(missing[0]?.first),
    isUnderstood: isDrawn && !isReplaced && !missing.some(({ isMain }) => isMain),
    unsettable,
  };
}

/** Describe a person. A portrait shows only one, so the second person that a prompt names is left out. */
const people: ReadonlySet<string> = new Set(['woman', 'man', 'girl', 'boy']);

/** Of several, one is drawn; what is always drawn as several is called so. */
function alone(heard: Heard): Heard {
  const { said, name, relative, isPlural } = heard;
  if (relative) return heard;
  const isSeveral = name === 'glasses' || (fold(name) !== name && name !== 'octopus');
  if (isSeveral) return fold(said) === fold(name) ? { ...heard, said: name } : heard;
  return isPlural ? { ...heard, said: `one ${fold(said)}` } : heard;
}

/** What is quoted is to be read. */
const lettering: Heard = { said: 'the words', name: 'lettering', relative: false, words: [], isPlural: false };

const distinct = (heard: readonly Heard[]): Understood[] =>
  heard
    .filter(({ said }, index) => heard.findIndex((one) => one.said === said) === index)
    .map(({ said, name, relative }) => ({ said, name, relative }));

/** What belongs to a thing's own picture, and is neither promised nor missed. */
const natives: Readonly<Record<string, string>> = {
  whale: 'ocean sea underwater swimming',
  turtle: 'ocean sea underwater swimming',
  fish: 'ocean sea pond school underwater swimming',
  jellyfish: 'ocean sea',
  octopus: 'ocean sea reef coral tentacle',
  mermaid: 'ocean sea',
  submarine: 'ocean sea',
  ship: 'ocean sea',
  surfer: 'ocean sea wave',
  pirate: 'ocean sea ship captain',
  fisherman: 'ocean sea beard boat',
  wizard: 'beard',
  viking: 'beard',
  gnome: 'beard',
  knight: 'armor armour helmet shining',
  samurai: 'warrior',
  house: 'glass',
  owl: 'branch perched perching sitting',
  pyramids: 'giza egypt',
  'eiffel tower': 'paris',
  'great wave': 'hokusai',
  saturn: 'ring',
  coffee: 'cup',
  tea: 'cup',
  wine: 'glass',
  rocket: 'launching',
  volcano: 'erupting lava',
  galaxy: 'spiral milky',
  nebula: 'milky way',
  cactus: 'pot',
  bouquet: 'vase',
  lion: 'savanna',
  horse: 'running galloping',
  eagle: 'soaring flying',
  butterfly: 'monarch',
  'abstract shapes': 'shape',
  pattern: 'geometric geometry',
  lettering: 'quote card type word letter',
  storm: 'cloud lightning thunder rain',
  beach: 'palm tree',
  angel: 'wing',
  peacock: 'feather',
  woman: 'hair eye face',
  girl: 'hair eye face',
  man: 'hair eye face',
  boy: 'hair eye face',
  candle: 'burning flame',
  queen: 'crown',
  clown: 'balloon',
  geisha: 'umbrella',
  koala: 'eucalyptus',
  'ice cream': 'cone',
  vampire: 'count countess',
  family: 'child people',
  couple: 'man woman people',
  'christmas tree': 'gift present',
  ramen: 'egg',
  astronaut: 'planet',
  sushi: 'fish rice',
  barn: 'farm',
  matcha: 'latte',
  ufo: 'alien',
  lighthouse: 'cliff headland coast',
};

/** Whether it is seen at sea, wherever else the prompt puts it. */
export const isAtSea = (name: string): boolean => natives[name]?.split(' ').includes('sea') ?? false;

/** What an emblem shows: its own name first, the words behind it bring the nearest motif. */
const motifs: Shelf = {
  weight: 1,
  things: Object.fromEntries(Object.entries(kinds.motif).map(([name, list]) => [name, list.replace(' ', ' | ')])),
};

interface Heard extends Understood {
  /** Folded, all that the prompt says of it. */
  readonly words: readonly string[];
  readonly isPlural: boolean;
}

/** Things of a composer's shelves that are said: heavier ones first, then in the prompt's order. */
function subjectsOf(words: Words, composer: ComposerName): Heard[] {
  return [...repertoire[composer], ...(composer === 'emblem' ? [motifs] : [])]
    .flatMap(({ weight, things }) =>
      Object.entries(things).map(([name, list]) => {
        const { own, like } = spelled(list);
        const [place, likePlace] = [words.placeOf(...own), words.placeOf(...like)];
        const isOwn = place >= 0;
        const at = isOwn ? place : likePlace;
        const said = words.placed(at) ?? name;
        return {
          name,
          said,
          isPlural: fold(said) !== said && !own.includes(said),
          relative: !isOwn,
          place: at,
          weight,
          words: words.among([...own, ...like]),
        };
      }),
    )
    .filter(({ place }) => place >= 0)
    .sort((a, b) => b.weight - a.weight || a.place - b.place)
    .filter((one, index, all) => all.findIndex(({ name }) => name === one.name) === index);
}

const sceneryOf = (words: Words, composer: ComposerName): Heard[] =>
  Object.entries(scenery)
    .filter(([, { by }]) => by.includes(composer))
    .map(([name, { words: list }]) => ({
      name,
      said: name,
      isPlural: false,
      relative: false,
      place: words.placeOf(...list.split(' ')),
      words: words.among(list.split(' ')),
    }))
    .filter(({ place }) => place >= 0)
    .sort((a, b) => a.place - b.place);

/** What a composer reads beside the names of things, by the beginnings of its traits' names. */
const relief =
  'land.water land.dunes land.snow land.meadow land.forest land.countryside land.mesas land.alps land.hills';
const readBy: Readonly<Record<ComposerName, string>> = {
  landscape: 'sky. land. water.',
  sea: 'sky. sea. water. land.palms',
  city: `sky. city.bridge city.harbour city.neon city.lit street.rain villa. ${relief}`,
  space: 'space. planet.',
  portrait: 'portrait.',
  animal: `sky. animal. ${relief}`,
  botanical: 'plants. mushroom.',
  picturebook: 'land.snow land.dunes land.forest street.rain',
  pattern: 'pattern.',
  emblem: 'emblem.',
  flow: 'flow.',
  geometric: '',
  typographic: '',
};

/** Call a pattern that does not show them: scales are called a fish's. */
const calledBy: ReadonlySet<string> = new Set(['fish', 'mermaid']);

/** The words that a composer reads beside the names of things, folded. */
const heardBy = Object.fromEntries(
  Object.entries(readBy).map(([composer, list]) => {
    const beginnings = list.split(' ').filter(Boolean);
    const lists = Object.entries(traits).flatMap(([name, words]) =>
      beginnings.some((beginning) => name.startsWith(beginning)) ? [words] : [],
    );
    const own = Object.values(ways[composer as keyof typeof ways] ?? {});
    const words = [...lists, ...own].flatMap((list) => list.split(' ')).map(fold);
    return [composer, words.filter((word) => composer !== 'pattern' || !calledBy.has(word))];
  }),
) as unknown as Readonly<Record<ComposerName, readonly string[]>>;

/** Words that name things, drawn or not. */
const thingWords: ReadonlySet<string> = new Set([
  ...undrawn.flatMap(({ words }) => words.map(fold)),
  ...Object.values(repertoire)
    .flat()
    .flatMap(({ things }) => Object.values(things))
    .map(spelled)
    .flatMap(({ own, like }) => [...own, ...like].map(fold)),
]);
const isThing = (word: string): boolean => thingWords.has(word);

function nearOf(missing: string | undefined): readonly string[] {
  if (missing === undefined) return [];
  return undrawn.find(({ words }) => words.some((word) => fold(word) === missing))?.near ?? anyNear;
}
