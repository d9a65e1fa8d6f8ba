import type { Brief } from '../brief.ts';
import { blend, lightnessOf, tune, type Colour, Ramp } from '../drawing/colour.ts';
import { clamp, smoothstep } from '../drawing/maths.ts';

export type Ground = 'water' | 'meadow' | 'snow' | 'dunes' | 'forest';
export type Relief = 'alps' | 'hills' | 'mesas' | 'islands' | 'dunes';

/** What the parts of one landscape share: where the light stands, what the air does to colours, what lies where. */
export interface Land {
  readonly width: number;
  readonly height: number;
  /** Where land or water meets the sky, from the top. */
  readonly horizon: number;
  readonly ground: Ground;
  readonly relief: Relief;
  readonly night: boolean;
  /** No disc stands in the sky: the aurora is its light. */
  readonly moonless: boolean;
  /** The sun stands low behind the land, which turns its dark side to the viewer: 0 to 1. */
  readonly backlit: number;
  readonly sun: { readonly x: number; readonly y: number; readonly radius: number; readonly colour: Colour };
  readonly sky: Ramp;
  /** What distance fades to. */
  readonly haze: Colour;
  readonly near: Colour;
  readonly far: Colour;
  /** 0 to 1. */
  readonly clouds: number;
  readonly mist: number;
  readonly snowline: number;
  readonly conifers: boolean;
}

export function landOf(brief: Brief): Land {
  const { words, palette, frame, random: chance } = brief;
  const random = chance.fork('plan');
  const ground = groundOf(brief);
  const relief = reliefOf(brief, ground);
  const tall = frame.height > frame.width;
  const share = ground === 'water' ? random.between(0.56, 0.66) : random.between(0.52, 0.6);
  const horizon = frame.height * (tall ? share + 0.04 : share);
  const high = words.says('sky.noon') || (palette.night && random.chance(0.8));
  const peaks = relief === 'alps' ? 0.3 : relief === 'hills' || relief === 'mesas' ? 0.16 : 0.06;
  const sunX =
    frame.width * clamp(random.chance(0.5) ? random.between(0.2, 0.42) : random.between(0.58, 0.8), 0.1, 0.9);
  const sunY = high ? frame.height * random.between(0.14, 0.26) : horizon - random.between(peaks * 0.55, peaks + 0.1);
  const [zenith, upper, lower, low] = palette.sky;
  const clear = words.refuses('sky.cloud') || words.says('sky.clear');
  const misty = words.says('sky.misty');
  const backlit = palette.night
    ? 0.5
    : smoothstep(0.55, 0.3, horizon - sunY) * smoothstep(0.86, 0.72, lightnessOf(lower));
  return {
    width: frame.width,
    height: frame.height,
    horizon,
    ground,
    relief,
    night: palette.night,
    moonless: words.says('sky.polar') && !words.says('sky.moon'),
    backlit,
    sun: {
      x: sunX,
      y: sunY,
      radius: palette.night ? random.between(0.024, 0.034) : random.between(0.024, 0.034),
      colour: palette.light,
    },
    sky: new Ramp([
      [0, zenith],
      [0.45, upper],
      [0.8, lower],
      [1, low],
    ]),
    haze: tune(blend(lower, low, 0.55 - 0.3 * backlit), 1 - 0.12 * backlit),
    near: palette.land[0],
    far: blend(palette.land[1], lower, 0.2),
    clouds: clear ? 0 : words.says('sky.cloudy') ? 0.85 : random.between(0.25, 0.7),
    mist: words.refuses('sky.mist') ? 0 : misty ? 0.9 : random.between(0.25, 0.6),
    snowline: snowlineOf(brief, random.next()),
    conifers: !words.refuses('land.trees') && relief !== 'dunes' && relief !== 'mesas' && relief !== 'islands',
  };
}

function groundOf({ words, random }: Brief): Ground {
  if (words.says('land.water')) return 'water';
  if (words.says('land.dunes')) return 'dunes';
  if (words.says('land.snow')) return 'snow';
  if (words.says('land.meadow')) return 'meadow';
  if (words.says('land.forest')) return 'forest';
  if (words.says('land.countryside')) return 'meadow';
  return random.fork('ground').pick(['water', 'water', 'meadow', 'forest']);
}

function reliefOf({ words, random }: Brief, ground: Ground): Relief {
  if (words.says('land.mesas')) return 'mesas';
  if (ground === 'dunes') return 'dunes';
  if (words.says('land.alps')) return 'alps';
  if (words.says('land.islands')) return 'islands';
  if (words.says('land.hills')) return 'hills';
  return random.fork('relief').pick(['alps', 'alps', 'hills']);
}

/** Share of a mountain's height above which snow lies; above 1 there is none. */
function snowlineOf({ words, palette }: Brief, draw: number): number {
  if (words.says('land.snowcaps')) return 0.12;
  if (words.says('land.snowless') || palette.name.includes('volcano')) return 2;
  return 0.35 + draw * 0.45;
}

/** Colour of land at a distance: 0 at the viewer's feet, 1 where the haze has taken it. */
export function landColour(plan: Land, distance: number): Colour {
  const own = blend(plan.near, plan.far, Math.min(1, distance * (1.35 - 0.5 * plan.backlit)));
  return blend(
    own,
    plan.haze,
    distance ** (1.25 + 0.5 * plan.backlit) *
      (plan.relief === 'mesas' || plan.relief === 'dunes' ? 0.66 : 0.86 - 0.1 * plan.backlit),
  );
}

/** Snow takes the light's colour, and the sky's in shade. */
export function snowColours(plan: Land): { lit: Colour; shaded: Colour } {
  const upper = plan.sky.at(0.35);
  const lift = plan.night ? 0.55 : 1;
  return {
    lit: tune(blend({ r: 0.92, g: 0.93, b: 0.96 }, plan.sun.colour, 0.45), lift),
    shaded: tune(upper, clamp(0.74 / Math.max(0.2, lightnessOf(upper)), 0.9, 1.5) * (plan.night ? 0.75 : 1), 0.75),
  };
}
