import type { Brief } from '../brief.ts';
import type { Canvas } from '../drawing/canvas.ts';
import { blend, brighten, lightnessOf, Ramp, tune, type Colour } from '../drawing/colour.ts';
import { Field } from '../drawing/field.ts';
import { clamp01, mix, smoothstep } from '../drawing/maths.ts';
import { Noise } from '../drawing/noise.ts';
import { outline, placed } from '../drawing/outline.ts';
import { Path, type Point } from '../drawing/path.ts';
import type { Random } from '../drawing/random.ts';

type Paint = (canvas: Canvas) => void;

/** What the parts of a picture under water share. */
export interface Water {
  readonly light: { readonly x: number; readonly y: number };
  /** From the surface down. */
  readonly ramp: Ramp;
  readonly dark: Colour;
  readonly glare: Colour;
}

export function underWaterOf(brief: Brief): Water {
  const random = brief.random.fork('under water');
  const { palette, frame } = brief;
  const sea = blend(palette.water, { r: 0.01, g: 0.22, b: 0.34 }, lightnessOf(palette.water) > 0.66 ? 0.6 : 0.35);
  const glare = blend(palette.light, { r: 0.72, g: 1, b: 0.94 }, 0.5);
  const dim = palette.night ? 0.62 : 1;
  return {
    light: { x: frame.width * random.between(0.34, 0.66), y: -0.12 },
    ramp: new Ramp([
      [0, tune(blend(sea, glare, 0.72), dim)],
      [0.16, tune(blend(sea, glare, 0.36), dim)],
      [0.5, tune(sea, 0.92 * dim)],
      [1, tune(blend(sea, palette.sky[0], 0.5), 0.42 * dim)],
    ]),
    dark: tune(blend(sea, { r: 0.004, g: 0.012, b: 0.022 }, 0.72), 0.7),
    glare,
  };
}

/** The water itself: light from above in shafts, the skin of the sea seen from below, motes. */
export function waterBodyOf(brief: Brief, water: Water): Paint {
  const random = brief.random.fork('shafts');
  const noise = new Noise(random);
  const { width, height } = brief.frame;
  const { light } = water;
  const area = { left: 0, top: 0, width, height };
  const shafts = new Field(area, 440, (x, y) => {
    const dx = x - light.x;
    const dy = y - light.y + 0.35;
    const angle = Math.atan2(dx, dy);
    const rays =
      noise.at(angle * 9, 3) * 0.55 +
      noise.at(angle * 23 + 9, 5 + y * 0.25) * 0.4 +
      noise.at(angle * 52, 8 + y * 0.4) * 0.22;
    const reach = Math.exp(-Math.max(0, y) * 1.5) * Math.exp(-((dx / (0.42 + y * 0.55)) ** 2));
    return Math.max(0, 0.14 + rays) * reach;
  });
  const skin = new Field({ left: 0, top: 0, width, height: Math.min(height, 0.42) }, 420, (x, y) => {
    const near = 1 / (0.055 + y * 0.9);
    const u = (x - light.x) * near * 0.42;
    const v = near * 1.15;
    const a = 1 - Math.abs(noise.fbm(u * 2.2 + noise.at(u, v) * 0.6, v * 1.1, 3));
    return a ** 5 * smoothstep(0.34, 0.02, y) * Math.exp(-(((x - light.x) / 0.6) ** 2));
  });
  const bright = 0.85 * (brief.palette.night ? 0.6 : 1);
  const motes = Array.from({ length: 260 }, () => ({
    x: random.next() * width,
    y: random.next() * height,
    radius: 0.0008 + random.next() ** 8 * 0.009,
    strength: random.between(0.05, 0.3),
  }));
  return (canvas) => {
    const { pixels, frame } = canvas;
    const { widthPx } = frame;
    const dx = 1 / frame.pxPerUnit;
    const [ray, net] = [new Float32Array(widthPx), new Float32Array(widthPx)];
    const base = new Float32Array(3);
    canvas.eachRow(0, height, (y, start) => {
      shafts.row(y, dx / 2, dx, ray, widthPx);
      skin.row(y, dx / 2, dx, net, widthPx);
      const inSkin = y < 0.4;
      for (let px = 0, i = start; px < widthPx; px++, i += 4) {
        const aside = (px + 0.5) * dx - light.x;
        // Brightness falls off from under the light as well as with depth.
        const depth = clamp01((y / Math.max(0.9, height * 0.86)) * 0.86 + Math.min(0.3, aside * aside * 0.32));
        water.ramp.read(depth, base, 0);
        const shine = ray[px]! * bright + (inSkin ? net[px]! * 1.25 * bright : 0);
        pixels[i] = base[0]! + water.glare.r * shine;
        pixels[i + 1] = base[1]! + water.glare.g * shine;
        pixels[i + 2] = base[2]! + water.glare.b * shine;
        pixels[i + 3] = 1;
      }
    });
    canvas.glow(light.x, 0, 0.5, water.glare, 0.45 * bright);
    for (const mote of motes)
      canvas.glow(mote.x, mote.y, mote.radius, water.glare, mote.strength * smoothstep(0.012, 0.001, mote.radius));
  };
}

const fish = outline(
  `100,50 95,44.6 86,38.6 74,34 66,32.6! 60,26.6 52,23.6! 50,30.6 44,34 34,39 24,44.4 17.6,47 10,40 2.6,35! 5.6,43 7.4,50 5.6,57 2.6,65! 10,60 17.6,53 24,55.6 34,61 44,65.4! 42,70.6 37.6,74! 48,72.6 55,67.6 66,67 78,64.6 89,58.6 97,53.4`,
);

/** A shoal that turns in the light: near fish dark, far ones pale. */
export function shoalOf(brief: Brief, water: Water, count: number): Paint {
  const random = brief.random.fork('shoal');
  const { width, height } = brief.frame;
  const centre = { x: width * random.between(0.38, 0.62), y: height * random.between(0.4, 0.52) };
  const reach = Math.min(0.42, 0.3 * width ** 0.5);
  const way = random.chance(0.5) ? 1 : -1;
  const fishes = Array.from({ length: count }, () => {
    const ring = random.between(0, Math.PI * 2);
    const away = (0.35 + 0.65 * Math.sqrt(random.next())) * reach;
    const far = random.next();
    const x = centre.x + Math.cos(ring) * away * 1.5;
    const y = centre.y + Math.sin(ring) * away * 0.62 + Math.cos(ring * 2) * 0.03;
    const scale = mix(0.00075, 0.00026, far) * random.between(0.75, 1.2);
    const turn = Math.sin(ring) * -0.25 + Math.cos(ring) * 0.35 * way + random.bell() * 0.06;
    const body = { x, y, scale, flip: way < 0, turn };
    const shade = blend(water.dark, water.ramp.at(clamp01(y / height)), far * 0.72);
    return {
      far,
      path: placed(
        fish.map((point) => ({ x: point.x - 50, y: point.y - 50 })),
        body,
      ),
      belly: placed(
        fish.map((point) => ({ x: (point.x - 50) * 0.7 + 6, y: (point.y - 50) * 0.22 - 8 })),
        body,
      ),
      shade,
    };
  }).sort((a, b) => b.far - a.far);
  const silver = blend(water.glare, { r: 1, g: 1, b: 1 }, 0.3);
  return (canvas) => {
    for (const { path, belly, shade, far } of fishes) {
      canvas.fill(path, shade, 0.96);
      canvas.fill(belly, silver, 0.24 * (1 - far * 0.6));
    }
  };
}

/** Lanterns of jelly, their threads trailing. */
export function jelliesOf(brief: Brief, water: Water): Paint {
  const random = brief.random.fork('jellies');
  const noise = new Noise(random);
  const { width, height } = brief.frame;
  const inks = brief.palette.inks;
  const jellies = Array.from({ length: 6 + random.below(4) }, (_, n) => {
    const size = n === 0 ? random.between(0.13, 0.17) : random.between(0.025, 0.085);
    const x = n === 0 ? width * random.between(0.42, 0.58) : width * random.between(0.06, 0.94);
    const y = n === 0 ? height * random.between(0.26, 0.36) : height * random.between(0.12, 0.75);
    const lean = random.between(-0.35, 0.35);
    const glow = tune(blend(inks[(n * 2) % 6]!, water.glare, 0.3), 1.05, 1.1);
    const turn = (px: number, py: number): Point => ({
      x: x + (px * Math.cos(lean) - py * Math.sin(lean)) * size,
      y: y + (px * Math.sin(lean) + py * Math.cos(lean)) * size,
    });
    const dome = (w: number, h: number, lift: number): Path =>
      Path.of(
        Array.from({ length: 60 }, (_unused, i) => {
          const a = (i / 59) * Math.PI;
          return turn(-Math.cos(a) * w, lift - Math.sin(a) ** 0.8 * h);
        }).concat(
          Array.from({ length: 41 }, (_unused, i) => {
            const t = 1 - i / 40;
            return turn(
              (t * 2 - 1) * w,
              lift + Math.abs(Math.sin(t * Math.PI * 8)) * 0.09 * w + 0.05 * Math.sin(t * Math.PI),
            );
          }),
        ),
      );
    const threads: { path: Path; strength: number }[] = [];
    for (let k = 0; k < 26; k++) {
      const from = (k / 25) * 2 - 1;
      const long = random.between(1.6, 4.2);
      const frill = k % 5 === 2;
      const line = Array.from({ length: 30 }, (_unused, i): Point => {
        const t = i / 29;
        const wave = noise.fbm(t * 2.4 + k * 0.31, n * 9 + from * 0.7, 2) * 0.75 * t;
        return turn(from * 0.82 * (1 - t * 0.4) * (frill ? 0.35 : 1) + wave, 0.02 + t * long * (frill ? 0.6 : 1));
      });
      const breadth = size * (frill ? 0.13 : 0.014);
      threads.push({
        path: Path.stroke(line, (t) => breadth * (1 - t * 0.75) * (frill ? 0.65 + 0.35 * Math.sin(t * 42) : 1)),
        strength: frill ? 0.24 : 0.5,
      });
    }
    return {
      size,
      x,
      y,
      glow,
      shells: [dome(1, 1.02, 0), dome(0.86, 0.86, -0.02), dome(0.6, 0.6, -0.1), dome(0.3, 0.34, -0.2)],
      threads,
    };
  }).sort((a, b) => a.size - b.size);
  return (canvas) => {
    for (const { size, x, y, glow, shells, threads } of jellies) {
      canvas.glow(x, y - size * 0.3, size * 2.6, glow, 0.26);
      for (const { path, strength } of threads) canvas.shine(path, glow, strength * 0.55);
      for (const [k, shell] of shells.entries()) canvas.shine(shell, brighten(glow, 1), 0.17 + k * 0.05);
      canvas.glow(x, y - size * 0.75, size * 0.6, { r: 1, g: 1, b: 1 }, 0.2);
    }
  };
}

/** The bed: far reefs pale, near ones dark, weed that sways, fans of coral. */
export function reefOf(brief: Brief, water: Water): Paint[] {
  const random = brief.random.fork('reef');
  const { width, height } = brief.frame;
  const paints: Paint[] = [];
  for (let n = 0; n < 4; n++) {
    const t = n / 3;
    const pen = random.fork(`${n}`);
    const noise = new Noise(pen);
    const slice = pen.between(0, 50);
    const foot = height * mix(0.84, 1.0, t) + 0.02;
    const side = pen.chance(0.5) ? 1 : -1;
    const crest = (x: number): number => {
      const aside = side > 0 ? x / width : 1 - x / width;
      const bulk = smoothstep(0.62, 0.05, aside) * mix(0.16, 0.26, t) + smoothstep(0.3, 0, 1 - aside) * 0.1;
      return foot - bulk - (0.5 + noise.fbm(x * mix(3.4, 2.2, t) + slice, slice, 4, 0.5)) * mix(0.05, 0.09, t);
    };
    const points: Point[] = [{ x: -0.1, y: height + 0.1 }];
    for (let k = 0; k <= 300; k++) {
      const x = -0.1 + (k / 300) * (width + 0.2);
      points.push({ x, y: crest(x) });
    }
    points.push({ x: width + 0.1, y: height + 0.1 });
    const colour = blend(blend(water.dark, water.ramp.at(0.55), (1 - t) * 0.7), brief.palette.inks[n % 6]!, 0.07);
    const growth: { path: Path; colour: Colour }[] = [];
    const count = Math.round(mix(16, 30, t) * Math.max(1, width));
    for (let k = 0; k < count; k++) {
      const x = pen.next() * width;
      const y = crest(x) + 0.01;
      const tone = blend(colour, brief.palette.inks[pen.below(6)]!, pen.next() ** 2 * 0.28 * (0.4 + t * 0.4));
      if (pen.chance(0.5)) growth.push(...weed(pen, noise, x, y, mix(0.05, 0.2, t) * pen.between(0.5, 1.3), tone));
      else growth.push(...fan(pen, x, y, mix(0.03, 0.085, t) * pen.between(0.6, 1.3), tone));
    }
    const body = Path.of(points);
    paints.push((canvas) => {
      for (const { path, colour: own } of growth) canvas.fill(path, own);
      canvas.fill(body, colour);
    });
  }
  return paints;
}

function weed(
  random: Random,
  noise: Noise,
  x: number,
  y: number,
  long: number,
  colour: Colour,
): { path: Path; colour: Colour }[] {
  const blades: { path: Path; colour: Colour }[] = [];
  const count = 3 + random.below(4);
  for (let n = 0; n < count; n++) {
    const root = x + random.bell() * long * 0.12;
    const own = long * random.between(0.6, 1.2);
    const phase = random.between(0, 6);
    const line = Array.from({ length: 22 }, (_, i): Point => {
      const t = i / 21;
      return {
        x: root + (noise.at(t * 1.6 + phase, 4) * 0.3 + Math.sin(t * 5 + phase) * 0.06) * own * t,
        y: y - own * t,
      };
    });
    blades.push({
      path: Path.stroke(
        line,
        (t) =>
          own *
          0.062 *
          (0.35 + Math.sin(Math.PI * Math.min(1, t * 0.9 + 0.1))) *
          (1 + 0.25 * Math.sin(t * 60)) *
          (1 - t ** 6),
      ),
      colour: tune(colour, random.between(0.85, 1.15)),
    });
  }
  return blades;
}

function fan(random: Random, x: number, y: number, size: number, colour: Colour): { path: Path; colour: Colour }[] {
  const twigs: { path: Path; colour: Colour }[] = [];
  const grow = (from: Point, turn: number, long: number, girth: number, depth: number): void => {
    const to = { x: from.x + Math.cos(turn) * long, y: from.y + Math.sin(turn) * long };
    const middle = {
      x: (from.x + to.x) / 2 + random.bell() * long * 0.06,
      y: (from.y + to.y) / 2 + random.bell() * long * 0.06,
    };
    twigs.push({ path: Path.stroke([from, middle, to], (t) => girth * (1 - 0.3 * t)), colour });
    if (depth === 0) {
      twigs.push({ path: Path.circle(to.x, to.y, girth * 0.55, 8), colour });
      return;
    }
    const forks = 2 + (random.chance(0.3) ? 1 : 0);
    for (let n = 0; n < forks; n++)
      grow(
        to,
        turn + (n - (forks - 1) / 2) * random.between(0.4, 0.75),
        long * random.between(0.65, 0.85),
        girth * 0.76,
        depth - 1,
      );
  };
  grow({ x, y }, -Math.PI / 2 + random.bell() * 0.12, size * 0.36, size * 0.11, 4);
  return twigs;
}
