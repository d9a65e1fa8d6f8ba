import type { Brief } from '../brief.ts';
import type { Canvas } from '../drawing/canvas.ts';
import { blend, brighten, hex, tune, type Colour } from '../drawing/colour.ts';
import { Field } from '../drawing/field.ts';
import { clamp, clamp01, mix, smoothstep } from '../drawing/maths.ts';
import { Noise } from '../drawing/noise.ts';
import { Path, type Point } from '../drawing/path.ts';
import type { Random } from '../drawing/random.ts';
import { landColour, snowColours, type Land } from './land.ts';
import { conifer, leafTree, paintLeafTree, palm } from './trees.ts';

type Paint = (canvas: Canvas) => void;

/** What lies between the viewer and the last ridge, from the back to the front. */
export function foregroundOf(brief: Brief, plan: Land): Paint[] {
  const random = brief.random.fork('foreground');
  const paints: Paint[] = [];
  if (plan.ground === 'meadow' || plan.ground === 'snow' || plan.ground === 'forest') {
    paints.push(plainOf(random.fork('plain'), plan));
    if (plan.ground !== 'meadow' && plan.conifers) paints.push(standsOf(random.fork('stands'), plan));
    if (plan.ground === 'meadow') {
      paints.push(bushesOf(random.fork('bushes'), plan));
      if (wantsTree(brief)) paints.push(heroTree(random.fork('tree'), brief, plan));
      paints.push(grassOf(random.fork('grass'), brief, plan));
    }
  }
  if (plan.ground === 'water') paints.push(...shoreOf(random.fork('shore'), brief, plan));
  else if (plan.ground !== 'meadow' && plan.conifers) {
    if (plan.ground === 'forest') paints.push(grassOf(random.fork('undergrowth'), brief, plan));
    paints.push(frameTrees(random.fork('frame'), plan, 1));
  }
  const birds = brief.words.says('land.birds') || (!plan.night && random.chance(0.35));
  if (birds && !brief.words.refuses('land.bird')) paints.push(birdsOf(random.fork('birds'), plan));
  return paints;
}

const wantsTree = ({ words, random }: Brief): boolean =>
  !words.refuses('land.tree') && (words.says('land.greatTree') || random.fork('tree?').chance(0.45));

/** Ground that rises and falls a little between the horizon and the viewer. */
function plainOf(random: Random, plan: Land): Paint {
  const noise = new Noise(random);
  const { height, width, horizon, sun } = plan;
  const top = horizon + 0.1 * (height - horizon);
  const edge = (x: number): number => top + noise.fbm(x * 1.1, 3, 3, 0.4) * 0.035;
  const snow = plan.ground === 'snow';
  const white = snowColours(plan);
  const nearColour = snow ? white.shaded : landColour(plan, 0.02);
  const farColour = snow
    ? blend(white.lit, plan.haze, 0.4)
    : blend(landColour(plan, 0.42), plan.sun.colour, plan.night ? 0 : 0.12);
  const litColour = snow
    ? white.lit
    : blend(tune(landColour(plan, 0.3), 1.12), plan.sun.colour, plan.night ? 0.02 : 0.16);
  const swells = new Field({ left: 0, top: top - 0.05, width, height: height - top + 0.05 }, 300, (x, y) => {
    const down = (y - top) / (height - top) + 0.08;
    const u = (x - width / 2) / down;
    const v = 1 / down;
    const slope =
      noise.fbm(u * 0.45, v * 0.9, 3) - noise.fbm(u * 0.45 + 0.03 * clamp((sun.x - x) * 3, -1, 1), v * 0.9 + 0.03, 3);
    const blotch = noise.fbm(u * 1.4 + 20, v * 2.2, 4, 0.55);
    return slope * 5 + blotch * (snow ? 0.12 : 0.3);
  });
  return (canvas) => {
    const { pixels, frame } = canvas;
    const { widthPx, pxPerUnit } = frame;
    const dx = 1 / pxPerUnit;
    const swell = new Float32Array(widthPx);
    const edges = Float32Array.from({ length: widthPx }, (_, px) => edge((px + 0.5) * dx));
    canvas.eachRow(top - 0.06, height, (y, start) => {
      swells.row(y, dx / 2, dx, swell, widthPx);
      const down = clamp01((y - top) / (height - top));
      for (let px = 0, i = start; px < widthPx; px++, i += 4) {
        const covered = clamp01((y - edges[px]!) * pxPerUnit + 0.5);
        if (covered === 0) continue;
        const shade = clamp01((snow ? 0.3 : 0.42) + swell[px]! * (snow ? 0.9 : 0.55));
        const away = 1 - smoothstep(0, snow ? 1.2 : 0.75, down);
        const lit = shade * (snow ? 0.95 : 0.75);
        const rest = 1 - covered;
        const r = nearColour.r + (farColour.r - nearColour.r) * away;
        const g = nearColour.g + (farColour.g - nearColour.g) * away;
        const b = nearColour.b + (farColour.b - nearColour.b) * away;
        pixels[i] = pixels[i]! * rest + (r + (litColour.r - r) * lit) * covered;
        pixels[i + 1] = pixels[i + 1]! * rest + (g + (litColour.g - g) * lit) * covered;
        pixels[i + 2] = pixels[i + 2]! * rest + (b + (litColour.b - b) * lit) * covered;
        pixels[i + 3] = pixels[i + 3]! * rest + covered;
      }
    });
  };
}

interface Standing {
  readonly path: Path;
  readonly colour: Colour;
  readonly y: number;
}

/** Groves of spruces on the plain, small and pale far off, tall and dark close by. */
function standsOf(random: Random, plan: Land): Paint {
  const noise = new Noise(random);
  const { height, horizon, width } = plan;
  const trees: Standing[] = [];
  const open = plan.ground === 'snow' ? 0.05 : -0.25;
  for (let n = 0; n < 1500; n++) {
    const down = random.next() ** 1.7 * 0.8;
    const y = horizon + (0.1 + down * 0.8) * (height - horizon);
    const x = random.between(-0.05, width + 0.05);
    const grove = noise.fbm(x * 2.4, y * 5, 3);
    // A way through the middle stays open, so that the eye can go in.
    const clearing = smoothstep(0.3, 0, Math.abs(x - plan.sun.x) / (0.25 + down)) * 0.45;
    if (grove < open + clearing + down * 0.35 + random.bell() * 0.06) continue;
    const size = mix(0.035, 0.34, down) * random.between(0.5, 1.2);
    const colour = blend(landColour(plan, mix(0.42, 0.0, Math.min(1, down * 1.5))), plan.near, 0.35);
    trees.push({ path: conifer(random, x, y, size), colour: tune(colour, random.between(0.88, 1.1)), y });
  }
  trees.sort((a, b) => a.y - b.y);
  // Mist lies between the groves, thicker far off.
  const veils = [0.14, 0.24, 0.36, 0.52].map((down, n) => ({
    y: horizon + down * (height - horizon),
    paint: veilOf(
      random.fork(`veil ${n}`),
      plan,
      horizon + down * (height - horizon),
      plan.mist * mix(0.75, 0.3, n / 3),
    ),
  }));
  return (canvas) => {
    let next = 0;
    for (const tree of trees) {
      while (next < veils.length && veils[next]!.y < tree.y) veils[next++]!.paint(canvas);
      canvas.fill(tree.path, tree.colour);
    }
  };
}

/** A low bank of mist around a height of the picture. */
function veilOf(random: Random, plan: Land, y: number, strength: number): Paint {
  const noise = new Noise(random);
  const reach = 0.11;
  const area = { left: 0, top: y - reach, width: plan.width, height: reach * 2 };
  const density = new Field(area, 140, (px, py) => {
    const away = (py - y) / reach;
    return Math.max(0, 1 - away * away) * smoothstep(-0.5, 0.45, noise.fbm(px * 2, py * 8, 3)) * strength;
  });
  const { r, g, b } = blend(plan.haze, plan.sky.at(1), 0.35);
  return (canvas) => {
    const { pixels, frame } = canvas;
    const dx = 1 / frame.pxPerUnit;
    const row = new Float32Array(frame.widthPx);
    canvas.eachRow(y - reach, y + reach, (rowY, start) => {
      density.row(rowY, dx / 2, dx, row, frame.widthPx);
      for (let px = 0, i = start; px < frame.widthPx; px++, i += 4) {
        const veil = row[px]!;
        pixels[i] = pixels[i]! + (r - pixels[i]!) * veil;
        pixels[i + 1] = pixels[i + 1]! + (g - pixels[i + 1]!) * veil;
        pixels[i + 2] = pixels[i + 2]! + (b - pixels[i + 2]!) * veil;
      }
    });
  };
}

/** A few tall trees at the sides that lead the eye between them. */
function frameTrees(random: Random, plan: Land, density: number): Paint {
  const trees: Standing[] = [];
  const darkest = tune(plan.near, 0.8);
  const heavy = random.chance(0.5) ? 0 : 1;
  for (const side of [0, 1]) {
    const count = Math.round((side === heavy ? 7 : 3) * density);
    for (let n = 0; n < count; n++) {
      const inwards = random.next() ** 1.4 * (side === heavy ? 0.32 : 0.17) * plan.width;
      const x = side === 0 ? inwards - 0.03 : plan.width - inwards + 0.03;
      const size = (0.62 - (inwards / plan.width) * 1.1) * random.between(0.7, 1.15) * Math.min(1.25, plan.height);
      trees.push({
        path: conifer(random, x, plan.height + 0.03, Math.max(0.12, size)),
        colour: tune(darkest, random.between(0.85, 1.15)),
        y: size,
      });
    }
  }
  return (canvas) => {
    for (const tree of trees) canvas.fill(tree.path, tree.colour);
  };
}

/** Bushes and far trees strewn over a meadow: round heaps, dark below, lit above. */
function bushesOf(random: Random, plan: Land): Paint {
  const noise = new Noise(random);
  const { height, horizon, width, sun } = plan;
  const blobs: Standing[] = [];
  for (let n = 0; n < 160; n++) {
    const down = 0.1 + random.next() ** 1.6 * 0.3;
    const y = horizon + down * (height - horizon);
    const x = random.between(-0.02, width + 0.02);
    if (noise.fbm(x * 2.2, y * 9, 3) < 0.08) continue;
    const size = mix(0.008, 0.05, (down - 0.1) / 0.3) * random.between(0.7, 1.3);
    const base = landColour(plan, mix(0.5, 0.16, (down - 0.1) / 0.3));
    const lit = blend(tune(base, 1.2, 1.1), sun.colour, plan.night ? 0.02 : 0.14);
    const side = sun.x > x ? 1 : -1;
    const leaves = 70;
    for (let leaf = 0; leaf < leaves; leaf++) {
      const up = leaf / leaves;
      const lx = x + random.bell() * size * 0.75;
      const ly = y - size * (0.08 + up * 0.62) + random.bell() * size * 0.1;
      const light = clamp01(up * 0.8 + ((lx - x) / size) * side * 0.4 + random.bell() * 0.1);
      blobs.push({
        path: Path.circle(lx, ly, size * random.between(0.06, 0.15), 7),
        colour: blend(tune(base, 0.86), lit, light),
        y: y + up * 1e-4,
      });
    }
  }
  blobs.sort((a, b) => a.y - b.y);
  return (canvas) => {
    for (const blob of blobs) canvas.fill(blob.path, blob.colour);
  };
}

/** One broad tree that the picture turns around. */
function heroTree(random: Random, brief: Brief, plan: Land): Paint {
  const { words, palette } = brief;
  const blossom = words.says('land.blossom');
  const autumn = words.says('land.autumn');
  const bare = words.says('land.bare') && !blossom && !autumn;
  const height = random.between(0.42, 0.6) * Math.min(1.2, plan.height);
  const y = plan.horizon + (plan.height - plan.horizon) * random.between(0.3, 0.48);
  const x = plan.width * (plan.sun.x < plan.width / 2 ? random.between(0.62, 0.74) : random.between(0.26, 0.38));
  const colours: [Colour, Colour] = blossom
    ? [tune(palette.inks[0], 0.75), blend(palette.inks[2], palette.light, 0.3)]
    : autumn
      ? [tune(palette.inks[0], 0.95), blend(palette.inks[3], palette.light, 0.2)]
      : [tune(plan.near, 0.95), blend(tune(plan.far, 1.05, 1.2), palette.light, 0.22)];
  const dim = plan.night ? 0.5 : 1;
  const dimmed: [Colour, Colour] = [tune(colours[0], dim), tune(colours[1], dim)];
  const tree = leafTree(random, { x, y, height, lightX: plan.sun.x, colours: dimmed, bare });
  const bark = tune(blend(plan.near, { r: 0.05, g: 0.03, b: 0.02 }, 0.5), 0.9);
  // Its shadow lies away from the light.
  const fall = (x - plan.sun.x) * 0.25;
  const shadow = Path.of(
    Array.from({ length: 40 }, (_, i): Point => {
      const a = (i / 40) * Math.PI * 2;
      return { x: x + fall + Math.cos(a) * height * 0.42, y: y + 0.012 + Math.sin(a) * height * 0.045 };
    }),
  );
  return (canvas) => {
    canvas.fill(shadow, plan.near, 0.4);
    paintLeafTree(canvas, tree, bark);
  };
}

/** Blades and flowers, sparse and fine far off, large and dark at the viewer's feet. */
function grassOf(random: Random, brief: Brief, plan: Land): Paint {
  const { words, palette } = brief;
  const noise = new Noise(random);
  const { height, horizon, width } = plan;
  const flowery = !words.refuses('land.flower') && words.says('land.flowers');
  const lavender = words.says('land.lavender');
  const petals = lavender
    ? [hex('#6a55b4'), hex('#9b82d8')]
    : [palette.inks[0], palette.inks[1], palette.inks[4], palette.light];
  const things: Standing[] = [];
  const lit = blend(tune(plan.far, 1.05, 1.1), plan.sun.colour, plan.night ? 0.05 : 0.25);
  const dim = plan.night ? 0.45 : 1;
  const forest = plan.ground === 'forest';
  const blades = Math.round((forest ? 2600 : 5200) * Math.sqrt(width));
  for (let n = 0; n < blades; n++) {
    const down = forest ? 0.72 + 0.38 * random.next() : 0.16 + 0.94 * random.next() ** 0.62;
    const y = horizon + down * (height - horizon) + 0.02;
    const x = random.between(-0.02, width + 0.02);
    const size = mix(0.012, 0.13, clamp01(down) ** 1.7) * random.between(0.6, 1.2) * (forest ? 0.5 : 1);
    const wind = 0.25 + noise.fbm(x * 2, y * 3, 2) * 0.8 + random.bell() * 0.2;
    const tip = { x: x + wind * size * 0.6, y: y - size };
    const line = Array.from({ length: 6 }, (_, i): Point => {
      const t = i / 5;
      return { x: mix(x, tip.x, t * t), y: mix(y, tip.y, t) };
    });
    const near = smoothstep(0.35, 1.05, down);
    const tone = blend(blend(lit, plan.far, random.next() * 0.6), plan.near, near * random.between(0.55, 0.95));
    things.push({
      path: Path.stroke(line, (t) => size * 0.075 * (1 - t) + 0.0006),
      colour: tune(tone, random.between(0.85, 1.12)),
      y,
    });
    if (flowery && plan.ground === 'meadow' && n % 3 === 0) {
      const colour = tune(petals[Math.floor(random.next() ** 2 * petals.length)]!, dim * random.between(0.9, 1.08));
      const spread = noise.fbm(x * 3 + 50, y * 6, 2);
      if (spread < 0) continue;
      things.push(...(lavender ? spike(random, tip, size, colour, y) : [flower(random, tip, size, colour, y)]));
    }
  }
  things.sort((a, b) => a.y - b.y);
  return (canvas) => {
    for (const thing of things) canvas.fill(thing.path, thing.colour, 0.96);
  };
}

function flower(random: Random, at: Point, size: number, colour: Colour, y: number): Standing {
  const radius = size * random.between(0.05, 0.1) + 0.001;
  const lobes = 5;
  const turn = random.next() * 3;
  const path = Path.of(
    Array.from({ length: 30 }, (_, i): Point => {
      const a = (i / 30) * Math.PI * 2;
      const r = radius * (0.72 + 0.28 * Math.cos(a * lobes + turn));
      return { x: at.x + Math.cos(a) * r, y: at.y + Math.sin(a) * r * 0.72 };
    }),
  );
  return { path, colour, y: y + 0.001 };
}

function spike(random: Random, at: Point, size: number, colour: Colour, y: number): Standing[] {
  return Array.from({ length: 6 }, (_, i): Standing => {
    const place = { x: at.x + random.bell() * size * 0.025, y: at.y + size * 0.42 * (i / 6) - size * 0.1 };
    const path = Path.circle(place.x, place.y, size * (0.022 + i * 0.006) + 0.0006, 8);
    return { path, colour: tune(colour, random.between(0.85, 1.15)), y: y + 0.001 };
  });
}

/** The near bank: a dark spit of land with reeds or trees, never in the way of the light's path. */
function shoreOf(random: Random, brief: Brief, plan: Land): Paint[] {
  const { words } = brief;
  const tropical = words.says('land.palms');
  const noise = new Noise(random);
  const { height, width, sun } = plan;
  const left = sun.x > width / 2;
  const spit = random.between(0.45, 0.62) * width;
  const crest = (x: number): number => {
    const along = left ? x / spit : (width - x) / spit;
    return (
      height -
      (1 - smoothstep(0, 1.05, along)) * 0.13 -
      noise.fbm(x * 5, 2, 4) * 0.012 * (1.2 - along) +
      smoothstep(0.7, 1.1, along) * 0.05
    );
  };
  const outline: Point[] = [{ x: -0.1, y: height + 0.2 }];
  for (let n = 0; n <= 260; n++) {
    const x = (n / 260) * (width + 0.1) - 0.05;
    outline.push({ x, y: crest(x) });
  }
  outline.push({ x: width + 0.1, y: height + 0.2 });
  const bank = Path.of(outline);
  const dark = tune(plan.near, 0.85);
  const things: Standing[] = [];
  const at = (along: number): number => (left ? along * spit : width - along * spit);
  if (tropical) {
    for (let n = 0; n < 3 + random.below(3); n++) {
      const x = at(random.between(0.02, 0.5));
      for (const path of palm(random, x, crest(x) + 0.02, random.between(0.35, 0.62)))
        things.push({ path, colour: tune(dark, random.between(0.85, 1.1)), y: 0 });
    }
  } else if (plan.conifers) {
    for (let n = 0; n < 16; n++) {
      const along = random.next() ** 1.5 * 0.62;
      const x = at(along);
      const size = mix(0.5, 0.1, along / 0.62) * random.between(0.55, 1.1);
      things.push({
        path: conifer(random, x, crest(x) + 0.012, size),
        colour: tune(dark, random.between(0.85, 1.12)),
        y: 0,
      });
    }
  }
  for (let n = 0; n < 420; n++) {
    const along = random.next() * 0.98;
    const x = at(along);
    const foot = crest(x) + 0.01;
    const size = random.between(0.018, 0.06) * (1.15 - along * 0.7);
    const lean = random.bell() * 0.3;
    const line = Array.from({ length: 6 }, (_, i): Point => ({
      x: x + lean * size * (i / 5) ** 2,
      y: foot - size * (i / 5),
    }));
    things.push({
      path: Path.stroke(line, (t) => 0.0028 * (1 - t) + 0.0005),
      colour: tune(dark, random.between(0.9, 1.2)),
      y: 0,
    });
  }
  return [
    (canvas) => {
      canvas.fill(bank, dark);
      for (const thing of things) canvas.fill(thing.path, thing.colour);
    },
  ];
}

/** A loose flight of birds, far enough to be two strokes each. */
function birdsOf(random: Random, plan: Land): Paint {
  const count = 5 + random.below(9);
  const centre = { x: plan.width * random.between(0.25, 0.75), y: plan.horizon * random.between(0.22, 0.5) };
  const colour = brighten(tune(plan.near, 0.9), 0.9);
  const birds = Array.from({ length: count }, (): Path => {
    const span = random.between(0.006, 0.016);
    const x = centre.x + random.bell() * 0.13;
    const y = centre.y + random.bell() * 0.06;
    const lift = random.between(0.15, 0.6);
    const line = Array.from({ length: 13 }, (_, i): Point => {
      const t = (i / 12) * 2 - 1;
      return { x: x + t * span, y: y - Math.abs(Math.sin(t * Math.PI * 0.8)) * span * lift + Math.abs(t) * span * 0.1 };
    });
    return Path.stroke(line, (t) => span * 0.16 * (1 - Math.abs(t * 2 - 1)) + span * 0.02);
  });
  return (canvas) => {
    for (const bird of birds) canvas.fill(bird, colour, 0.85);
  };
}
