import type { Brief } from '../../brief.ts';
import { hex, type Colour } from '../../drawing/colour.ts';
import { shuffled } from '../../drawing/inks.ts';
import type { Random } from '../../drawing/random.ts';
import { species, type Species, type SpeciesName } from '../../scenery/plants/species.ts';
import type { LeafKind } from '../../scenery/plants/leaves.ts';
import type { Studio } from '../../scenery/plants/studio.ts';

/** What grows in a picture. */
export interface Plan {
  readonly kind: 'flowers' | 'leaves' | 'mushrooms' | 'succulents' | 'cacti';
  readonly flowers: readonly Species[];
  readonly leaves: readonly [LeafKind, ...LeafKind[]];
  /** One of it was asked for. */
  readonly single: boolean;
  colourOf(flower: Species, random: Random): Colour;
}

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
  const asked = words.named('flower').sort((a, b) => Number(b.own) - Number(a.own) || a.place - b.place);
  // Whoever names a flower wants that one; its relatives come only where none was named.
  const named = asked.filter(({ own }) => own);
  const company = random.pick(together as [(typeof together)[number], ...(typeof together)[number][]]);
  const flowers = (named.length > 0 ? named : asked.slice(0, 3)).map(({ name }) => name);
  const names: readonly SpeciesName[] = flowers.length > 0 ? flowers : company;
  const mixed = names.map((name): Species => species[name]);
  const heard = words.named('leaf').map(({ name }) => name);
  // "Palm leaf" means a palm's.
  const foliage = heard.length > 1 ? heard.filter((kind) => kind !== 'oval') : heard;
  const usual = shuffled(
    [...new Set([...mixed.map(({ leaf }) => leaf), 'oval', 'eucalyptus', 'fern', 'olive'] as LeafKind[])],
    random,
  );
  const leaves = (foliage.length > 0 ? foliage : usual.slice(0, 3)) as [LeafKind, ...LeafKind[]];
  const flowery = words.says('plants.flowery');
  const kind = words.says('plants.mushrooms')
    ? 'mushrooms'
    : words.says('plants.succulents')
      ? 'succulents'
      : words.says('plants.cacti')
        ? 'cacti'
        : foliage.length > 0 && flowers.length === 0 && !flowery
          ? 'leaves'
          : 'flowers';
  const tints = new Map<Species, readonly Colour[]>();
  for (const name of names) {
    const flower: Species = species[name];
    const pen = random.fork(words.spelled('flower', name));
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
    single: words.says('plants.single'),
    colourOf(flower, pen) {
      const list = tints.get(flower) ?? [];
      return list[pen.below(Math.max(1, list.length))] ?? studio.greens[1];
    },
  };
}
