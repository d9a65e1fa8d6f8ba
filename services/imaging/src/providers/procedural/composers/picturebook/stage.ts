import type { Brief } from '../../brief.ts';
import type { Canvas } from '../../drawing/canvas.ts';
import { blend, hex, lightnessOf, tune, type Colour } from '../../drawing/colour.ts';
import { smoothstep } from '../../drawing/maths.ts';
import { Path, type Point } from '../../drawing/path.ts';
import { boxBetween } from '../../drawing/shapes.ts';
import { foregroundOf } from '../../scenery/foreground.ts';
import { landOf, type Ground, type Land } from '../../scenery/land.ts';
import { ridgesOf } from '../../scenery/ridges.ts';
import { nightLightsOf, skyOf } from '../../scenery/sky.ts';
import { reefOf, underWaterOf, waterBodyOf } from '../../scenery/underwater.ts';
import { waterOf } from '../../scenery/water.ts';
import type { Stage } from './part.ts';

type Paint = (canvas: Canvas) => void;

const outdoors: readonly Stage[] = ['land', 'road', 'sea', 'sky', 'deep'];
export const isOutdoors = (stage: Stage): boolean => outdoors.includes(stage);

/** Where this picture plays: as usual for its thing, unless the words name another place. */
export function stageOf({ words }: Brief, usual: Stage): Stage {
  return words.says('stage.outdoors') && !isOutdoors(usual) ? 'land' : usual;
}

/** Paints what is behind a thing whose feet stand at (x, y), `half` of its breadth to each side. */
export function behind(brief: Brief, stage: Stage, feet: { x: number; y: number; half: number }): Paint[] {
  switch (stage) {
    case 'table':
    case 'studio':
    case 'room':
      return [wallOf(brief, stage, feet.y), shadowOf(feet)];
    case 'deep': {
      const water = underWaterOf(brief);
      return [waterBodyOf(brief, water), ...reefOf(brief, water).slice(0, 1)];
    }
    case 'sea': {
      const land = landFor(brief, 'water', brief.frame.height * 0.6);
      const sky = skyOf(brief, land);
      const night = land.night ? [nightLightsOf(brief, land)] : [];
      return [sky, ...night, waterOf(brief, land, [sky])];
    }
    case 'sky': {
      const land = landFor(brief, 'forest', brief.frame.height * 0.94);
      return [
        ...aboveOf(brief, land),
        ...ridgesOf(brief, land).map((ridge) => (canvas: Canvas) => ridge.paint(canvas)),
      ];
    }
    case 'land':
    case 'road': {
      const land = landFor(brief, groundOf(brief), brief.frame.height * (stage === 'road' ? 0.55 : 0.6));
      const ridges = ridgesOf(brief, land).map((ridge) => (canvas: Canvas) => ridge.paint(canvas));
      const road = stage === 'road' ? [roadOf(brief, feet.y)] : [];
      return [...aboveOf(brief, land), ...ridges, ...foregroundOf(brief, land), ...road, shadowOf(feet)];
    }
  }
}

const aboveOf = (brief: Brief, land: Land): Paint[] => [
  skyOf(brief, land),
  ...(land.night ? [nightLightsOf(brief, land)] : []),
];

function groundOf({ words }: Brief): Ground {
  if (words.says('land.snow')) return 'snow';
  if (words.says('land.dunes')) return 'dunes';
  return words.says('land.forest') ? 'forest' : 'meadow';
}

function landFor(brief: Brief, ground: Ground, horizon: number): Land {
  const land = landOf(brief);
  const open = ground === 'meadow' && land.relief === 'alps' && !brief.words.says('land.alps');
  return { ...land, ground, horizon, relief: ground === 'dunes' ? 'dunes' : open ? 'hills' : land.relief };
}

/** Rain before everything, where the words ask for it. */
export function rainOf({ words, random, frame: { width, height } }: Brief): Paint | null {
  if (!words.says('street.rain')) return null;
  const chance = random.fork('rain');
  const drops = Array.from({ length: Math.round(150 * width * height) }, () => {
    const [x, y] = [chance.between(-0.1, width + 0.1), chance.between(-0.1, height)];
    const length = chance.between(0.03, 0.07);
    return Path.stroke(
      [
        { x, y },
        { x: x - length * 0.25, y: y + length },
      ],
      () => 0.0026,
    );
  });
  return (canvas) => {
    for (const drop of drops) canvas.fill(drop, { r: 0.75, g: 0.85, b: 0.95 }, 0.42);
  };
}

/** A road across, its middle line broken. */
function roadOf({ frame: { width, height } }: Brief, y: number): Paint {
  const [top, bottom] = [y - 0.045, Math.min(height + 0.1, y + 0.12)];
  const surface = boxBetween(-0.1, top, width + 0.1, bottom);
  const marks = Array.from({ length: Math.ceil(width / 0.22) + 1 }, (_, n) =>
    boxBetween(n * 0.22, y + 0.042, n * 0.22 + 0.11, y + 0.052),
  );
  const edge = boxBetween(-0.1, top - 0.008, width + 0.1, top);
  return (canvas) => {
    canvas.fill(surface, hex('#4a4b52'));
    canvas.fill(edge, hex('#d8d2c2'));
    for (const mark of marks) canvas.fill(mark, hex('#e9e2cf'), 0.85);
  };
}

/** A soft shade where a thing touches what it stands on. */
function shadowOf({ x, y, half }: { x: number; y: number; half: number }): Paint {
  const shades = Array.from({ length: 8 }, (_, n) => {
    const grow = 1.12 - n * 0.085;
    return Path.of(
      Array.from({ length: 60 }, (_unused, i): Point => {
        const angle = (i / 60) * Math.PI * 2;
        return { x: x + half * 0.06 + Math.cos(angle) * half * grow, y: y + Math.sin(angle) * half * 0.13 * grow };
      }),
    );
  });
  return (canvas) => {
    for (const shade of shades) canvas.fill(shade, { r: 0.01, g: 0.01, b: 0.02 }, 0.075);
  };
}

/** A wall, and before it a table's top, a floor, or a sweep without a line. */
function wallOf(brief: Brief, stage: 'table' | 'studio' | 'room', feet: number): Paint {
  const { frame, palette, words, random } = brief;
  const dark = palette.night || words.says('plants.dark');
  const inks = [...palette.inks].sort((a, b) => lightnessOf(b) - lightnessOf(a));
  const named = words.says('stage.ground') ? words.first('paint') : undefined;
  const hue = random.fork('wall').pick([inks[0]!, inks[1]!, palette.sky[2], palette.sky[3]]);
  const paper: Colour = dark ? hex('#23242c') : hex('#f4efe4');
  const wall = named === undefined ? blend(paper, hue, dark ? 0.14 : 0.34) : grounds(named);
  const level = stage === 'studio' ? frame.height + 1 : feet - (stage === 'room' ? 0.1 : 0.13);
  const floor =
    stage === 'room' ? blend(hex('#a5764e'), wall, 0.25) : blend(tune(wall, 0.9), hex('#c39a6f'), dark ? 0.1 : 0.4);
  const spot = { x: frame.width * 0.42, y: feet - 0.5 };
  return (canvas) => {
    const { pixels } = canvas;
    const { widthPx, pxPerUnit } = canvas.frame;
    canvas.eachRow(0, frame.height, (y, start) => {
      const below = smoothstep(level - 0.001, level + 0.001, y);
      for (let px = 0, i = start; px < widthPx; px++, i += 4) {
        const away = Math.hypot(((px + 0.5) / pxPerUnit - spot.x) / 1.2, (y - spot.y) / 1.05);
        const light =
          (1.06 - 0.34 * Math.min(1.4, away * away)) *
          (stage === 'studio' ? 1 - 0.14 * smoothstep(feet - 0.2, feet + 0.1, y) : 1);
        const far = below * (1 - 0.22 * smoothstep(level, frame.height, y));
        pixels[i] = (wall.r * (1 - below) + floor.r * far) * light;
        pixels[i + 1] = (wall.g * (1 - below) + floor.g * far) * light;
        pixels[i + 2] = (wall.b * (1 - below) + floor.b * far) * light;
        pixels[i + 3] = 1;
      }
    });
  };
}

const paints: Readonly<Record<string, string>> = {
  red: '#c8322f',
  orange: '#ee7a2b',
  yellow: '#f3c22f',
  green: '#4f9a52',
  teal: '#2f9a98',
  blue: '#3a6fc4',
  purple: '#7d4fb0',
  pink: '#ee93b0',
  brown: '#7a4f32',
  white: '#f3efe6',
  grey: '#8d9096',
  black: '#25262b',
  gold: '#d8a53a',
};
/** A named colour, as a coat of paint. */
export const grounds = (name: string): Colour => hex(paints[name] ?? '#8d9096');
