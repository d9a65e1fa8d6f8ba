import type { ComposerName } from '../generation/lexicon/leanings.ts';

/** Composers that are asked for by a manner of making: their words are no things that another picture would lack. */
export const manners: ReadonlySet<ComposerName> = new Set<ComposerName>([
  'geometric',
  'pattern',
  'emblem',
  'typographic',
  'flow',
]);
/** Names parts of other things, and manners: no picture is like another by these. */
export const incidental = new Set(
  (
    'branch leaf leave foliage plant sprig stem sprout petal bloom garden flower floral sky cloud tree star moon hill pine horizon landscape scenery space cosmic universe ' +
    'portrait face profile headshot silhouette model self person human eye animal pet creature wild cook hero tower building street urban wave architecture school suit baby coral ' +
    'sunset sundown sunrise dawn dusk starry underwater jet trainer present type lake river light sailing planet orbit solar milky botanical herb wood peak'
  ).split(' '),
);

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
