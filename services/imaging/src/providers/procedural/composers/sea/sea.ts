import type { Brief } from '../../brief.ts';
import type { Canvas } from '../../drawing/canvas.ts';
import { blend, tune } from '../../drawing/colour.ts';
import { clamp } from '../../drawing/maths.ts';
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
  const { words: said, frame } = brief;
  const { width, height } = frame;
  const random = brief.random.fork('sea');
  const own = landOf(brief);
  const stormy = said.says('sea.stormy');
  const tall = height > width;
  const horizon =
    height *
    (sight === 'waves'
      ? random.between(0.4, 0.48)
      : sight === 'beach'
        ? random.between(0.36, 0.42)
        : tall
          ? 0.62
          : 0.6);
  const great = brief.style === 'anime' ? 2.4 : brief.style === 'artistic' ? 5.5 : brief.style === 'product' ? 6 : 1;
  const land: Land = {
    ...own,
    horizon,
    ground: 'water',
    relief: 'islands',
    clouds:
      stormy || brief.style === 'anime'
        ? 0.9
        : brief.style === 'product'
          ? 0
          : sight === 'beach'
            ? Math.min(own.clouds, 0.45)
            : own.clouds,
    sun: {
      ...own.sun,
      x: clamp(own.sun.x, width * 0.16, width * 0.84),
      y: own.night ? height * random.between(0.12, 0.2) : horizon - random.between(0.09, 0.2),
      radius: own.sun.radius * great,
    },
  };
  const bare = skyOf(brief, land);
  const face = great > 1 && !own.night ? sunOf(brief, land) : null;
  const sky: Paint = (canvas) => {
    bare(canvas);
    face?.(canvas);
  };
  const night = land.night ? [nightLightsOf(brief, land)] : [];
  const islands = (count: number): Paint[] =>
    ridgesOf(brief, land)
      .slice(-count)
      .map(
        (ridge): Paint =>
          (canvas) =>
            ridge.paint(canvas),
      );
  switch (sight) {
    case 'waves': {
      const wild = stormy ? random.between(0.95, 1.2) : said.says('sea.calm') ? 0.25 : random.between(0.5, 0.8);
      return [sky, ...night, ...swellOf(brief, land, wild)];
    }
    case 'boat': {
      const far = random.chance(0.7) ? islands(1) : [];
      const water = waterOf(brief, land, [sky, ...far]);
      const flip = land.sun.x > width / 2;
      const size = random.between(0.3, 0.4) * (brief.style === 'product' || brief.style === 'portrait' ? 1.4 : 1);
      const boats = [
        boatOf(brief, land, {
          x: clamp(land.sun.x + (flip ? -1 : 1) * random.between(0.02, 0.2), 0.2, width - 0.2),
          y: horizon + 0.075,
          size,
          flip,
        }),
      ];
      if (said.says('sea.regatta') || random.chance(0.4))
        boats.unshift(
          boatOf(
            { ...brief, random: random.fork('other') },
            { ...land, near: blend(land.near, land.haze, 0.4) },
            { x: width - land.sun.x, y: horizon + 0.016, size: size * 0.28, flip },
          ),
        );
      return [sky, ...night, ...far, water, ...boats];
    }
    case 'lighthouse': {
      const side = land.sun.x > width / 2 ? -1 : 1;
      const coast = headlandOf(brief, land, { side, tower: !said.refuses('sea.lighthouse') });
      if (stormy || random.chance(0.35)) {
        const low = { ...land, sun: { ...land.sun } };
        return [
          sky,
          ...night,
          ...swellOf(brief, low, stormy ? 1 : 0.55).slice(0, 3),
          ...coast,
          ...swellOf(brief, low, stormy ? 1 : 0.55).slice(3),
        ];
      }
      const far = islands(1);
      // Mirrored as if the cliff stood on the horizon: its foot hides the difference.
      return [sky, ...night, ...far, waterOf(brief, land, [sky, ...far, ...coast]), ...coast];
    }
    case 'beach': {
      const far = islands(1);
      const water = waterOf(brief, land, [sky, ...far]);
      const palms = said.says('sea.palms');
      const front = palms
        ? foregroundOf({ ...brief, words: brief.words }, { ...land, near: tune(land.near, 0.9) })
        : [];
      return [sky, ...night, ...far, water, beachOf(brief, land), ...front];
    }
  }
}

function deepOf(brief: Brief): Paint[] {
  const { words: said, random } = brief;
  const water = underWaterOf(brief);
  const jellies = said.says('sea.jellies') || random.fork('jellies?').chance(0.2);
  const life = jellies ? [jelliesOf(brief, water)] : [shoalOf(brief, water, 150)];
  const bed = said.refuses('sea.reef') || (jellies && random.fork('bed?').chance(0.6)) ? [] : reefOf(brief, water);
  return [waterBodyOf(brief, water), ...bed.slice(0, 2), ...life, ...bed.slice(2)];
}
