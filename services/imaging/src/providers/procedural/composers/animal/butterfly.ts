import type { Brief } from '../../brief.ts';
import type { Canvas } from '../../drawing/canvas.ts';
import { blend, brighten, lightnessOf, tune, type Colour } from '../../drawing/colour.ts';
import { Field } from '../../drawing/field.ts';
import { clamp01, mix, smoothstep } from '../../drawing/maths.ts';
import { Noise } from '../../drawing/noise.ts';
import { outline, place, placed } from '../../drawing/outline.ts';
import { Path, type Point } from '../../drawing/path.ts';
import type { Random } from '../../drawing/random.ts';
import { Texture } from '../../drawing/texture.ts';

type Paint = (canvas: Canvas) => void;

/** The right half, from the middle of the body (0, 0) outwards; mirrored for the left. */
const fore = outline(
  `1.6,-5! 6,-13 13,-22 22,-30.6 32,-36.6 41,-39.4 47,-39! 48.4,-35 46.6,-30 43.6,-25.4 42.4,-21 41.4,-15.6 38.6,-10 33.6,-5.4 26,-1.6 17,0.6 8,1 1.6,0!`,
);
const hind = outline(
  `1.6,-1! 8,0.6 16,1 24,1.2 31,3.4 36,7.6 38.4,12.6 38,17.6 35.6,21.4 32.6,23.4 31.4,26.6 28.6,29 25.8,29.4 24.6,33.4 22.4,38 19.6,41.4! 18.6,37 18.4,32.4 16.4,29.6 12.6,26 8.4,20 4.6,13 1.6,7!`,
);
const body = outline(
  `0,-11 1.5,-10 2,-7.6 1.5,-5.4 2.3,-3.4 2.5,0 2.2,3.4 1.5,5 1.9,8 1.8,13 1.3,18 0.6,22 0,23! -0.6,22 -1.3,18 -1.8,13 -1.9,8 -1.5,5 -2.2,3.4 -2.5,0 -2.3,-3.4 -1.5,-5.4 -2,-7.6 -1.5,-10`,
);
const feeler = outline('0.7,-10.4 3,-16 6.4,-21.6 10.6,-26', { open: true });
/** Veins from the root to the margin: where they end. */
const foreVeins = ['46.4,-37', '47.6,-33.4', '45.4,-28.4', '43,-23.4', '42,-18.4', '39.6,-12', '35,-6.6', '27,-2.2'];
const hindVeins = ['33,4.6', '37.4,10', '38.2,15.4', '35.4,21', '31,26.6', '25,30', '20,37', '13.6,26.6'];

interface Winged {
  readonly x: number;
  readonly y: number;
  readonly scale: number;
  readonly turn: number;
  /** How far the wings stand open: 1 lie flat. */
  readonly open: number;
}

/** The colours of one butterfly, and the dust on its wings. */
interface Dust {
  readonly glow: Colour;
  readonly inner: Colour;
  readonly dark: Colour;
  readonly pale: Colour;
  readonly warm: Colour;
  readonly scales: Texture;
}

/** One of four wings: its outline, where its veins end, and from where they run. */
interface Wing {
  readonly side: -1 | 1;
  readonly isFore: boolean;
  readonly shape: readonly Point[];
  readonly ends: readonly (readonly [x: number, y: number])[];
  readonly root: Point;
}

/** A butterfly with its wings spread, out of the palette's inks. */
export function butterflyOf(brief: Brief, at: Winged, name: string): Paint {
  const random = brief.random.fork(name);
  const dust = dustOf(brief, random);
  const painters = ([-1, 1] as const).flatMap((side) => [
    wingOf(at, { side, isFore: false, shape: hind, ends: placesOf(hindVeins), root: { x: 1.6, y: 2 } }, dust, random),
    wingOf(at, { side, isFore: true, shape: fore, ends: placesOf(foreVeins), root: { x: 1.6, y: -3 } }, dust, random),
    feelerOf(at, side, dust),
  ]);
  const trunk = placed(body, at);
  return (canvas) => {
    for (const paint of painters) paint(canvas);
    canvas.fill(trunk, tune(dust.dark, 1.1));
    for (let n = 0; n < 7; n++) {
      const { x, y } = place({ x: 0, y: 6 + n * 2.2 }, at);
      canvas.fill(Path.circle(x, y, at.scale * (1.3 - n * 0.12), 14), tune(dust.dark, 1.7), 0.5);
    }
  };
}

function dustOf(brief: Brief, random: Random): Dust {
  const noise = new Noise(random);
  const inks = [...brief.palette.inks].sort((a, b) => chroma(b) - chroma(a));
  const base = inks[random.below(2)]!;
  const warm = inks[2 + random.below(2)]!;
  const glow = tune(base, 0.66 / Math.max(0.3, lightnessOf(base)), 1.15);
  return {
    glow,
    inner: tune(blend(base, warm, 0.7), 0.5 / Math.max(0.3, lightnessOf(base)), 1.1),
    dark: tune(blend(base, { r: 0.008, g: 0.007, b: 0.012 }, 0.88), brief.transparent ? 1.25 : 0.9),
    pale: blend(brief.palette.light, glow, 0.25),
    warm,
    scales: new Texture(256, (x, y) => noise.fbm(x * 50, y * 50, 2, 0.7) * 0.7 + noise.fbm(x * 9, y * 9, 3) * 0.6),
  };
}

const placesOf = (places: readonly string[]): [x: number, y: number][] =>
  places.map((text) => {
    const [x, y] = text.split(',').map(Number);
    return [x!, y!];
  });

/** How broad a wing is seen. */
const breadthOf = ({ open }: Winged, side: -1 | 1): number => (side < 0 ? open : Math.min(1, open * 1.08));

/** From the wing's own plane to where it is seen, before it is placed. */
const squeezed = (point: Point, at: Winged, side: -1 | 1): Point => ({
  x: point.x * side * breadthOf(at, side),
  y: point.y,
});

function wingOf(at: Winged, wing: Wing, dust: Dust, random: Random): Paint {
  const { side, isFore, shape } = wing;
  const { dark, pale, warm } = dust;
  const put = (point: Point): Point => place(squeezed(point, at, side), at);
  const outlined = placed(
    shape.map((point) => squeezed(point, at, side)),
    at,
  );
  const veins = veinsOf(at, wing, put);
  const spots = spotsOf(at, wing, put, random);
  const eye = put(isFore ? { x: 31, y: -25 } : { x: 24, y: 17 });
  const margin = edgeDistance(shape);
  return (canvas) => {
    paintDust(canvas, outlined, at, wing, margin, dust);
    for (const vein of veins) canvas.fill(vein, dark, 0.85);
    for (const spot of spots) canvas.fill(spot, pale, 0.92);
    canvas.fill(Path.circle(eye.x, eye.y, at.scale * (isFore ? 2 : 3), 40), dark, 0.92);
    canvas.fill(Path.circle(eye.x, eye.y, at.scale * (isFore ? 1.15 : 1.9), 32), tune(warm, 1.1), 0.95);
    canvas.fill(Path.circle(eye.x + at.scale * 0.4, eye.y - at.scale * 0.4, at.scale * 0.55, 20), pale, 0.9);
  };
}

const veinsOf = (at: Winged, { isFore, ends, root }: Wing, put: (point: Point) => Point): Path[] =>
  ends.map(([ex, ey]) => {
    const line = Array.from({ length: 14 }, (_, i): Point => {
      const t = i / 13;
      const bow = Math.sin(t * Math.PI) * (isFore ? -2.4 : 1.8);
      return put({ x: mix(root.x, ex, t), y: mix(root.y, ey, t) + bow });
    });
    return Path.stroke(line, (t) => at.scale * (0.85 - 0.45 * t));
  });

/** Spots along the margin, pale in the dark. */
function spotsOf(at: Winged, { ends, root }: Wing, put: (point: Point) => Point, random: Random): Path[] {
  const spots: Path[] = [];
  for (let n = 0; n < ends.length - 1; n++) {
    const [ax, ay] = ends[n]!;
    const [bx, by] = ends[n + 1]!;
    for (const [inset, size] of [
      [0.93, 1],
      [0.855, 1.35],
    ] as const) {
      const centre = put({ x: mix(root.x, (ax + bx) / 2, inset), y: mix(root.y, (ay + by) / 2, inset) });
      spots.push(Path.circle(centre.x, centre.y, at.scale * size * random.between(0.5, 0.72), 14));
    }
  }
  return spots;
}

/** A wing's own colours: from the root outwards, dark along the margin. */
function paintDust(
  canvas: Canvas,
  outlined: Path,
  at: Winged,
  { side, isFore, root }: Wing,
  margin: Field,
  { glow, inner, dark, scales }: Dust,
): void {
  const { pixels, topPx } = canvas;
  const { pxPerUnit } = canvas.frame;
  const cos = Math.cos(at.turn);
  const sin = Math.sin(at.turn);
  const breadth = breadthOf(at, side);
  canvas.cover(outlined, (i, covered, px, row) => {
    const dx = ((px + 0.5) / pxPerUnit - at.x) / at.scale;
    const dy = ((row + topPx + 0.5) / pxPerUnit - at.y) / at.scale;
    // Back to the wing's own plane.
    const u = ((dx * cos + dy * sin) * side) / breadth;
    const v = -dx * sin + dy * cos;
    const out = Math.hypot(u - root.x, v - root.y) / (isFore ? 55 : 40);
    const rim = margin.at(u, v);
    const grain = scales.at(u * 0.06, v * 0.06);
    const border = smoothstep(7.6, 4.4, rim + grain * 1.6 + (isFore ? -4 * smoothstep(0.62, 0.9, out) : 0));
    const t = clamp01(out * 1.25 + grain * 0.25);
    const sheen = 1 + 0.34 * Math.sin(out * 7 + u * 0.05) * 0.4 + grain * 0.2;
    let r = (inner.r + (glow.r - inner.r) * t) * sheen;
    let g = (inner.g + (glow.g - inner.g) * t) * sheen;
    let b = (inner.b + (glow.b - inner.b) * t) * sheen;
    r += (dark.r - r) * border;
    g += (dark.g - g) * border;
    b += (dark.b - b) * border;
    const shade = 0.72 + 0.28 * smoothstep(0, 0.25, out);
    const rest = 1 - covered;
    pixels[i] = pixels[i]! * rest + r * shade * covered;
    pixels[i + 1] = pixels[i + 1]! * rest + g * shade * covered;
    pixels[i + 2] = pixels[i + 2]! * rest + b * shade * covered;
    pixels[i + 3] = pixels[i + 3]! * rest + covered;
  });
}

function feelerOf(at: Winged, side: -1 | 1, { dark }: Dust): Paint {
  return (canvas) => {
    const line = feeler.map((point) => place(squeezed(point, at, side), at));
    canvas.fill(
      Path.stroke(line, () => at.scale * 0.42),
      dark,
    );
    const tip = line[line.length - 1]!;
    canvas.fill(Path.circle(tip.x, tip.y, at.scale * 0.75, 14), dark);
  };
}

const chroma = ({ r, g, b }: Colour): number => Math.max(r, g, b) - Math.min(r, g, b);

/** How far inside an outline a place lies, in the outline's units. */
function edgeDistance(points: readonly Point[]): Field {
  const xs = points.map(({ x }) => x);
  const ys = points.map(({ y }) => y);
  const area = {
    left: Math.min(...xs),
    top: Math.min(...ys),
    width: Math.max(...xs) - Math.min(...xs),
    height: Math.max(...ys) - Math.min(...ys),
  };
  return new Field(area, 60, (x, y) => {
    let nearest = Infinity;
    for (let i = 0; i < points.length; i++) {
      const a = points[i]!;
      const b = points[(i + 1) % points.length]!;
      const [ex, ey] = [b.x - a.x, b.y - a.y];
      const t = clamp01(((x - a.x) * ex + (y - a.y) * ey) / (ex * ex + ey * ey || 1));
      const [px, py] = [a.x + ex * t - x, a.y + ey * t - y];
      // The root is no margin.
      if (a.x < 6 && b.x < 6) continue;
      nearest = Math.min(nearest, px * px + py * py);
    }
    return Math.sqrt(nearest);
  });
}

/** Butterflies before a garden out of focus: discs of light, stems, one large, others far. */
export function gardenOf(brief: Brief): Paint[] {
  const random = brief.random.fork('garden');
  const { width, height } = brief.frame;
  const { palette } = brief;
  const scale =
    0.0088 * random.between(0.95, 1.06) * Math.min(1.15, Math.min(width, height) ** 0.5 * (width > height ? 0.94 : 1));
  const great = butterflyOf(
    brief,
    {
      x: width * 0.5,
      y: height * 0.48,
      scale: brief.transparent ? 0.0088 : scale,
      turn: brief.transparent ? 0 : random.between(-0.4, 0.4),
      open: brief.transparent ? 1 : random.between(0.84, 1),
    },
    'great',
  );
  if (brief.transparent) return [great];
  const noise = new Noise(random);
  const green = tune(blend(palette.land[1], palette.sky[1], 0.3), palette.night ? 0.6 : 0.9);
  const deep = tune(blend(palette.land[0], palette.sky[0], 0.35), palette.night ? 0.8 : 1.15);
  const air = airOf(brief, random, noise, green, deep);
  const bokeh = bokehOf(brief, random);
  const others = othersOf(brief, random, scale);
  const stems = stemsOf(brief, random, green, deep);
  return [air, bokeh, stems, ...others, great];
}

/** Greens that run into each other, brighter towards the light. */
function airOf(brief: Brief, random: Random, noise: Noise, green: Colour, deep: Colour): Paint {
  const { width, height } = brief.frame;
  const { palette } = brief;
  const light = { x: width * random.between(0.15, 0.85), y: height * random.between(0.05, 0.25) };
  const air = new Field({ left: 0, top: 0, width, height }, 160, (x, y) =>
    clamp01(
      0.5 +
        noise.fbm(x * 1.3, y * 1.3, 3) * 0.8 +
        (0.5 - y / height) * 0.5 +
        Math.exp(-(((x - light.x) ** 2 + (y - light.y) ** 2) / 0.3)) * 0.45,
    ),
  );
  const [, , lower, low] = palette.sky;
  const bright = blend(blend(lower, low, 0.5), palette.light, 0.25);
  return (canvas) => {
    const { pixels, frame } = canvas;
    const dx = 1 / frame.pxPerUnit;
    const row = new Float32Array(frame.widthPx);
    canvas.eachRow(0, height, (y, start) => {
      air.row(y, dx / 2, dx, row, frame.widthPx);
      for (let px = 0, i = start; px < frame.widthPx; px++, i += 4) {
        const t = row[px]!;
        const s = t < 0.5 ? t * 2 : 1;
        const h = t > 0.5 ? (t - 0.5) * 1.6 : 0;
        pixels[i] = deep.r + (green.r - deep.r) * s + (bright.r - green.r) * h;
        pixels[i + 1] = deep.g + (green.g - deep.g) * s + (bright.g - green.g) * h;
        pixels[i + 2] = deep.b + (green.b - deep.b) * s + (bright.b - green.b) * h;
        pixels[i + 3] = 1;
      }
    });
    canvas.glow(light.x, light.y, 0.6, brighten(palette.light, 0.8), 0.4);
  };
}

/** Discs of light, as a lens makes of what is far from its focus. */
function bokehOf({ frame: { width, height }, palette }: Brief, random: Random): Paint {
  const [, upper, , low] = palette.sky;
  const discs = Array.from({ length: 90 }, (_, n) => {
    const size = 0.012 + random.next() ** 2.4 * 0.085;
    return {
      path: Path.circle(random.next() * width, random.next() * height, size, 64),
      colour: blend([palette.inks[n % 6]!, palette.light, upper, low][random.below(4)]!, palette.light, 0.35),
      strength: random.between(0.03, 0.13) * (1.2 - size * 6),
    };
  });
  return (canvas) => {
    for (const { path, colour, strength } of discs) canvas.shine(path, colour, strength);
  };
}

/** Those that are far off. */
function othersOf(brief: Brief, random: Random, scale: number): Paint[] {
  const { width, height } = brief.frame;
  return Array.from({ length: 3 + random.below(3) }, (_, n) =>
    butterflyOf(
      brief,
      {
        x: width * random.between(0.08, 0.92),
        y: height * (n % 2 === 0 ? random.between(0.08, 0.28) : random.between(0.7, 0.92)),
        scale: scale * random.between(0.1, 0.2),
        turn: random.between(-0.9, 0.9),
        open: random.between(0.45, 0.9),
      },
      `other ${n}`,
    ),
  );
}

/** Stems that rise from below, a flower on each. */
function stemsOf({ frame: { width, height }, palette }: Brief, random: Random, green: Colour, deep: Colour): Paint {
  const stems = Array.from({ length: 26 }, () => {
    const x = random.next() * width;
    const long = random.between(0.14, 0.42);
    const lean = random.between(-0.3, 0.3);
    const line = Array.from({ length: 16 }, (_, i): Point => ({
      x: x + lean * long * (i / 15) ** 2,
      y: height + 0.03 - long * (i / 15),
    }));
    return {
      path: Path.stroke(line, (t) => 0.011 * (1 - t) + 0.0015),
      colour: blend(deep, green, random.next() * 0.6),
      tip: line[15]!,
      size: random.between(0.012, 0.03),
      ink: palette.inks[random.below(6)]!,
    };
  });
  return (canvas) => {
    for (const { path, colour, tip, size, ink } of stems) {
      canvas.fill(path, colour, 0.7);
      for (let petal = 0; petal < 7; petal++) {
        const a = (petal / 7) * Math.PI * 2;
        canvas.fill(
          Path.circle(tip.x + Math.cos(a) * size * 0.6, tip.y + Math.sin(a) * size * 0.42, size * 0.42, 20),
          blend(ink, green, 0.25),
          0.6,
        );
      }
      canvas.fill(Path.circle(tip.x, tip.y, size * 0.32, 16), blend(palette.light, ink, 0.4), 0.7);
    }
  };
}
