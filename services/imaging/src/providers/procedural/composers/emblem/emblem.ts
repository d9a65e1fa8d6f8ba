import type { Brief } from '../../brief.ts';
import { blend, hex, lightnessOf, tune } from '../../drawing/colour.ts';
import { Press } from '../../drawing/press.ts';
import type { Composer } from '../../composer.ts';
import { crest } from './crest.ts';
import type { Kit } from './kit.ts';
import { motifOf } from './motifs.ts';
import { roundel } from './roundel.ts';
import { laurel } from './laurel.ts';
import { sunset } from './sunset.ts';

/** In characters: longer words would be too small to read. */
const TEXT_MAX = 40;
export const hasRoomFor = (text: string): boolean => text.length <= TEXT_MAX;

const layouts = { roundel, crest, sunset, laurel } as const;

/** Badges and crests to be printed on cloth or struck on paper: few inks, a clean edge, the wear of many washings. */
export const emblem: Composer = {
  name: 'emblem',
  compose(brief) {
    const random = brief.random.fork('emblem');
    const wornBy = brief.style === 'artistic' ? 0.46 : brief.words.says('emblem.worn') ? 0.42 : 0.3;
    const clean = brief.style === 'anime' || brief.style === 'product' || brief.words.says('emblem.clean');
    const press = new Press(brief, random.fork('press'), { distress: clean || !brief.transparent ? 0 : wornBy });
    return layouts[layoutOf(brief)](kitOf(brief, press), motifOf(brief)).scene();
  },
};

function layoutOf({ words, random }: Brief): keyof typeof layouts {
  const fitting = words.ways('emblem');
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
  const text = (saying?.quoted === true ? saying.text : guessed) ?? '';
  return {
    brief,
    press,
    random: brief.random.fork('kit'),
    dark,
    light,
    accents: [byLight[3]!, byLight[2]!, byLight[4]!, byLight[1]!],
    text: hasRoomFor(text) ? text.toUpperCase() : '',
    x: brief.frame.width / 2,
    y: brief.frame.height / 2,
  };
}
