import type { Brief } from '../../brief.ts';
import type { Canvas } from '../../drawing/canvas.ts';
import { blend, tune } from '../../drawing/colour.ts';
import { clamp } from '../../drawing/maths.ts';
import { sunOf } from '../../scenery/sun.ts';
import { lightsOf } from './lights.ts';
import { skylineOf } from './skyline.ts';
import { streetOf } from './street.ts';
import { villaOf } from './villa.ts';
import { bridgeOf } from './waterfront.ts';
import type { Composer } from '../../composer.ts';
import { landOf, type Land } from '../../scenery/land.ts';
import { nightLightsOf, skyOf } from '../../scenery/sky.ts';
import { waterOf } from '../../scenery/water.ts';
import { medallion } from '../../drawing/medallion.ts';

type Paint = (canvas: Canvas) => void;

type Sight = 'harbour' | 'rooftops' | 'street' | 'villa';

/** A town: its skyline over water or roofs, a street between lights, or one house drawn as its architect saw it. */
export const city: Composer = {
  name: 'city',
  compose(brief) {
    const layers = layersOf(brief, sightOf(brief));
    const cut = brief.transparent ? medallion(brief.random.fork('cut'), brief.frame) : null;
    return {
      paint(canvas) {
        for (const layer of layers) layer(canvas);
        cut?.(canvas);
      },
      finish: { vignette: brief.transparent ? 0 : 0.16 },
    };
  },
};

function sightOf({ words: said, style, random, frame }: Brief): Sight {
  if (said.says('city.villa')) return 'villa';
  if (said.says('city.street')) return 'street';
  if (said.says('city.harbour')) return 'harbour';
  if (said.says('city.rooftops')) return 'rooftops';
  if (style === 'portrait') return 'street';
  if (style === 'landscape' || style === 'photorealistic') return 'harbour';
  if (style === 'cinematic' || style === 'product' || style === 'anime') return 'rooftops';
  if (style === 'architecture' && !said.says('city.towers')) return 'villa';
  if (frame.height > frame.width * 1.3 && !said.says('city.skyline'))
    return random.fork('sight').pick(['street', 'street', 'harbour']);
  return random.fork('sight').pick(['harbour', 'rooftops', 'harbour']);
}

function layersOf(brief: Brief, sight: Sight): Paint[] {
  switch (sight) {
    case 'street':
      return streetOf(brief);
    case 'villa':
      return villaOf(brief);
    case 'harbour':
    case 'rooftops':
      return skylinesOf(brief, sight === 'harbour');
  }
}

function skylinesOf(brief: Brief, harbour: boolean): Paint[] {
  const random = brief.random.fork('city');
  const { frame } = brief;
  const { width, height } = frame;
  const own = landOf(brief);
  // Flat cut paper by day, whatever the hour, where a plain shape is asked for.
  const plain = brief.style === 'product' || brief.style === 'artistic';
  const lights = plain ? { ...lightsOf(brief), lit: 0.12 } : lightsOf(brief);
  const horizon = height * (harbour ? random.between(0.64, 0.7) : 0.97);
  const great = brief.style === 'anime' || brief.style === 'product' || brief.style === 'artistic';
  const land: Land = {
    ...own,
    horizon,
    ground: 'water',
    relief: 'islands',
    clouds: plain ? 0 : brief.style === 'anime' ? 0.8 : own.clouds,
    mist: brief.style === 'photorealistic' || brief.style === 'cinematic' ? Math.max(own.mist, 0.7) : own.mist,
    near: blend(own.near, { r: 0.012, g: 0.014, b: 0.022 }, 0.35),
    sun: {
      ...own.sun,
      x: clamp(own.sun.x, width * 0.2, width * 0.8),
      y: own.night ? height * random.between(0.12, 0.2) : horizon - (harbour ? 0 : 0.16) - random.between(0.18, 0.44),
      radius: own.sun.radius * (plain ? 6 : great ? 3.4 : 1),
      colour: great && !own.night ? tune(own.sun.colour, 0.8) : own.sun.colour,
    },
  };
  const bare = skyOf(brief, land);
  const face = great && !own.night ? sunOf(brief, land) : null;
  const sky: Paint = (canvas) => {
    bare(canvas);
    face?.(canvas);
  };
  const night = land.night ? [nightLightsOf(brief, { ...land, horizon: horizon * 0.8 })] : [];
  const towers = skylineOf(brief, land, lights, harbour ? horizon : height * 1.01, brief.style === 'product' ? 3 : 5);
  if (!harbour) {
    // Roofs close by, dark, their windows lit.
    const close = skylineOf(
      { ...brief, random: random.fork('close') },
      { ...land, mist: 0.2 },
      lights,
      height * 1.22,
      2,
    ).slice(1);
    return [sky, ...night, ...towers, ...close];
  }
  const bridge = brief.words.says('city.bridge') || random.chance(0.3) ? [bridgeOf(brief, land, lights, horizon)] : [];
  const quay: Paint = (canvas) => {
    for (let n = 0; n < 70; n++) {
      const x = ((n + 0.5) / 70) * width;
      canvas.glow(x, horizon - 0.004, 0.007, lights.windows[0], lights.lit * 0.5);
    }
  };
  const above = [sky, ...towers, quay, ...bridge];
  return [sky, ...night, ...towers, quay, ...bridge, waterOf(brief, land, above)];
}
