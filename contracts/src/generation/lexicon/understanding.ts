import type { Asked } from './asked.ts';
import { composerOf } from './choice.ts';
import { kinds } from './kinds.ts';
import type { ComposerName } from './leanings.ts';
import { repertoire, type Shelf } from './repertoire.ts';
import { scenery } from './scenery.ts';
import { spelled } from './things.ts';
import { anyNear, undrawn } from './undrawn.ts';
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
  /** Things that are named and cannot be drawn, or not in the same picture. */
  readonly missing: readonly string[];
  /** Things that can be drawn, to be named in place of the first that is missing. */
  readonly near: readonly string[];
}

/** Composers that are asked for by a manner of making: their words are no things that another picture would lack. */
export const manners: ReadonlySet<ComposerName> = new Set<ComposerName>([
  'geometric',
  'pattern',
  'emblem',
  'typographic',
  'flow',
]);
/** Composers that draw one thing, the first that is said. */
const ofOneThing: ReadonlySet<ComposerName> = new Set<ComposerName>(['animal', 'portrait', 'picturebook']);
/** Small things that belong to others, and words of manner: nobody misses them by name. */
export const incidental = new Set(
  (
    'branch leaf leave foliage plant sprig stem sprout petal bloom garden flower floral sky cloud tree star moon hill pine horizon landscape scenery space cosmic universe ' +
    'portrait face profile headshot silhouette model self person human eye animal pet creature wild cook hero tower building street urban wave architecture school suit baby coral ' +
    'sunset sundown sunrise dawn dusk starry underwater jet trainer present type lake river light sailing planet orbit solar milky botanical herb wood peak'
  ).split(' '),
);

export function understandingOf(asked: Asked, prompt: string): Understanding {
  const { name: composer, heard } = composerOf(asked, prompt);
  const read = asked.saying?.quoted === true ? new Words(asked.saying.text).all : [];
  if (!heard) {
    const missing = missingOf(asked.words, null, new Set(read));
    const named = missing.length > 0 || read.length > 0 ? missing : guessed(asked.words);
    return {
      composer,
      understood: read.length > 0 ? distinct([lettering]) : [],
      missing: named.map((word) => asked.words.spoken(word)),
      near: nearOf(named[0]),
    };
  }
  const single = ofOneThing.has(composer);
  // Set in type alone, a picture has no subject but its words.
  const most = composer === 'typographic' && read.length > 0 ? 0 : single ? 1 : undefined;
  const subjects = subjectsOf(asked.words, composer)
    .slice(0, most)
    .map((heard) => (single ? alone(heard) : heard));
  const told = new Set(subjects.flatMap(({ words }) => words));
  const around = sceneryOf(asked.words, composer).filter(({ words }) => words.some((word) => !told.has(word)));
  const native = subjects.flatMap(({ name }) => (natives[name] ?? '').split(' '));
  const seen = new Set([...told, ...around.flatMap(({ words }) => words), ...native, ...read]);
  const missing = missingOf(asked.words, single ? null : composer, seen);
  return {
    composer,
    understood: distinct([...(read.length > 0 ? [lettering] : []), ...subjects, ...around]),
    missing: missing.map((word) => asked.words.spoken(word)),
    near: nearOf(missing[0]),
  };
}

/** Of several, one is drawn. */
const alone = (heard: Heard): Heard =>
  heard.said !== heard.name && fold(heard.said) === fold(heard.name) ? { ...heard, said: `one ${heard.name}` } : heard;

/** What is quoted is to be read. */
const lettering: Heard = { said: 'the words', name: 'lettering', relative: false, words: [] };

const distinct = (heard: readonly Heard[]): Understood[] =>
  heard
    .filter(({ said }, index) => heard.findIndex((one) => one.said === said) === index)
    .map(({ said, name, relative }) => ({ said, name, relative }));

/** What belongs to a thing's own picture, and is neither promised nor missed. */
const natives: Readonly<Record<string, string>> = {
  whale: 'ocean sea',
  turtle: 'ocean sea',
  fish: 'ocean sea pond school',
  jellyfish: 'ocean sea',
  octopus: 'ocean sea reef coral',
  mermaid: 'ocean sea',
  submarine: 'ocean sea',
  ship: 'ocean sea',
  surfer: 'ocean sea',
  pirate: 'ocean sea ship',
  fisherman: 'ocean sea beard boat',
  wizard: 'beard',
  viking: 'beard',
  gnome: 'beard',
  knight: 'armor helmet',
  queen: 'crown',
  clown: 'balloon',
  geisha: 'umbrella',
  koala: 'eucalyptu',
  'ice cream': 'cone',
  vampire: 'count countess',
  family: 'child',
  couple: 'man woman',
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
        return {
          name,
          said: words.placed(at) ?? name,
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
      relative: false,
      place: words.placeOf(...list.split(' ')),
      words: words.among(list.split(' ')),
    }))
    .filter(({ place }) => place >= 0)
    .sort((a, b) => a.place - b.place);

/** Known things that this picture will lack. */
function missingOf(words: Words, composer: ComposerName | null, seen: ReadonlySet<string>): string[] {
  const known = new Set([
    ...undrawn.flatMap((topic) => topic.words.map(fold)),
    ...(Object.keys(repertoire) as ComposerName[])
      .filter((name) => name !== composer && !manners.has(name))
      .flatMap((name) => repertoire[name])
      .flatMap(({ things }) => Object.values(things))
      .map(spelled)
      .flatMap(({ own, like }) => [...own, ...like].map(fold)),
  ]);
  return [...new Set(words.all)].filter((word) => known.has(word) && !seen.has(word) && !incidental.has(word));
}

/** Words that no picture shows by themselves. */
export const shapeless = new Set(
  (
    'a an the of and or in on at by for with from to into onto over under near between behind before is are be as it its this that my your our their his her me i we you one two three four ' +
    'picture image photo photograph photography painting drawing illustration render rendering shot art artwork style design poster print logo wallpaper background scene view portrait closeup macro ' +
    'studio product food street light lighting lit soft warm cold dark bright beautiful pretty cute majestic tiny small big huge giant large old young new modern vintage retro antique ancient luxury ' +
    'elegant minimal minimalist realistic photorealistic cinematic dramatic detailed high quality hd k epic fantasy magic magical realism oil watercolor watercolour ink pencil digital anime cartoon ' +
    'red orange yellow green blue purple pink black white gold golden silver grey gray brown colorful colourful pastel some very please make create draw generate show me want number cup glass bowl stack slice ' +
    'piece bunch pile plate field group pair basket set box jar full fresh made hand wearing holding sitting standing running walking flying looking eating drinking playing cozy lovely nice happy sad lonely'
  ).split(' '),
);

/** The word that most likely names what is wanted, where no word is known. */
function guessed(words: Words): string[] {
  const [first] = words.all.filter((word) => word.length > 2 && !shapeless.has(word));
  return first === undefined ? [] : [first];
}

function nearOf(missing: string | undefined): readonly string[] {
  if (missing === undefined) return [];
  return undrawn.find(({ words }) => words.some((word) => fold(word) === missing))?.near ?? anyNear;
}
