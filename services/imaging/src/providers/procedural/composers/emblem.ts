import type { Brief } from '../brief.ts';
import { blend, hex, lightnessOf, tune } from '../drawing/colour.ts';
import { Press } from '../drawing/press.ts';
import type { Composer } from './composer.ts';
import { crest } from './emblem/crest.ts';
import type { Kit } from './emblem/kit.ts';
import { motifOf } from './emblem/motifs.ts';
import { roundel } from './emblem/roundel.ts';
import { laurel } from './emblem/laurel.ts';
import { sunset } from './emblem/sunset.ts';

const words =
  'emblem badge crest logo insignia patch sticker mascot shield heraldic vintage retro shirt tshirt tee print graphic circle round outdoors adventure camp club team sport';

const layouts = {
  roundel: { compose: roundel, words: 'badge logo circle round patch sticker stamp seal club coin' },
  crest: { compose: crest, words: 'crest shield heraldic heraldry insignia royal team university knight' },
  sunset: {
    compose: sunset,
    words: 'sunset retro beach surf summer palm eighties vaporwave synthwave tropical vintage',
  },
  laurel: { compose: laurel, words: 'laurel emblem wreath icon minimal elegant winner champion' },
} as const;
type LayoutName = keyof typeof layouts;
const names = Object.keys(layouts) as LayoutName[];

/** Badges and crests to be printed on cloth or struck on paper: few inks, a clean edge, the wear of many washings. */
export const emblem: Composer = {
  name: 'emblem',
  affinity: ({ words: said, transparent }) => said.count(...words.split(' ')) * 0.4 + (transparent ? 4 : 0),
  compose(brief) {
    const random = brief.random.fork('emblem');
    const wornBy =
      brief.style === 'artistic'
        ? 0.46
        : brief.words.says('vintage', 'worn', 'distressed', 'retro', 'grunge')
          ? 0.42
          : 0.3;
    const clean = brief.style === 'anime' || brief.style === 'product' || brief.words.says('clean', 'vector', 'flat');
    const press = new Press(brief, random.fork('press'), { distress: clean || !brief.transparent ? 0 : wornBy });
    return layouts[layoutOf(brief)].compose(kitOf(brief, press), motifOf(brief)).scene();
  },
};

function layoutOf({ words: said, random }: Brief): LayoutName {
  const counts = names.map((name) => said.count(...layouts[name].words.split(' ')));
  const most = Math.max(...counts);
  const fitting = names.filter((_, index) => counts[index] === most);
  return fitting[random.fork('layout').below(fitting.length)] ?? 'roundel';
}

/** Cloth may be of any colour: a dark ink and a light one of its own make a print legible on all. */
function kitOf(brief: Brief, press: Press): Kit {
  const byLight = [...brief.palette.inks].sort((a, b) => lightnessOf(a) - lightnessOf(b));
  const deepest = byLight[0]!;
  const dark = tune(blend(deepest, hex('#14161c'), 0.35), Math.min(1, 0.27 / lightnessOf(deepest)), 0.9);
  const light = blend(byLight[5]!, hex('#f6ead0'), 0.72);
  const saying = brief.saying;
  // What was not quoted is one word at most, and not always.
  const guessed = brief.random.fork('text').chance(0.6) ? saying?.text.split(' ')[0] : undefined;
  const text = ((saying?.quoted === true ? saying.text : guessed) ?? '').toUpperCase();
  return {
    brief,
    press,
    random: brief.random.fork('kit'),
    dark,
    light,
    accents: [byLight[3]!, byLight[2]!, byLight[4]!, byLight[1]!],
    text: text.length > 40 ? text.slice(0, 40).replace(/\s+\S*$/u, '') : text,
    x: brief.frame.width / 2,
    y: brief.frame.height / 2,
  };
}
