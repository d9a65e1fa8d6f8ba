import type { Brief } from '../brief.ts';
import type { Canvas } from '../drawing/canvas.ts';
import { blend, brighten, tune, type Colour } from '../drawing/colour.ts';
import { Field, type Area } from '../drawing/field.ts';
import { clamp, clamp01, mix, smoothstep } from '../drawing/maths.ts';
import { Noise } from '../drawing/noise.ts';
import type { Random } from '../drawing/random.ts';
import { Texture } from '../drawing/texture.ts';
import { landColour, snowColours, type Land, type Relief } from './land.ts';

/** One silhouette of land, from its crest down to where the next one or the ground hides it. */
export interface Ridge {
  /** 0 near, 1 far. */
  readonly distance: number;
  readonly colour: Colour;
  readonly bottom: number;
  /** Height of its crest from the picture's top. */
  readonly crest: (x: number) => number;
  readonly paint: (canvas: Canvas) => void;
}

interface Shape {
  count: number;
  /** How many of the nearest are level ground. */
  level: number;
  /** Height above the horizon of the farthest crest, and how far below it the nearest lies. */
  top: number;
  bottom: number;
  amplitude: [far: number, near: number];
  frequency: [far: number, near: number];
}

const shapes: Record<Relief, Shape> = {
  alps: { count: 5, level: 0, top: 0.16, bottom: 0.1, amplitude: [0.3, 0.12], frequency: [1.5, 1.7] },
  hills: { count: 6, level: 0, top: 0.1, bottom: 0.14, amplitude: [0.09, 0.1], frequency: [1.4, 0.9] },
  mesas: { count: 6, level: 3, top: 0.07, bottom: 0.3, amplitude: [0.17, 0.12], frequency: [1.6, 1] },
  islands: { count: 2, level: 0, top: 0.0, bottom: 0.0, amplitude: [0.09, 0.07], frequency: [1.1, 1.5] },
  dunes: { count: 6, level: 0, top: 0.03, bottom: 0.46, amplitude: [0.05, 0.24], frequency: [2.2, 0.9] },
};

export function ridgesOf(brief: Brief, plan: Land): Ridge[] {
  const random = brief.random.fork('ridges');
  const shape = shapes[plan.relief];
  const water = plan.ground === 'water';
  const ridges: Ridge[] = [];
  // Over water every foot stands on the shore; a plain hides the feet on land; dunes and rock reach the viewer.
  const open = plan.ground === 'dunes';
  let hiddenBelow = water
    ? plan.horizon
    : open
      ? plan.height
      : plan.horizon + 0.1 * (plan.height - plan.horizon) + 0.06;
  for (let n = shape.count - 1; n >= 0; n--) {
    const near = shape.count === 1 ? 1 : n / (shape.count - 1);
    const sink = water ? 0 : shape.bottom;
    const level = n >= shape.count - shape.level;
    // Cliffs stand on level ground that begins at the horizon.
    const forward = shape.level === 0 ? near ** 0.9 : level ? mix(0.22, 1, (near - 0.5) * 2) : near * 0.3;
    const foot = plan.horizon - mix(shape.top, -sink, forward) * (water ? 0.75 : 1);
    const ridge = ridgeOf(
      random.fork(`${n}`),
      level ? { ...plan, relief: 'dunes' } : plan,
      shape,
      near,
      foot,
      hiddenBelow,
    );
    ridges.unshift(ridge);
    hiddenBelow = Math.min(hiddenBelow, lowestOf(ridge.crest, plan.width) + 0.01);
  }
  return ridges;
}

function ridgeOf(random: Random, plan: Land, shape: Shape, near: number, foot: number, bottom: number): Ridge {
  const noise = new Noise(random);
  const distance = mix(0.92, plan.ground === 'water' ? 0.3 : 0.14, near);
  const amplitude =
    mix(shape.amplitude[0], shape.amplitude[1], near) *
    random.between(0.85, 1.15) *
    (plan.relief === 'dunes' && shape.level > 0 ? 0.5 : 1);
  const frequency = mix(shape.frequency[0], shape.frequency[1], near) * random.between(0.85, 1.15);
  const slice = random.between(0, 90);
  const wooded = plan.conifers && near > 0.3 && plan.relief !== 'islands';
  // A massif stands somewhere off the middle, and the range falls away from it.
  const massif = plan.width * random.between(0.15, 0.85);
  const exact = (x: number): number => {
    const place = x * frequency + slice;
    const bulk = Math.exp(-(((x - massif) / (0.42 * plan.width)) ** 2));
    return foot - amplitude * profile(plan.relief, noise, place, slice, bulk) - (wooded ? canopy(noise, x, near) : 0);
  };
  const crest = tabled(exact, plan.width);
  const colour = landColour(plan, distance);
  const paint = painterOf(random, plan, { noise, crest, colour, distance, near, foot, bottom, amplitude, wooded });
  return { distance, colour, bottom, crest, paint };
}

const TABLE_STEPS = 8192;

/** A crest is asked for many times at every place: computed once, read between. */
function tabled(height: (x: number) => number, width: number): (x: number) => number {
  const from = -0.05;
  const step = (width + 0.1) / TABLE_STEPS;
  const table = Float64Array.from({ length: TABLE_STEPS + 2 }, (_, i) => height(from + i * step));
  return (x) => {
    const place = clamp((x - from) / step, 0, TABLE_STEPS);
    const at = place | 0;
    return table[at]! + (table[at + 1]! - table[at]!) * (place - at);
  };
}

/** Height of a crest, about 0 to 1. */
function profile(relief: Relief, noise: Noise, x: number, z: number, bulk: number): number {
  switch (relief) {
    case 'alps': {
      const bend = noise.at(x * 0.7, z + 3) * 0.25;
      return (noise.ridged(x + bend, z, 6, 0.48) - 0.18) * (0.55 + 0.75 * bulk) + noise.fbm(x * 9, z, 4) * 0.035;
    }
    case 'hills':
      return 0.5 + noise.fbm(x, z, 4, 0.38) * 0.75;
    case 'dunes': {
      const swell = 1 - Math.abs(noise.at(x * 0.8 + noise.at(x * 0.5, z + 4) * 0.4, z));
      return swell ** 1.5 * 0.8 + noise.at(x * 0.45, z + 7) * 0.35;
    }
    case 'mesas': {
      const table = noise.fbm(x * 1.2, z, 2, 0.4) + (bulk - 0.5) * 0.3;
      const apron = smoothstep(-0.4, 0.16, table) * 0.3;
      const cliff = smoothstep(0.13, 0.17, table) * (0.5 + noise.at(x * 0.6, z + 9) * 0.12);
      const butte = smoothstep(0.36, 0.385, table) * 0.24;
      return 0.06 + apron + cliff + butte + noise.fbm(x * 14, z, 3) * 0.02;
    }
    case 'islands':
      return (
        smoothstep(0.05, 0.55, noise.fbm(x, z, 2) * 0.8 + bulk * 0.28) * (0.7 + 0.5 * noise.ridged(x * 2.2, z, 4)) -
        0.02
      );
  }
}

/** Tree tops along a crest: many small spires of uneven height. */
function canopy(noise: Noise, x: number, near: number): number {
  const stride = mix(260, 120, near);
  const place = x * stride;
  const spire = 1 - Math.abs(place - Math.floor(place) - 0.5) * 2;
  const tall = 0.5 + 0.5 * noise.at(Math.floor(place) * 0.37, 77.7);
  const grove = smoothstep(-0.45, 0.2, noise.fbm(x * 6, 3.3, 2));
  return (spire ** 1.3 * tall * mix(0.006, 0.02, near) + mix(0.002, 0.006, near)) * grove;
}

interface Body {
  noise: Noise;
  crest: (x: number) => number;
  colour: Colour;
  distance: number;
  near: number;
  foot: number;
  bottom: number;
  amplitude: number;
  wooded: boolean;
}

function painterOf(random: Random, plan: Land, body: Body): (canvas: Canvas) => void {
  const { crest, colour, distance, bottom } = body;
  const top = topOf(crest, plan.width) - 0.01;
  // Below this depth mist or the next ridge has hidden the flank.
  const depth = Math.max(0.02, body.amplitude + (plan.ground === 'water' ? 0.3 : 0.42));
  const area = { left: 0, top, width: plan.width, height: Math.max(0.02, Math.min(depth, bottom - top)) };
  const relief = reliefField(random.fork('relief'), plan, body, area);
  const snow =
    plan.relief === 'alps' && plan.snowline < 1 && !(body.wooded && distance < 0.5)
      ? snowField(random.fork('snow'), plan, body, area)
      : null;
  const mist = new Noise(random.fork('mist'));
  const rough =
    { alps: 0.34, islands: 0.16, mesas: 0.16, hills: 0.1, dunes: 0.03 }[plan.relief] * (1 - distance) ** 0.5;
  const fine = new Noise(random.fork('texture'));
  const texture = new Texture(256, (x, y) =>
    body.wooded ? fine.fbm(x * 34, y * 22, 3, 0.7) : fine.fbm(x * 14, y * 9, 5, 0.62),
  );
  const vapour = new Field({ left: 0, top, width: plan.width, height: Math.max(0.02, bottom - top) }, 160, (x, y) =>
    mist.fbm(x * 2.2, y * 9, 3),
  );

  const clear = (1 - distance) ** 0.6;
  const lit = blend(
    tune(colour, 1 + 0.34 * clear, 1.08),
    plan.sun.colour,
    0.16 * clear * (plan.night ? 0.4 : 1 - 0.6 * plan.backlit),
  );
  const dark = tune(colour, 1 - 0.36 * clear);
  const snowy = snowColours(plan);
  const snowLit = blend(snowy.lit, plan.haze, distance * 0.42);
  const snowDark = blend(snowy.shaded, plan.haze, distance * 0.42);
  const fog = brighten(blend(plan.haze, plan.sky.at(1), 0.4), plan.night ? 0.9 : 1);
  const fogginess = plan.mist * mix(0.45, 0.98, distance ** 0.7);
  const sunGlow = plan.night ? 0.06 : 0.32;

  return (canvas) => {
    const { pixels, frame } = canvas;
    const { widthPx, pxPerUnit } = frame;
    const dx = 1 / pxPerUnit;
    if ((canvas.topPx + canvas.rows) * dx < top) return;
    const crests = new Float32Array(widthPx);
    for (let px = 0; px < widthPx; px++) crests[px] = crest((px + 0.5) * dx);
    const light = new Float32Array(widthPx);
    const white = new Float32Array(widthPx);
    const vapours = new Float32Array(widthPx);
    canvas.eachRow(top, bottom, (y, start) => {
      relief.row(y, dx / 2, dx, light, widthPx);
      snow?.row(y, dx / 2, dx, white, widthPx);
      vapour.row(y, dx / 2, dx, vapours, widthPx);
      for (let px = 0, i = start; px < widthPx; px++, i += 4) {
        const below = y - crests[px]!;
        const covered = clamp01(below * pxPerUnit + 0.5);
        if (covered === 0) continue;
        const x = (px + 0.5) * dx;
        const shade = smooth(0.5 + light[px]! * 1.25 + texture.at(x * 2.3, (y - 0.5 * crests[px]!) * 2.3) * rough);
        let r = dark.r + (lit.r - dark.r) * shade;
        let g = dark.g + (lit.g - dark.g) * shade;
        let b = dark.b + (lit.b - dark.b) * shade;
        if (snow !== null) {
          const lies = clamp01(white[px]!);
          r += (snowDark.r + (snowLit.r - snowDark.r) * shade - r) * lies;
          g += (snowDark.g + (snowLit.g - snowDark.g) * shade - g) * lies;
          b += (snowDark.b + (snowLit.b - snowDark.b) * shade - b) * lies;
        }
        const veil = smooth((below / depth) * 1.25 - 0.12 + vapours[px]! * 0.42) * fogginess;
        const aside = x - plan.sun.x;
        const warm = veil * sunGlow * Math.exp(-aside * aside * 5);
        r += (fog.r - r) * veil + plan.sun.colour.r * warm;
        g += (fog.g - g) * veil + plan.sun.colour.g * warm;
        b += (fog.b - b) * veil + plan.sun.colour.b * warm;
        const rest = 1 - covered;
        pixels[i] = pixels[i]! * rest + r * covered;
        pixels[i + 1] = pixels[i + 1]! * rest + g * covered;
        pixels[i + 2] = pixels[i + 2]! * rest + b * covered;
        pixels[i + 3] = pixels[i + 3]! * rest + covered;
      }
    });
  };
}

const smooth = (x: number): number => (x <= 0 ? 0 : x >= 1 ? 1 : x * x * (3 - 2 * x));

function lowestOf(crest: (x: number) => number, width: number): number {
  let lowest = -Infinity;
  for (let x = 0; x <= width; x += 0.002) lowest = Math.max(lowest, crest(x));
  return lowest;
}

function topOf(crest: (x: number) => number, width: number): number {
  let top = Infinity;
  for (let x = 0; x <= width; x += 0.002) top = Math.min(top, crest(x));
  return top;
}

/** Light on the flanks, about -0.5 to 0.5: spurs that run down from the crest, lit from the sun's side. */
function reliefField(random: Random, plan: Land, body: Body, area: Area): Field {
  const noise = new Noise(random);
  const { relief, sun } = plan;
  const grain = { alps: 3.4, hills: 1.5, mesas: 5, islands: 4, dunes: 1.3 }[relief] * mix(1.5, 1, body.near);
  const steep = { alps: 0.85, hills: 0.35, mesas: 0.2, islands: 0.6, dunes: 0.5 }[relief];
  const stretch = relief === 'hills' ? 1.6 : 0.62;
  const rise = (x: number, y: number): number => {
    const down = y - body.crest(x) * 0.6;
    const lean = noise.at(x * 1.6, down * 1.2 + 9) * 0.22;
    if (relief === 'dunes')
      return 1 - Math.hypot(noise.at(x * grain + lean * 2.5 + down * 1.1, down * grain * 0.5), 0.012);
    if (relief === 'mesas') {
      // Flutes worn by water into cliffs.
      return noise.fbm(x * grain * 1.7 + lean * 2, down * 2.2, 4, 0.6) * 0.7;
    }
    if (relief === 'hills') return 0.5 + noise.fbm(x * grain + lean, down * grain * stretch, 4, 0.45) * 0.8;
    return noise.ridged(x * grain + lean * grain, down * grain * stretch, 5, 0.55);
  };
  return Field.ofSlopes(area, 420, rise, (x, y, here, toRight, upwards) => {
    // Which way the light lies, nowhere in between at its own column.
    const side = clamp((sun.x - x) * 3.5, -1, 1);
    const across = -toRight * side;
    if (relief === 'dunes') {
      const crestLight = clamp(across * 0.3, -0.42, 0.42);
      const ripples = Math.sin((y + noise.at(x * 5, y * 4) * 0.02) * 620) * 0.03 * body.near ** 2;
      return crestLight + ripples;
    }
    // Beds of harder and softer stone lie level in a mesa's walls.
    const beds = relief === 'mesas' ? noise.at(2.2, y * 34 + noise.at(x * 1.5, y * 5) * 0.7) * 0.26 : 0;
    // Lit where the ground falls towards the sun, and a little where it faces the sky.
    return (across - upwards * (0.9 - 0.4 * Math.abs(side))) * steep * 0.13 + (here - 0.45) * 0.34 + beds;
  });
}

/** How much snow lies: above a wavering line, not on the steepest rock. */
function snowField(random: Random, plan: Land, body: Body, area: Area): Field {
  const noise = new Noise(random);
  const winter = plan.snowline < 0.2;
  const line = body.foot - body.amplitude * mix(0.2, 0.95, plan.snowline) + body.near * (winter ? 0.1 : -0.05);
  return new Field(area, 420, (x, y) => {
    const edge = line + noise.fbm(x * 7, y * 4, 4, 0.6) * 0.09;
    const rock = noise.ridged(x * 8 + 40, (y - body.crest(x)) * 5 + noise.at(x * 3, y * 3), 5, 0.62);
    return smoothstep(edge + 0.02, edge - 0.05, y) * smoothstep(0.68, 0.5, rock);
  });
}
