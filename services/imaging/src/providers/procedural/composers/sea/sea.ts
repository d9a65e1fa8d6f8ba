import type { Brief } from '../../brief.ts';
import type { Canvas } from '../../drawing/canvas.ts';
import { blend, tune } from '../../drawing/colour.ts';
import { clamp } from '../../drawing/maths.ts';
import type { Random } from '../../drawing/random.ts';
import type { Composer } from '../../composer.ts';
import { landOf, type Land } from '../../scenery/land.ts';
import { foregroundOf } from '../../scenery/foreground.ts';
import { ridgesOf } from '../../scenery/ridges.ts';
import { nightLightsOf, skyOf } from '../../scenery/sky.ts';
import { waterOf } from '../../scenery/water.ts';
import { medallion } from '../../drawing/medallion.ts';
import { sunOf } from '../../scenery/sun.ts';
import { beachOf } from './beach.ts';
import { boatOf } from './boat.ts';
import { headlandOf } from './coast.ts';
import { jelliesOf, reefOf, shoalOf, underWaterOf, waterBodyOf } from '../../scenery/underwater.ts';
import { swellOf } from './swell.ts';

type Paint = (canvas: Canvas) => void;

type Sight = 'waves' | 'boat' | 'lighthouse' | 'beach' | 'deep';

/** The sea: running high, bearing a boat, under a lighthouse, on a beach, or from within. */
export const sea: Composer = {
  name: 'sea',
  compose(brief) {
    const layers = layersOf(brief, sightOf(brief));
    const cut = brief.transparent ? medallion(brief.random.fork('cut'), brief.frame) : null;
    return {
      paint(canvas) {
        for (const layer of layers) layer(canvas);
        cut?.(canvas);
      },
      finish: { vignette: brief.transparent ? 0 : 0.14 },
    };
  },
};

function sightOf({ words: said, style, random }: Brief): Sight {
  if (said.says('sea.deep')) return 'deep';
  if (said.says('sea.headland')) return 'lighthouse';
  if (said.says('sea.boat')) return 'boat';
  if (said.says('sea.beach')) return 'beach';
  if (said.says('sea.waves')) return 'waves';
  const pick = random.fork('sight');
  if (style === 'photorealistic') return pick.pick(['waves', 'beach']);
  if (style === 'product' || style === 'portrait') return 'boat';
  if (style === 'architecture') return 'lighthouse';
  if (style === 'cinematic') return pick.pick(['lighthouse', 'waves']);
  return pick.pick(['waves', 'waves', 'boat', 'lighthouse']);
}

function layersOf(brief: Brief, sight: Sight): Paint[] {
  if (sight === 'deep') return deepOf(brief);
  const random = brief.random.fork('sea');
  const land = landAt(brief, sight, random);
  const view: View = {
    brief,
    land,
    random,
    sky: skyWithSun(brief, land),
    night: land.night ? [nightLightsOf(brief, land)] : [],
    stormy: brief.words.says('sea.stormy'),
  };
  return views[sight](view);
}

/** What a view of the open sea is made of, whatever stands in it. */
interface View {
  readonly brief: Brief;
  readonly land: Land;
  readonly random: Random;
  readonly sky: Paint;
  readonly night: readonly Paint[];
  readonly stormy: boolean;
}

/** How much greater than it is a style draws the sun. */
const greatnessOf = ({ style }: Brief): number =>
  style === 'anime' ? 2.4 : style === 'artistic' ? 5.5 : style === 'product' ? 6 : 1;

function landAt(brief: Brief, sight: Sight, random: Random): Land {
  const { style, words: said } = brief;
  const { width, height } = brief.frame;
  const own = landOf(brief);
  const horizon =
    height *
    (sight === 'waves'
      ? random.between(0.4, 0.48)
      : sight === 'beach'
        ? random.between(0.36, 0.42)
        : height > width
          ? 0.62
          : 0.6);
  const clouds = sight === 'beach' ? Math.min(own.clouds, 0.45) : own.clouds;
  return {
    ...own,
    horizon,
    ground: 'water',
    relief: 'islands',
    clouds: said.says('sea.stormy') || style === 'anime' ? 0.9 : style === 'product' ? 0 : clouds,
    sun: {
      ...own.sun,
      x: clamp(own.sun.x, width * 0.16, width * 0.84),
      y: own.night ? height * random.between(0.12, 0.2) : horizon - random.between(0.09, 0.2),
      radius: own.sun.radius * greatnessOf(brief),
    },
  };
}

function skyWithSun(brief: Brief, land: Land): Paint {
  const sky = skyOf(brief, land);
  const face = greatnessOf(brief) > 1 && !land.night ? sunOf(brief, land) : null;
  return (canvas) => {
    sky(canvas);
    face?.(canvas);
  };
}

const islandOf = (brief: Brief, land: Land): Paint[] =>
  ridgesOf(brief, land)
    .slice(-1)
    .map(
      (ridge): Paint =>
        (canvas) =>
          ridge.paint(canvas),
    );

const views: Record<Exclude<Sight, 'deep'>, (view: View) => Paint[]> = {
  waves({ brief, land, random, sky, night, stormy }) {
    const calm = brief.words.says('sea.calm');
    const wild = stormy ? random.between(0.95, 1.2) : calm ? 0.25 : random.between(0.5, 0.8);
    return [sky, ...night, ...swellOf(brief, land, wild)];
  },

  boat(view) {
    const { brief, land, random, sky, night } = view;
    const far = random.chance(0.7) ? islandOf(brief, land) : [];
    const water = waterOf(brief, land, [sky, ...far]);
    return [sky, ...night, ...far, water, ...boatsOf(view)];
  },

  lighthouse({ brief, land, random, sky, night, stormy }) {
    const side = land.sun.x > brief.frame.width / 2 ? -1 : 1;
    const coast = headlandOf(brief, land, { side, tower: !brief.words.refuses('sea.lighthouse') });
    if (stormy || random.chance(0.35)) {
      const swell = swellOf(brief, land, stormy ? 1 : 0.55);
      return [sky, ...night, ...swell.slice(0, 3), ...coast, ...swell.slice(3)];
    }
    const far = islandOf(brief, land);
    // Mirrored as if the cliff stood on the horizon: its foot hides the difference.
    return [sky, ...night, ...far, waterOf(brief, land, [sky, ...far, ...coast]), ...coast];
  },

  beach({ brief, land, sky, night }) {
    const far = islandOf(brief, land);
    const water = waterOf(brief, land, [sky, ...far]);
    const palms = brief.words.says('sea.palms');
    const front = palms ? foregroundOf(brief, { ...land, near: tune(land.near, 0.9) }) : [];
    return [sky, ...night, ...far, water, beachOf(brief, land), ...front];
  },
};

/** The one that the picture is about, before the light, and at times another far off. */
function boatsOf({ brief, land, random }: View): Paint[] {
  const { width } = brief.frame;
  const { horizon } = land;
  const flip = land.sun.x > width / 2;
  const size = random.between(0.3, 0.4) * (brief.style === 'product' || brief.style === 'portrait' ? 1.4 : 1);
  const great = boatOf(brief, land, {
    x: clamp(land.sun.x + (flip ? -1 : 1) * random.between(0.02, 0.2), 0.2, width - 0.2),
    y: horizon + 0.075,
    size,
    flip,
  });
  if (!brief.words.says('sea.regatta') && !random.chance(0.4)) return [great];
  const other = boatOf(
    { ...brief, random: random.fork('other') },
    { ...land, near: blend(land.near, land.haze, 0.4) },
    { x: width - land.sun.x, y: horizon + 0.016, size: size * 0.28, flip },
  );
  return [other, great];
}

function deepOf(brief: Brief): Paint[] {
  const { words: said, random } = brief;
  const water = underWaterOf(brief);
  const jellies = said.says('sea.jellies') || random.fork('jellies?').chance(0.2);
  const life = jellies ? [jelliesOf(brief, water)] : [shoalOf(brief, water, 150)];
  const bed = said.refuses('sea.reef') || (jellies && random.fork('bed?').chance(0.6)) ? [] : reefOf(brief, water);
  return [waterBodyOf(brief, water), ...bed.slice(0, 2), ...life, ...bed.slice(2)];
}
