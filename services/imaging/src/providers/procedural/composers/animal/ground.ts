import type { Brief } from '../../brief.ts';
import type { Canvas } from '../../drawing/canvas.ts';
import { blend, tune, type Colour } from '../../drawing/colour.ts';
import { Lit } from '../../drawing/lit.ts';
import { mix, smoothstep } from '../../drawing/maths.ts';
import { Noise } from '../../drawing/noise.ts';
import { Path, type Point } from '../../drawing/path.ts';
import type { Random } from '../../drawing/random.ts';
import { Relief } from '../../drawing/relief.ts';
import { Texture } from '../../drawing/texture.ts';
import { snowColours } from '../../scenery/land.ts';
import { conifer } from '../../scenery/trees.ts';
import type { Beast } from './beasts.ts';
import type { Setting } from './setting.ts';

type Paint = (canvas: Canvas) => void;

/** What the animal stands on, in two parts: behind it and before it. */
export function groundOf(brief: Brief, beast: Beast, setting: Setting): { behind: Paint[]; before: Paint[] } {
  const random = brief.random.fork('ground');
  switch (beast.place) {
    case 'hill':
      return hillOf(random, brief, beast, setting);
    case 'wall':
      return { behind: [wallOf(random, brief, setting)], before: [] };
    case 'bough':
      return { behind: [boughOf(random, brief, setting)], before: [] };
    default:
      return { behind: [], before: [] };
  }
}

interface Blade {
  readonly path: Path;
  readonly colour: Colour;
}

function hillOf(random: Random, brief: Brief, beast: Beast, setting: Setting): { behind: Paint[]; before: Paint[] } {
  const { width, height } = brief.frame;
  const { land, x: middle, y: foot } = setting;
  const noise = new Noise(random);
  const slice = random.between(0, 40);
  const rolling = random.between(0.03, 0.07);
  const level = noise.fbm(middle * 1.4 + slice, slice, 3, 0.4);
  const crest = (x: number): number => {
    const away = smoothstep(0.14, 0.75, Math.abs(x - middle));
    const own = (noise.fbm(x * 1.4 + slice, slice, 3, 0.4) - level) * rolling * 1.6 + away * rolling * 0.9;
    return foot - 0.004 + own * smoothstep(0.1, 0.4, Math.abs(x - middle)) + noise.fbm(x * 22, slice, 3) * 0.0025;
  };
  const outline: Point[] = [{ x: -0.1, y: height + 0.1 }];
  for (let n = 0; n <= 400; n++) {
    const x = (n / 400) * (width + 0.2) - 0.1;
    outline.push({ x, y: crest(x) });
  }
  outline.push({ x: width + 0.1, y: height + 0.1 });
  const hill = Path.of(outline);
  const snow = brief.words.says('land.snow') ? snowColours(land) : null;
  const dark = snow?.shaded ?? tune(land.near, 0.72);
  const lit = snow?.lit ?? blend(dark, blend(land.sun.colour, land.haze, 0.5), land.night ? 0.3 : 0.42);
  const dust = blend(land.haze, land.sun.colour, 0.35);

  const blades: Blade[] = [];
  const before: Blade[] = [];
  const count = Math.round((snow === null ? 1500 : 60) * width);
  for (let n = 0; n < count; n++) {
    const down = random.next() ** 1.6;
    const x = random.between(-0.02, width + 0.02);
    const y = crest(x) + down * (height - crest(x) + 0.05) + 0.004;
    const tuft = 0.55 + 0.45 * noise.fbm(x * 7 + 9, y * 9, 2);
    const size = mix(0.03, 0.11, down) * random.between(0.4, 1.1) * tuft * (beast.plain ? 1.25 : 1);
    const lean = 0.2 + noise.fbm(x * 2, y * 3 + 20, 2) * 0.7 + random.bell() * 0.25;
    const line = Array.from({ length: 6 }, (_, i): Point => {
      const t = i / 5;
      return { x: x + lean * size * 0.6 * t * t, y: y - size * t };
    });
    // Blades on the crest stand against the light and take its rim.
    const shine = Math.exp(-(((x - land.sun.x) / 0.34) ** 2)) * (1 - down) ** 3;
    const colour = blend(tune(dark, random.between(0.75, 1.15)), lit, shine * random.between(0.3, 1));
    const blade = { path: Path.stroke(line, (t) => size * 0.05 * (1 - t) + 0.0006), colour };
    // Those at its feet hide where it stands.
    if (down < 0.05 && Math.abs(x - middle) < 0.35) before.push(blade);
    else blades.push(blade);
  }
  const trees = land.conifers ? treesOf(random.fork('trees'), brief, setting, crest) : [];
  const acacias =
    beast.name === 'elephant' || beast.name === 'lion' || beast.name === 'giraffe'
      ? acaciasOf(random.fork('acacia'), setting, width)
      : [];
  return {
    behind: [
      (canvas) => {
        for (const { path, colour } of acacias) canvas.fill(path, colour);
        canvas.glow(land.sun.x, foot - 0.02, 0.75, dust, 0.16);
        canvas.fill(hill, dark);
        // A glance of light along the crest.
        const { pixels } = canvas;
        const { pxPerUnit } = canvas.frame;
        canvas.cover(hill, (i, covered, px, row) => {
          const x = (px + 0.5) / pxPerUnit;
          const below = (row + canvas.topPx + 0.5) / pxPerUnit - foot;
          const light =
            Math.exp(-(((x - land.sun.x) / 0.4) ** 2)) *
            Math.exp(-Math.max(0, below + 0.02) * 13) *
            covered *
            (0.16 + noise.fbm(x * 30, below * 60, 2) * 0.1);
          pixels[i] = pixels[i]! + lit.r * light;
          pixels[i + 1] = pixels[i + 1]! + lit.g * light;
          pixels[i + 2] = pixels[i + 2]! + lit.b * light;
        });
        for (const { path, colour } of trees) canvas.fill(path, colour);
      },
    ],
    before: [
      (canvas) => {
        for (const { path, colour } of before) canvas.fill(path, colour);
        for (const { path, colour } of blades) canvas.fill(path, colour);
      },
    ],
  };
}

/** Spruces at the sides, tall ones nearer: they frame, and leave the middle open. */
function treesOf(random: Random, brief: Brief, setting: Setting, crest: (x: number) => number): Blade[] {
  const { width, height } = brief.frame;
  const { land, x: middle } = setting;
  const trees: (Blade & { size: number })[] = [];
  const room = 0.4;
  for (let n = 0; n < 34; n++) {
    const x = random.between(-0.06, width + 0.06);
    const away = Math.abs(x - middle);
    if (away < room) continue;
    const size = Math.min(0.75, 0.1 + (away - room) * random.between(0.5, 1.3)) * Math.min(1.15, height);
    trees.push({
      path: conifer(random, x, crest(x) + 0.03, size),
      colour: tune(land.near, random.between(0.6, 0.85)),
      size,
    });
  }
  return trees.sort((a, b) => a.size - b.size);
}

/** A flat-topped tree or two far off on the plain. */
function acaciasOf(random: Random, setting: Setting, width: number): Blade[] {
  const { land, x: middle, y } = setting;
  const parts: Blade[] = [];
  const side = middle > width / 2 ? -1 : 1;
  for (let n = 0; n < 2 + random.below(2); n++) {
    const x = middle + side * (0.42 + n * 0.2 * random.between(0.7, 1.4));
    const size = random.between(0.14, 0.26) * (1 - n * 0.24);
    const colour = blend(land.near, land.haze, 0.16 + n * 0.16);
    const foot = y + 0.01;
    const forks: [number, number][] = [
      [-0.34, 0.8],
      [-0.1, 0.92],
      [0.18, 0.9],
      [0.42, 0.78],
    ];
    for (const [dx, up] of forks) {
      const line = Array.from({ length: 10 }, (_, i): Point => {
        const t = i / 9;
        return { x: x + dx * size * t ** 1.8, y: foot - size * up * t };
      });
      parts.push({ path: Path.stroke(line, (t) => size * (0.07 - 0.055 * t)), colour });
    }
    for (let leaf = 0; leaf < 90; leaf++) {
      const across = random.between(-1, 1);
      const rise = Math.sqrt(1 - across * across);
      const px = x + across * size * 0.72 + size * 0.04;
      const py = foot - size * (0.86 + rise * random.between(-0.04, 0.16));
      parts.push({ path: Path.circle(px, py, size * random.between(0.03, 0.065), 8), colour });
    }
  }
  return parts;
}

/** The top of an old wall, stones and a little ivy. */
function wallOf(random: Random, brief: Brief, setting: Setting): Paint {
  const { width, height } = brief.frame;
  const { land, y: foot } = setting;
  const noise = new Noise(random);
  const dark = tune(land.near, 0.85);
  const stones: Lit[] = [];
  for (let row = 0, y = foot - 0.002; y < height + 0.1; row++, y += 0.105) {
    for (let x = -0.1 - (row % 2) * 0.1 + random.between(-0.02, 0.02); x < width + 0.1;) {
      const breadth = random.between(0.16, 0.27);
      const stone = Array.from({ length: 28 }, (_, i): Point => {
        const a = (i / 28) * Math.PI * 2;
        const cx = Math.sign(Math.cos(a)) * Math.abs(Math.cos(a)) ** 0.32;
        const cy = Math.sign(Math.sin(a)) * Math.abs(Math.sin(a)) ** 0.32;
        const px = x + breadth / 2 + cx * (breadth / 2 - 0.003);
        const py = y + 0.052 + cy * 0.0495;
        return { x: px + noise.at(px * 20, py * 20) * 0.004, y: py + noise.at(px * 20 + 9, py * 20) * 0.003 };
      });
      const path = Path.of(stone);
      stones.push(new Lit([path], new Relief([path], 44)));
      x += breadth;
    }
  }
  const grit = new Texture(128, (x, y) => noise.fbm(x * 14, y * 14, 4, 0.65));
  const lamp = {
    x: land.sun.x,
    y: land.sun.y,
    depth: -0.06,
    colour: land.sun.colour,
    strength: land.night ? 0.3 : 0.5,
  };
  const base = Path.of([
    { x: -0.1, y: foot + 0.01 },
    { x: width + 0.1, y: foot + 0.01 },
    { x: width + 0.1, y: height + 0.1 },
    { x: -0.1, y: height + 0.1 },
  ]);
  return (canvas) => {
    canvas.fill(base, tune(dark, 0.5));
    for (const stone of stones)
      stone.paint(canvas, {
        colour: dark,
        lamps: [lamp],
        sky: land.haze,
        skyStrength: 0.06,
        texture: { of: grit, across: 4, down: 4, depth: 0.5 },
      });
  };
}

/** A bough across the picture, with twigs and leaves. */
function boughOf(random: Random, brief: Brief, setting: Setting): Paint {
  const { width } = brief.frame;
  const { land, x: middle, y: foot, scale } = setting;
  const noise = new Noise(random);
  const slant = random.between(-0.12, 0.12);
  const way = random.chance(0.5) ? 1 : -1;
  const grip = foot - 7 * scale;
  const line = Array.from({ length: 60 }, (_, i): Point => {
    const x = -0.1 + (i / 59) * (width + 0.2);
    return {
      x,
      y: grip + 0.02 + (x - middle) * slant + noise.fbm(x * 2.2, 4, 3) * 0.05 - noise.fbm(middle * 2.2, 4, 3) * 0.05,
    };
  });
  const ordered = way > 0 ? line : [...line].reverse();
  const limb = Path.stroke(ordered, (t) => 0.075 - 0.055 * t + noise.at(t * 30, 2) * 0.004);
  const bark = new Lit([limb]);
  const twigs: Path[] = [];
  const leaves: Blade[] = [];
  for (let n = 0; n < 15; n++) {
    const root = ordered[6 + random.below(50)]!;
    if (Math.abs(root.x - middle) < 0.2) continue;
    const turn = (random.chance(0.6) ? -1 : 1) * random.between(0.5, 1.2) + (way > 0 ? 0 : Math.PI) * 1;
    const length = random.between(0.1, 0.28);
    const twig = Array.from({ length: 10 }, (_, i): Point => {
      const t = i / 9;
      const bent = turn + noise.at(n * 3.1, t * 2) * 0.7;
      return { x: root.x + Math.cos(bent) * length * t, y: root.y + Math.sin(bent) * length * t };
    });
    twigs.push(Path.stroke(twig, (t) => 0.011 * (1 - t) + 0.0015));
    for (let leaf = 0; leaf < 11; leaf++) {
      const at = twig[2 + random.below(8)]!;
      const a = random.between(0, Math.PI * 2);
      const size = random.between(0.018, 0.036);
      const blade = Array.from({ length: 9 }, (_, i): Point => ({
        x: at.x + Math.cos(a) * size * (i / 8),
        y: at.y + Math.sin(a) * size * (i / 8),
      }));
      leaves.push({
        path: Path.stroke(blade, (t) => Math.sin(Math.PI * t ** 0.8) * size * 0.5),
        colour: blend(tune(land.near, random.between(0.6, 1.1)), land.haze, random.next() ** 4 * 0.3),
      });
    }
  }
  const grain = new Texture(128, (x, y) => noise.fbm(x * 5, y * 30, 4, 0.6));
  const lamp = { x: land.sun.x, y: land.sun.y, depth: -0.1, colour: land.sun.colour, strength: land.night ? 0.4 : 0.7 };
  return (canvas) => {
    bark.paint(canvas, {
      colour: tune(land.near, 0.75),
      lamps: [lamp],
      sky: land.haze,
      skyStrength: 0.05,
      texture: { of: grain, across: 1.6, down: 2.4, depth: 0.7 },
    });
    for (const twig of twigs) canvas.fill(twig, tune(land.near, 0.7));
    for (const { path, colour } of leaves) canvas.fill(path, colour);
  };
}
