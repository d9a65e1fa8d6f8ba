import type { Brief } from '../../brief.ts';
import type { Canvas } from '../../drawing/canvas.ts';
import { blend, brighten, tune, type Colour } from '../../drawing/colour.ts';
import { clamp01, mix, smoothstep } from '../../drawing/maths.ts';
import { Mirror } from '../../drawing/mirror.ts';
import { Noise } from '../../drawing/noise.ts';
import { outline, placed } from '../../drawing/outline.ts';
import { Path, type Point } from '../../drawing/path.ts';
import type { Random } from '../../drawing/random.ts';
import { landOf } from '../../scenery/land.ts';
import { nightLightsOf, skyOf } from '../../scenery/sky.ts';
import { lightsOf, type Lights } from './lights.ts';

type Paint = (canvas: Canvas) => void;

interface Shape {
  readonly path: Path;
  readonly colour: Colour;
  readonly opacity: number;
}
interface Lamp {
  readonly x: number;
  readonly y: number;
  readonly radius: number;
  readonly colour: Colour;
  readonly strength: number;
}

/** Straight down a street: house fronts on both sides run to one point, signs hang out, the wet road mirrors them. */
export function streetOf(brief: Brief): Paint[] {
  const random = brief.random.fork('street');
  const { width, height } = brief.frame;
  const lights = { ...lightsOf(brief) };
  const lit = Math.max(lights.lit, brief.palette.night ? 1 : 0.35);
  const land = landOf(brief);
  const vanish = { x: width * random.between(0.44, 0.56), y: height * (height > width ? 0.62 : 0.6) };
  const eye = 0.085;
  const half = 0.21 * random.between(0.85, 1.1);
  const air = blend(blend(land.sky.at(0.9), land.haze, 0.5), lights.neon[0], lit * 0.12);
  const wall = blend(land.near, { r: 0.012, g: 0.013, b: 0.02 }, 0.3);
  const rooms: Shape[] = [];
  const lamps: Lamp[] = [];
  const project = (across: number, up: number, deep: number): Point => ({
    x: vanish.x + across / deep,
    y: vanish.y + (eye - up) / deep,
  });
  // A street's end in the light.
  const depths = [9];
  for (let z = 9; z > 0.22;) {
    z -= Math.min(z * 0.34, z * random.between(0.16, 0.36));
    depths.push(z);
  }
  for (let n = 0; n < depths.length - 1; n++) {
    const [far, close] = [depths[n]!, depths[n + 1]!];
    for (const side of [-1, 1] as const) {
      const up = random.between(0.34, 0.9) * (n % 3 === 0 ? 1.25 : 1) * Math.max(1, height * 0.8);
      const away = clamp01(far / 6.5) ** 0.62;
      const tone = blend(tune(wall, random.between(0.8, 1.5)), air, away * 0.86);
      const set = half * random.between(0.98, 1.06);
      const quad = (a: Point, b: Point, c: Point, d: Point): Path => Path.of([a, b, c, d]);
      // The front that looks towards us, then the one along the street.
      const outer = side * (set + 1.2);
      rooms.push({
        path: quad(
          project(side * set, up, close),
          project(outer, up, close),
          project(outer, -eye, close),
          project(side * set, 0, close),
        ),
        colour: tune(tone, 0.8),
        opacity: 1,
      });
      const front = quad(
        project(side * set, up, far),
        project(side * set, up, close),
        project(side * set, 0, close),
        project(side * set, 0, far),
      );
      rooms.push({ path: front, colour: tone, opacity: 1 });
      fittings(random, { side, set, up, far, close, tone, away, lights, lit, air, project }, rooms, lamps);
    }
  }
  const crossing = wiresOf(random, project, half, height);
  const glare = blend(air, land.sun.colour, 0.4);
  const sun = { ...land.sun, x: vanish.x + (land.night ? 0.04 : 0), y: land.night ? height * 0.12 : vanish.y - 0.12 };
  const sky = skyOf(brief, { ...land, horizon: vanish.y + 0.05, sun });
  const stars = land.night ? [nightLightsOf(brief, { ...land, horizon: vanish.y * 0.7, sun })] : [];
  const walls: Paint = (canvas) => {
    canvas.glow(vanish.x, vanish.y - 0.02, 0.42, glare, 0.4);
    for (const { path, colour, opacity } of rooms) canvas.fill(path, colour, opacity);
    canvas.glow(vanish.x, vanish.y, 0.34, glare, 0.28);
    canvas.glow(vanish.x, vanish.y, 0.12, glare, 0.4);
    for (const lamp of lamps) canvas.glow(lamp.x, lamp.y, lamp.radius, lamp.colour, lamp.strength);
    for (const wire of crossing) canvas.fill(wire, tune(wall, 0.5), 0.8);
  };
  const above = [sky, walls];
  const mirror = new Mirror(brief.frame, vanish.y + 0.03, above, 560);
  const road = roadOf(brief, mirror, vanish, eye, half, blend(wall, air, 0.05), lit);
  const people = peopleOf(brief, vanish, eye, half, wall, lights);
  const rain = brief.words.says('street.rainy') && !brief.words.refuses('street.rain') ? [rainOf(brief, air)] : [];
  return [sky, ...stars, road, walls, people, ...rain];
}

interface Front {
  side: -1 | 1;
  set: number;
  up: number;
  far: number;
  close: number;
  tone: Colour;
  away: number;
  lights: Lights;
  lit: number;
  air: Colour;
  project: (across: number, up: number, deep: number) => Point;
}

/** Windows, shop fronts and signs of one house. */
function fittings(random: Random, front: Front, rooms: Shape[], lamps: Lamp[]): void {
  windowsOf(random, front, rooms);
  if (random.chance(0.75) && front.lit > 0.3) shopOf(random, front, rooms, lamps);
  signsOf(random, front, rooms, lamps);
}

/** A piece of the wall, between two depths and two heights. */
const onWall = ({ side, set, project }: Front, z0: number, z1: number, y0: number, y1: number): Path =>
  Path.of([
    project(side * set, y1, z0),
    project(side * set, y1, z1),
    project(side * set, y0, z1),
    project(side * set, y0, z0),
  ]);

/** They are spaced evenly in depth as they are on the wall. */
function windowsOf(random: Random, front: Front, rooms: Shape[]): void {
  const { up, far, close, tone, away, lights, lit, air } = front;
  const length = far - close;
  const bay = Math.max(0.05, Math.min(0.14, length / 3));
  const bays = Math.max(2, Math.min(16, Math.floor(length / bay)));
  const floors = Math.max(3, Math.floor((up - 0.12) / 0.062));
  const main = lights.windows[random.below(3)]!;
  const busy = random.between(0.25, 0.6) * lit;
  for (let floor = 0; floor < floors; floor++) {
    for (let n = 0; n < bays; n++) {
      const z0 = far - (length * (n + 0.2)) / bays;
      const z1 = far - (length * (n + 0.8)) / bays;
      const y = 0.125 + floor * 0.062;
      const on = random.next() < busy;
      const dim = random.next();
      const colour = on
        ? brighten(random.chance(0.8) ? main : lights.windows[random.below(3)]!, 0.35 + dim * 0.7)
        : blend(tune(tone, 0.62), air, lit < 0.5 ? 0.3 : 0.06);
      const pane = on ? blend(colour, air, away * 0.5) : colour;
      rooms.push({ path: onWall(front, z0, z1, y, y + 0.036), colour: pane, opacity: on ? 0.92 : 0.6 });
      if (close <= 1.6) nearWindowOf(random, front, { z0, z1, y, on, dim, pane }, rooms);
    }
  }
}

/** Near enough for a sill, a cross, a curtain, a box that hums. */
function nearWindowOf(
  random: Random,
  front: Front,
  { z0, z1, y, on, dim, pane }: { z0: number; z1: number; y: number; on: boolean; dim: number; pane: Colour },
  rooms: Shape[],
): void {
  const { tone } = front;
  const frame = tune(tone, on ? 0.5 : 1.25);
  const zm = (z0 + z1) / 2;
  const part = (z0 - z1) * 0.04;
  const put = (path: Path, colour: Colour, opacity = 0.9): void => void rooms.push({ path, colour, opacity });
  put(onWall(front, zm + part, zm - part, y, y + 0.036), frame);
  put(onWall(front, z0, z1, y + 0.024, y + 0.0256), frame);
  put(onWall(front, z0 + part * 2, z1 - part * 2, y - 0.004, y), tune(tone, 1.4));
  if (on && dim < 0.55) put(onWall(front, z0, mix(z0, z1, 0.16 + dim * 0.5), y, y + 0.036), tune(pane, 0.62), 0.85);
  if (random.chance(0.16))
    put(onWall(front, mix(z0, z1, 0.15), mix(z0, z1, 0.7), y - 0.02, y - 0.005), tune(tone, 1.7));
}

/** The shop at the foot throws its light on the pavement. */
function shopOf(random: Random, front: Front, rooms: Shape[], lamps: Lamp[]): void {
  const { side, set, far, close, tone, away, lights, lit, air, project } = front;
  const length = far - close;
  const colour = random.chance(0.6) ? lights.windows[random.below(2)]! : lights.neon[random.below(4)]!;
  const shop = blend(brighten(colour, 0.62), air, away * 0.4);
  const bands = 6;
  for (let n = 0; n < bands; n++)
    rooms.push({
      path: onWall(
        front,
        far - length * 0.08,
        close + length * 0.08,
        0.01 + (0.075 * n) / bands,
        0.01 + (0.075 * (n + 1)) / bands,
      ),
      colour: tune(shop, 0.62 + 0.42 * (n / bands)),
      opacity: 0.9 * lit,
    });
  goodsOf(random, front, shop, rooms);
  // An awning or a lit band above.
  rooms.push({
    path: onWall(front, far - length * 0.06, close + length * 0.06, 0.088, 0.108),
    colour: random.chance(0.5) ? tune(tone, 0.6) : blend(brighten(lights.neon[random.below(4)]!, 0.6), air, away * 0.4),
    opacity: 0.95,
  });
  const at = project(side * set, 0.05, close + length * 0.4);
  lamps.push({ ...at, radius: 0.16 / Math.max(0.6, close), colour, strength: 0.2 * lit });
}

/** Goods in the window, between door posts. */
function goodsOf(random: Random, front: Front, shop: Colour, rooms: Shape[]): void {
  const { far, close, tone, lights } = front;
  const length = far - close;
  const posts = 4 + random.below(5);
  for (let n = 0; n < posts; n++) {
    const z = mix(far - length * 0.08, close + length * 0.08, n / (posts - 1));
    rooms.push({
      path: onWall(front, z + length * 0.006, z - length * 0.006, 0, 0.088),
      colour: tune(tone, 0.45),
      opacity: 0.95,
    });
    for (let thing = 0; thing < 3; thing++) {
      const from = z - length * random.between(0.01, 0.1);
      rooms.push({
        path: onWall(front, from, from - length * random.between(0.01, 0.045), 0.008, random.between(0.018, 0.052)),
        colour: tune(blend(shop, lights.neon[random.below(4)]!, 0.4), random.between(0.3, 0.8)),
        opacity: 0.8,
      });
    }
  }
}

function signsOf(random: Random, front: Front, rooms: Shape[], lamps: Lamp[]): void {
  const { up, far, close, lit } = front;
  const signs = lit > 0.3 ? 1 + random.below(3) : random.below(2);
  for (let n = 0; n < signs; n++) {
    const z = mix(close, far, random.between(0.1, 0.9));
    if (z < 0.5) continue;
    const tall = random.chance(0.7);
    const hang = tall ? random.between(0.1, 0.22) : random.between(0.03, 0.05);
    const out = tall ? random.between(0.03, 0.045) : random.between(0.06, 0.1);
    const y = random.between(0.13, Math.min(up - hang, 0.42));
    signOf(random, front, z, y, hang, out, rooms, lamps);
  }
}

/** A lit board that hangs out over the street: a frame, a ground, and marks that could be writing. */
function signOf(
  random: Random,
  front: Front,
  z: number,
  y: number,
  hang: number,
  out: number,
  rooms: Shape[],
  lamps: Lamp[],
): void {
  const { side, set, away, lights, lit, air, project } = front;
  const inner = side * (set - 0.008);
  const outer = side * (set - 0.008 - out);
  const at = (u: number, v: number): Point => project(mix(inner, outer, u), y + hang * (1 - v), z);
  const board = (u0: number, v0: number, u1: number, v1: number): Path =>
    Path.of([at(u0, v0), at(u1, v0), at(u1, v1), at(u0, v1)]);
  const colour = lights.neon[random.below(4)]!;
  const second = lights.neon[random.below(4)]!;
  const filled = random.chance(0.45);
  const glow = blend(brighten(colour, 0.5 + 0.8 * lit), air, away * 0.45);
  const ground = blend({ r: 0.012, g: 0.012, b: 0.02 }, air, away * 0.5);
  rooms.push({ path: board(-0.06, -0.02, 1.06, 1.02), colour: glow, opacity: 0.95 });
  rooms.push({ path: board(0.05, 0.02, 0.95, 0.98), colour: filled ? glow : ground, opacity: 1 });
  const ink = filled ? ground : blend(brighten(second, 0.7 + 0.8 * lit), air, away * 0.4);
  const across = hang > out ? 1 : Math.max(2, Math.round(out / hang / 1.1));
  const down = hang > out ? Math.max(2, Math.round(hang / out / 1.15)) : 1;
  for (let row = 0; row < down; row++) {
    for (let column = 0; column < across; column++) {
      const [left, top] = [0.16 + (column * 0.72) / across, 0.06 + (row * 0.88) / down];
      const [w, h] = [(0.72 / across) * 0.84, (0.88 / down) * 0.78];
      // Strokes on a grid of three by three.
      for (let bar = 0; bar < 3; bar++)
        if (random.chance(0.72))
          rooms.push({
            path: board(
              left + (random.chance(0.3) ? w * 0.3 : 0),
              top + (h * (bar + 0.1)) / 3,
              left + w,
              top + (h * (bar + 0.34)) / 3,
            ),
            colour: ink,
            opacity: 0.95,
          });
      for (let bar = 0; bar < 3; bar++)
        if (random.chance(0.52))
          rooms.push({
            path: board(
              left + (w * (bar + 0.12)) / 3,
              top + (random.chance(0.4) ? h * 0.33 : 0),
              left + (w * (bar + 0.42)) / 3,
              top + h,
            ),
            colour: ink,
            opacity: 0.95,
          });
    }
  }
  const middle = at(0.5, 0.5);
  lamps.push({
    ...middle,
    radius: (0.14 + hang * 0.6) / Math.max(0.55, z),
    colour,
    strength: 0.2 * lit * (1 - away * 0.5),
  });
}

function wiresOf(random: Random, project: Front['project'], half: number, height: number): Path[] {
  return Array.from({ length: 7 }, () => {
    const z = random.between(0.5, 2.6);
    const up = random.between(0.28, 0.55) * Math.max(1, height * 0.8);
    const skew = random.between(-0.4, 0.4);
    const line = Array.from({ length: 18 }, (_, i): Point => {
      const t = i / 17;
      return project(mix(-half * 1.05, half * 1.05, t), up - 0.05 * 4 * t * (1 - t), Math.max(0.3, z + skew * t));
    });
    return Path.stroke(line, () => 0.0016);
  });
}

/** Wet asphalt: what stands above, drawn out downwards and broken, with the crossing's white bars. */
function roadOf(
  brief: Brief,
  mirror: Mirror,
  vanish: Point,
  eye: number,
  half: number,
  tone: Colour,
  lit: number,
): Paint {
  const random = brief.random.fork('road');
  const noise = new Noise(random);
  const { height } = brief.frame;
  const dry = brief.words.says('street.dry') || lit < 0.3;
  return (canvas) => {
    const { pixels, frame } = canvas;
    const { widthPx, pxPerUnit } = frame;
    const seen = new Float32Array(3);
    const more = new Float32Array(3);
    canvas.eachRow(vanish.y, height, (y, start) => {
      const below = Math.max(1e-4, y - vanish.y);
      const deep = eye / below;
      const down = below / (height - vanish.y);
      for (let px = 0, i = start; px < widthPx; px++, i += 4) {
        const x = (px + 0.5) / pxPerUnit;
        const across = (x - vanish.x) * deep;
        const v = 1 / (below + 0.04);
        const rough = noise.at(across * 22, v * 2.1);
        const fine = noise.at(across * 70, deep * 46);
        const puddle = smoothstep(-0.12, 0.3, noise.fbm(across * 5 + 3, deep * 3.4, 3));
        // The mirror's foot lies at the horizon; what is near is drawn out the longest.
        const wobble = (rough * 0.014 + fine * 0.006) * (1.4 - puddle);
        mirror.read(x + wobble, vanish.y - below * 0.92 + fine * 0.035 * (1.3 - puddle), seen);
        mirror.read(x - wobble, vanish.y - below * 0.72 - 0.02 + rough * 0.05, more);
        const share = (dry ? 0.12 : mix(0.5, 0.82, puddle)) * mix(0.95, 0.72, down);
        const kerb = smoothstep(half * 0.985, half * 1.0, Math.abs(across));
        let base = 0.85 + fine * 0.14 + rough * 0.08 - kerb * 0.25;
        // A dashed line down the middle.
        const line = Math.abs(across) < 0.004 && (deep * 6) % 1 < 0.55 ? 1 : 0;
        base += line * 3.2 * (1 - puddle * 0.5);
        const r = tone.r * base + (seen[0]! * 0.62 + more[0]! * 0.38) * share;
        const g = tone.g * base + (seen[1]! * 0.62 + more[1]! * 0.38) * share;
        const b = tone.b * base + (seen[2]! * 0.62 + more[2]! * 0.38) * share;
        const covered = Math.min(1, Math.max(0, below * pxPerUnit));
        pixels[i] = pixels[i]! + (r - pixels[i]!) * covered;
        pixels[i + 1] = pixels[i + 1]! + (g - pixels[i + 1]!) * covered;
        pixels[i + 2] = pixels[i + 2]! + (b - pixels[i + 2]!) * covered;
        pixels[i + 3] = 1;
      }
    });
  };
}

/** Walkers from behind, one foot before the other; the head at the top of a hundred, the feet at its foot. */
const walker = outline(
  `50,13 53.4,13.6 55.6,16.6 55.8,20.6 54.4,24 53,26.2 57,27.6 60.4,30 62,35 63,42 63.4,49 62.8,54 61,54.6 60.2,49 59.2,43 58.8,50 59.6,57 60.6,63 59.6,70 58.6,78 58.2,86 59,92 61,96.6 60.8,99! 54.6,99.4 53.8,94 53.4,86 52.6,78 51.4,70 50.2,66
   48.6,72 46.8,79 46,86 45.8,92 46.8,96.4 46.4,98! 40.8,98 40.8,93.6 41.2,86 41.2,78 41,70 40,63 40.6,57 41.4,50 41,43 39.8,49 39,54.6 37.2,54 36.8,49 37.2,42 38,35 39.6,30 43,27.6 47,26.2 45.6,24 44.2,20.6 44.4,16.6 46.6,13.6`,
);
const shade = outline(
  `50,-4 58,-2.4 66,1.6 72,7.4 75.6,14! 71,12.4 66.6,12.6 62.4,14.4! 58,12.4 54,12 50,13.6! 46,12 42,12.4 37.6,14.4! 33.4,12.6 29,12.4 24.4,14! 28,7.4 34,1.6 42,-2.4`,
);
const stick = outline(`49.6,-6 50.4,-6 50.6,13 52,30 51.2,30 49.4,13`);

function peopleOf(brief: Brief, vanish: Point, eye: number, half: number, wall: Colour, lights: Lights): Paint {
  const random = brief.random.fork('people');
  if (brief.words.refuses('street.people')) return () => undefined;
  const wet = brief.words.says('street.umbrellas') || random.chance(0.5);
  const hero = brief.style === 'portrait' || brief.words.says('street.figure');
  const walkers: { z: number; shapes: Shape[] }[] = [];
  const count = hero ? 4 : 6 + random.below(4);
  for (let n = 0; n < count; n++) {
    const first = n === 0 && hero;
    const z = first ? 0.42 : random.between(0.75, 2.8);
    const across = first ? random.between(-0.04, 0.04) : random.between(-0.9, 0.9) * half;
    const scale = (0.075 / z / 86) * random.between(0.94, 1.06);
    const foot = vanish.y + eye / z;
    const x = vanish.x + across / z;
    const colour = blend(tune(wall, 0.45), blend(wall, lights.neon[1], 0.2), clamp01(z / 4) * 0.7);
    const at = { x: x - 50 * scale * (n % 2 === 0 ? 1 : -1), y: foot - 99 * scale, scale, flip: n % 2 === 1 };
    const shapes: Shape[] = [];
    // The reflection, then the walker, then what the walker carries.
    const mirrored = walker.map((point) => ({ x: point.x, y: 198 - point.y }));
    shapes.push({ path: placed(mirrored, at), colour, opacity: 0.42 });
    shapes.push({ path: placed(walker, at), colour, opacity: 1 });
    if ((wet && random.chance(0.7)) || first) {
      const cloth = blend(tune(lights.neon[random.below(4)]!, 0.4), colour, 0.55);
      shapes.push({ path: placed(stick, at), colour, opacity: 1 });
      shapes.push({ path: placed(shade, at), colour: cloth, opacity: 1 });
    }
    walkers.push({ z, shapes });
  }
  walkers.sort((a, b) => b.z - a.z);
  return (canvas) => {
    for (const { shapes } of walkers)
      for (const { path, colour, opacity } of shapes) canvas.fill(path, colour, opacity);
  };
}

function rainOf(brief: Brief, air: Colour): Paint {
  const random = brief.random.fork('rain');
  const { width, height } = brief.frame;
  const slant = random.between(0.05, 0.16);
  const drops = Array.from({ length: Math.round(700 * width * height) }, () => {
    const x = random.between(-0.1, width + 0.1);
    const y = random.between(-0.1, height);
    const length = random.between(0.012, 0.05);
    const breadth = random.between(0.0005, 0.0011);
    return new Path(
      Float64Array.of(x, y, x + breadth, y, x + breadth - slant * length, y + length, x - slant * length, y + length),
    );
  });
  const colour = blend(air, { r: 0.8, g: 0.85, b: 1 }, 0.4);
  return (canvas) => {
    for (const drop of drops) canvas.shine(drop, colour, 0.17);
  };
}
