import type { Brief } from '../../brief.ts';
import type { Canvas } from '../../drawing/canvas.ts';
import { blend, tune } from '../../drawing/colour.ts';
import type { Composer } from '../../composer.ts';
import { landOf, type Land } from '../../scenery/land.ts';
import { ridgesOf } from '../../scenery/ridges.ts';
import { astronautOf, rocketOf } from './explorer.ts';
import { galaxyOf } from './galaxy.ts';
import { soilOf } from './soil.ts';
import { globeOf, type Globe, type World } from './planet.ts';
import { nebulaOf, voidOf, type Void } from './sky.ts';

type Paint = (canvas: Canvas) => void;

type Sight = 'planet' | 'galaxy' | 'nebula' | 'explorer' | 'rocket';

/** Deep space: a world in its sun's light, a spiral of stars, clouds of gas, or someone who stands before them. */
export const space: Composer = {
  name: 'space',
  compose(brief) {
    const colours = voidOf(brief);
    const sight = sightOf(brief);
    const layers = layersOf(brief, colours, sight);
    const night = brief.transparent ? [] : [nebulaOf(brief, colours, gasOf(brief, sight))];
    return {
      paint(canvas) {
        for (const layer of night) layer(canvas);
        for (const layer of layers) layer(canvas);
      },
      finish: { vignette: brief.transparent ? 0 : 0.18 },
    };
  },
};

function sightOf({ words: said, style, random, transparent }: Brief): Sight {
  if (said.says('space.rocket')) return 'rocket';
  if (said.says('space.explorer') && !transparent) return 'explorer';
  if (said.says('space.planet')) return style === 'landscape' && !transparent ? 'explorer' : 'planet';
  if (said.says('space.galaxy')) return 'galaxy';
  if (transparent) return 'planet';
  if (said.says('space.nebula')) return 'nebula';
  if (style === 'landscape' || style === 'portrait') return 'explorer';
  if (style === 'product') return 'planet';
  return random.fork('sight').pick(['planet', 'planet', 'galaxy', 'nebula', 'explorer']);
}

/** How much gas glows behind. */
function gasOf({ style, random }: Brief, sight: Sight): number {
  const most = sight === 'nebula' ? 1.15 : sight === 'galaxy' ? 0.22 : sight === 'planet' ? 0.6 : 0.75;
  const manner = { photorealistic: 0.75, product: 0.25, cinematic: 0.8, artistic: 1.3, anime: 1.25 } as const;
  return most * (style in manner ? manner[style as keyof typeof manner] : 1) * random.fork('gas').between(0.85, 1.1);
}

function layersOf(brief: Brief, colours: Void, sight: Sight): Paint[] {
  const random = brief.random.fork('space');
  const { width, height } = brief.frame;
  const flat = brief.style === 'anime';
  switch (sight) {
    case 'nebula':
      return [];
    case 'galaxy':
      return [galaxyOf(brief, colours)];
    case 'planet':
      return planetsOf(brief, colours);
    case 'rocket': {
      const way = random.chance(0.5) ? 1 : -1;
      const turn = brief.transparent ? 0.5 * way : way * random.between(0.35, 0.8);
      const at = {
        x: width * (0.5 + way * (brief.transparent ? 0.03 : 0.06)),
        y: height * (brief.transparent ? 0.38 : 0.42),
        scale: brief.transparent ? 0.0058 : random.between(0.0055, 0.0068),
        turn,
      };
      const sun = sunOf(brief, 0.35);
      const globe: Globe = {
        x: way > 0 ? width * 0.12 : width * 0.88,
        y: height * 1.02,
        radius: 0.42,
        world: worldOf(brief),
        rings: false,
        sun,
        flat,
      };
      const lamp = { x: at.x + way * 0.6, y: at.y - 0.5, colour: brief.palette.light };
      const behind = brief.transparent ? [] : [globeOf(brief, random.fork('globe'), colours, globe)];
      return [...behind, rocketOf(brief, at, lamp)];
    }
    case 'explorer': {
      const sun = sunOf(brief, 0.25);
      const side = random.chance(0.5) ? 1 : -1;
      const tall = height > width;
      const ground = height * (tall ? 0.84 : 0.82);
      const globe: Globe = {
        x: width * (0.5 + side * random.between(0.02, 0.16)),
        y: height * (tall ? 0.42 : 0.44),
        radius: random.between(0.25, 0.34),
        world: worldOf(brief),
        rings: random.chance(0.5) || brief.words.says('planet.rings'),
        sun,
        flat,
      };
      const land = moonLandOf(brief, colours, ground, globe);
      const ridges = ridgesOf(brief, land).map(
        (ridge): Paint =>
          (canvas) =>
            ridge.paint(canvas),
      );
      const who = {
        x: width * (0.5 - side * random.between(0.1, 0.16) * Math.min(1.4, width)),
        scale: (tall ? 0.0034 : 0.003) * (brief.style === 'portrait' ? 1.45 : 1) * random.between(0.95, 1.1),
      };
      const soil = soilOf(brief, land, ground + 0.05, globe);
      const lamp = { x: globe.x, y: globe.y, colour: brief.palette.light };
      return [
        globeOf(brief, random.fork('globe'), colours, globe),
        ...ridges,
        soil.paint,
        astronautOf(brief, { ...who, y: soil.crest(who.x) + 0.008 }, lamp),
      ];
    }
  }
}

/** Towards the sun; the less it stands before the picture, the narrower the crescent. */
function sunOf({ random, style }: Brief, towards: number): Globe['sun'] {
  const pick = random.fork('sun');
  const angle = (pick.chance(0.5) ? 0 : Math.PI) + pick.between(-0.7, 0.4);
  const z = style === 'cinematic' ? -0.12 : style === 'product' ? 0.62 : towards;
  const flatLength = Math.sqrt(1 - z * z);
  return [Math.cos(angle) * flatLength, -Math.abs(Math.sin(angle)) * flatLength, z];
}

function worldOf({ words: said, random }: Brief): World {
  if (said.says('planet.sea')) return 'sea';
  if (said.says('planet.moon')) return 'moon';
  if (said.says('planet.rock')) return 'rock';
  if (said.says('planet.gas')) return 'gas';
  return random.fork('world').pick(['gas', 'gas', 'sea', 'rock']);
}

/** One great globe, a smaller one that keeps it company, and a far spark of a sun. */
function planetsOf(brief: Brief, colours: Void): Paint[] {
  const random = brief.random.fork('planets');
  const { width, height } = brief.frame;
  const flat = brief.style === 'anime';
  const world = worldOf(brief);
  const sun = sunOf(brief, brief.transparent ? 0.5 : random.chance(0.25) ? -0.14 : random.between(0.18, 0.45));
  const rings = brief.words.says('planet.rings') || (world === 'gas' && random.chance(0.6));
  const side = sun[0] > 0 ? -1 : 1;
  const alone = brief.transparent || brief.style === 'product';
  const radius = brief.transparent
    ? rings
      ? 0.19
      : 0.33
    : rings
      ? random.between(0.22, 0.28)
      : random.between(0.3, 0.46);
  const great: Globe = {
    x: width / 2 + (alone ? 0 : side * width * random.between(0.06, 0.16)),
    y: height * (alone ? 0.5 : random.between(0.46, 0.58)),
    radius,
    world,
    rings,
    sun,
    flat,
  };
  const layers = [globeOf(brief, random.fork('great'), colours, great)];
  if (!alone) {
    const moon: Globe = {
      x: great.x - side * radius * (rings ? random.between(1.2, 1.6) : random.between(1.15, 1.4)),
      y: great.y - radius * random.between(0.75, 1.1),
      radius: radius * random.between(0.14, 0.2),
      world: world === 'moon' ? 'rock' : 'moon',
      rings: false,
      sun,
      flat,
    };
    layers.push(globeOf(brief, random.fork('moon'), colours, moon));
  }
  // From the night side its sun is seen, half behind the limb.
  if (!alone && sun[2] < 0) {
    const reach = radius * 0.99;
    const glare = [0.7, 0.32, 0.14, 0.06, 0.026].map((size, n) => ({ size, strength: 0.05 * 2.6 ** n }));
    const star = blend(brief.palette.light, { r: 1, g: 1, b: 1 }, 0.4);
    const flat = Math.hypot(sun[0], sun[1]);
    const [x, y] = [great.x + (sun[0] / flat) * reach, great.y + (sun[1] / flat) * reach];
    layers.unshift((canvas) => {
      for (const { size, strength } of glare) canvas.glow(x, y, size, star, strength);
    });
    layers.push((canvas) => {
      for (const { size, strength } of glare) canvas.glow(x, y, size * 0.8, star, strength * 0.25);
    });
  }
  return layers;
}

/** Bare ranges without air: what is far stays as dark as what is near, and the globe is their lamp. */
function moonLandOf(brief: Brief, colours: Void, ground: number, globe: Globe): Land {
  const land = landOf(brief);
  const rock = blend(brief.palette.land[0], colours.deep, 0.4);
  return {
    ...land,
    horizon: ground,
    ground: 'dunes',
    relief: 'alps',
    night: true,
    moonless: true,
    backlit: 0.3,
    sun: { x: globe.x + globe.sun[0] * 0.8, y: globe.y, radius: 0.02, colour: brief.palette.light },
    haze: blend(colours.deep, colours.gases[0], 0.34),
    near: tune(rock, 0.8),
    far: blend(tune(brief.palette.land[1], 0.6), colours.gases[1], 0.3),
    mist: 0.45,
    snowline: 2,
    conifers: false,
  };
}
