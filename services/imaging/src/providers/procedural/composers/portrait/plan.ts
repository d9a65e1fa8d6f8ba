import type { Brief } from '../../brief.ts';
import { blend, brighten, lightnessOf, tune, type Colour } from '../../drawing/colour.ts';
import { bearded, chignon, cropped, curls, flowing, helmeted, ponytail, queen, type Head } from './heads.ts';

/** Behind the head: a great disc, smoke in a studio's light, arcs drawn with a compass, or bare paper. */
export type Backdrop = 'disc' | 'smoke' | 'arcs' | 'paper';
/** What fills the head: its own shade, or another world seen through it. */
export type Inside = 'shade' | 'land' | 'stars';

export interface Plan {
  readonly head: Head;
  readonly backdrop: Backdrop;
  readonly inside: Inside;
  /** Drawn in flat tones. */
  readonly flat: boolean;
  readonly flip: boolean;
  /** Picture units of a hundredth of the head's square, and where its middle (50, 60) lies. */
  readonly scale: number;
  readonly x: number;
  readonly y: number;
  /** The light behind, and the one from the other side. */
  readonly key: Colour;
  readonly kicker: Colour;
  readonly dark: Colour;
  readonly ground: readonly [deep: Colour, lit: Colour];
  readonly light: { readonly x: number; readonly y: number };
}

export function planOf(brief: Brief): Plan {
  const { palette, frame, style } = brief;
  const random = brief.random.fork('portrait');
  const flip = random.chance(0.4);
  const backdrop = backdropOf(brief);
  const tall = frame.height / frame.width;
  // A head fills a square picture; in a wide one it stands aside, in a tall one it keeps its breadth.
  const scale = 0.0092 * (tall > 1.2 ? 1.08 : 1) * random.between(0.96, 1.05) * (brief.transparent ? 0.82 : 1);
  const aside = brief.transparent ? 0 : (flip ? 1 : -1) * Math.max(0, frame.width - 1) * random.between(0.02, 0.2);
  const x = frame.width / 2 + aside;
  const y = brief.transparent ? 0.53 * frame.height : tall > 1.3 ? frame.height * 0.56 : frame.height * 0.6;
  const inks = [...palette.inks].sort((a, b) => lightnessOf(a) - lightnessOf(b));
  const vivid = inks[3]!;
  const paper = backdrop === 'paper' || (backdrop === 'arcs' && lightnessOf(palette.ground) > 0.6);
  const key = blend(palette.light, vivid, 0.25);
  const kicker =
    style === 'cinematic'
      ? blend(complement(key), { r: 0.05, g: 0.5, b: 0.6 }, 0.6)
      : blend(inks[2]!, palette.sky[1], 0.4);
  return {
    head: headOf(brief),
    backdrop,
    inside: insideOf(brief, backdrop),
    flat: style === 'anime',
    flip,
    scale,
    x,
    y,
    key,
    kicker,
    dark: tune(
      blend(palette.land[0], inks[0]!, 0.4),
      Math.min(1, 0.16 / Math.max(0.05, lightnessOf(blend(palette.land[0], inks[0]!, 0.4)))),
    ),
    ground: paper
      ? [
          tune(
            blend(palette.ground, { r: 0.9, g: 0.88, b: 0.84 }, lightnessOf(palette.ground) > 0.6 ? 0.4 : 0.88),
            0.97,
          ),
          blend(palette.ground, { r: 1, g: 1, b: 1 }, lightnessOf(palette.ground) > 0.6 ? 0.5 : 0.95),
        ]
      : [tune(palette.sky[0], 0.8), blend(palette.sky[2], palette.sky[3], 0.4)],
    light: {
      x: x + (flip ? -1 : 1) * random.between(0.05, 0.22),
      y: y - random.between(0.2, 0.32),
    },
  };
}

const complement = ({ r, g, b }: Colour): Colour => brighten({ r: b, g, b: r }, 0.9);

function headOf({ words, random }: Brief): Head {
  if (words.says('portrait.queen')) return queen;
  if (words.says('portrait.warrior')) return helmeted;
  const pick = random.fork('head');
  if (words.says('portrait.bearded')) return bearded;
  if (words.says('portrait.curls')) return curls;
  if (words.says('portrait.man')) return pick.pick([cropped, bearded]);
  if (words.says('portrait.girl')) return pick.pick([ponytail, flowing]);
  if (words.says('portrait.chignon')) return chignon;
  if (words.says('portrait.flowing')) return flowing;
  if (words.says('portrait.woman')) return pick.pick([chignon, flowing, curls, flowing]);
  return pick.pick([chignon, flowing, curls, cropped, bearded, ponytail]);
}

function backdropOf({ words, style, random }: Brief): Backdrop {
  if (words.says('portrait.disc')) return 'disc';
  if (words.says('portrait.paper')) return 'paper';
  if (words.says('portrait.smoke')) return 'smoke';
  const pick = random.fork('backdrop');
  switch (style) {
    case 'photorealistic':
    case 'portrait':
      return 'smoke';
    case 'cinematic':
      return pick.pick(['smoke', 'disc']);
    case 'anime':
      return 'disc';
    case 'product':
      return 'paper';
    case 'architecture':
      return 'arcs';
    case 'artistic':
      return pick.pick(['paper', 'arcs']);
    case 'landscape':
      return 'paper';
    case 'auto':
      return pick.pick(['disc', 'smoke', 'paper', 'arcs']);
  }
}

function insideOf({ words, style, random, transparent }: Brief, backdrop: Backdrop): Inside {
  if (words.says('portrait.stars')) return 'stars';
  if (words.says('portrait.land') || style === 'landscape') return 'land';
  if (backdrop === 'paper' || transparent) return 'land';
  if (backdrop === 'arcs') return random.fork('inside').pick(['land', 'shade']);
  return style === 'auto' || style === 'artistic' ? random.fork('inside').pick(['shade', 'shade', 'land']) : 'shade';
}
