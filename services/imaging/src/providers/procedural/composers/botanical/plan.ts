import type { Brief } from '../../brief.ts';
import { hex, type Colour } from '../../drawing/colour.ts';
import { shuffled } from '../../drawing/inks.ts';
import type { Random } from '../../drawing/random.ts';
import { species, type Species, type SpeciesName } from './species.ts';
import type { LeafKind } from './leaves.ts';
import type { Studio } from './studio.ts';

/** What grows in a picture. */
export interface Plan {
  readonly kind: 'flowers' | 'leaves' | 'mushrooms' | 'succulents' | 'cacti';
  readonly flowers: readonly Species[];
  readonly leaves: readonly [LeafKind, ...LeafKind[]];
  /** One of it was asked for. */
  readonly single: boolean;
  colourOf(flower: Species, random: Random): Colour;
}

export const leafWords: readonly (readonly [kind: LeafKind, words: string])[] = [
  ['fern', 'fern bracken'],
  ['monstera', 'monstera philodendron tropical jungle'],
  ['palm', 'palm areca tropical banana jungle'],
  ['eucalyptus', 'eucalyptus'],
  ['olive', 'olive laurel willow bamboo'],
  ['heart', 'ivy vine'],
  ['oval', 'leaf foliage branch ficus tea'],
];

const together: readonly (readonly [SpeciesName, ...SpeciesName[]])[] = [
  ['peony', 'anemone', 'blossom'],
  ['rose', 'ranunculus', 'blossom'],
  ['poppy', 'daisy', 'lavender'],
  ['dahlia', 'rose', 'daisy'],
  ['lily', 'ranunculus', 'hydrangea'],
  ['anemone', 'ranunculus', 'lavender'],
];

export function planOf(brief: Brief, studio: Studio): Plan {
  const { words } = brief;
  const random = brief.random.fork('plants');
  const asked = Object.values(species)
    .map((one: Species) => ({
      one,
      place: words.placeOf(...one.words.split(' ')),
      own: words.placeOf(one.words.split(' ')[0]!),
    }))
    .filter(({ place }) => place >= 0)
    .sort((a, b) => Number(b.own >= 0) - Number(a.own >= 0) || a.place - b.place);
  // Whoever names a flower wants that one; its relatives come only where none was named.
  const named = asked.filter(({ own }) => own >= 0);
  const company = random.pick(together as [(typeof together)[number], ...(typeof together)[number][]]);
  const flowers = (named.length > 0 ? named : asked.slice(0, 3)).map(({ one }) => one);
  const mixed = flowers.length > 0 ? flowers : company.map((name): Species => species[name]);
  const heard = leafWords.filter(([, list]) => words.says(...list.split(' '))).map(([kind]) => kind);
  // "Palm leaf" means a palm's.
  const foliage = heard.length > 1 ? heard.filter((kind) => kind !== 'oval') : heard;
  const usual = shuffled(
    [...new Set([...mixed.map(({ leaf }) => leaf), 'oval', 'eucalyptus', 'fern', 'olive'] as LeafKind[])],
    random,
  );
  const leaves = (foliage.length > 0 ? foliage : usual.slice(0, 3)) as [LeafKind, ...LeafKind[]];
  const flowery = words.says('flower', 'floral', 'bouquet', 'bloom', 'petal', 'wildflower', 'posy', 'garland');
  const kind = words.says('mushroom', 'toadstool', 'fungus', 'fungi')
    ? 'mushrooms'
    : words.says('succulent', 'agave', 'aloe')
      ? 'succulents'
      : words.says('cactus', 'cacti')
        ? 'cacti'
        : foliage.length > 0 && flowers.length === 0 && !flowery
          ? 'leaves'
          : 'flowers';
  const tints = new Map<Species, readonly Colour[]>();
  for (const flower of mixed) {
    const pen = random.fork(flower.words);
    tints.set(
      flower,
      shuffled(flower.natural, pen)
        .slice(0, 2)
        .map((code) => studio.petal(hex(code), pen)),
    );
  }
  return {
    kind,
    flowers: mixed,
    leaves,
    single: words.says('single', 'solitary', 'lone', 'lonely', 'one'),
    colourOf(flower, pen) {
      const list = tints.get(flower) ?? [];
      return list[pen.below(Math.max(1, list.length))] ?? studio.greens[1];
    },
  };
}
