import type { Brief } from '../../brief.ts';
import type { Canvas } from '../../drawing/canvas.ts';
import { blend, brighten, lightnessOf, tune, type Colour } from '../../drawing/colour.ts';
import { Field } from '../../drawing/field.ts';
import { clamp01, smoothstep } from '../../drawing/maths.ts';
import { Noise } from '../../drawing/noise.ts';
import { Path } from '../../drawing/path.ts';
import { Texture } from '../../drawing/texture.ts';

type Paint = (canvas: Canvas) => void;

/** The colours of deep space out of a brief's palette: never brighter than a night. */
export interface Void {
  readonly deep: Colour;
  readonly gases: readonly [Colour, Colour, Colour];
  readonly star: Colour;
}

export function voidOf({ palette }: Brief): Void {
  const inks = [...palette.inks].sort((a, b) => chromaOf(b) - chromaOf(a));
  const lift = (colour: Colour): Colour => tune(colour, 0.62 / Math.max(0.35, lightnessOf(colour)), 1.12);
  return {
    deep: tune(palette.sky[0], 0.14 / Math.max(0.14, lightnessOf(palette.sky[0])), 0.9),
    gases: [lift(inks[0]!), lift(inks[1]!), lift(inks[2]!)],
    star: blend(palette.light, { r: 1, g: 1, b: 1 }, 0.4),
  };
}

const chromaOf = ({ r, g, b }: Colour): number => (Math.max(r, g, b) - Math.min(r, g, b)) / (0.15 + Math.max(r, g, b));

/** Clouds of glowing gas, lanes of dust before them, and stars. `strength` about 0 (empty) to 1 (a nebula). */
export function nebulaOf(brief: Brief, colours: Void, strength: number): Paint {
  const random = brief.random.fork('nebula');
  const noise = new Noise(random);
  const { width, height } = brief.frame;
  const area = { left: 0, top: 0, width, height };
  const scale = random.between(1.1, 1.7);
  const angle = random.between(-0.7, 0.7);
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const heart = { x: width * random.between(0.3, 0.7), y: height * random.between(0.3, 0.6) };
  const [ox, oy] = [random.between(0, 40), random.between(0, 40)];
  // Gas lies along a band through the heart of the picture, thick where it folds.
  const masses: number[] = [];
  const hues: number[] = [];
  const cells = 400;
  const gas = new Field(area, cells, (x, y) => {
    const along = (x - heart.x) * cos + (y - heart.y) * sin;
    const across = -(x - heart.x) * sin + (y - heart.y) * cos;
    const u = along * scale * 0.85 + ox;
    const v = across * scale * 1.25 + oy;
    const qx = noise.fbm(u, v, 4);
    const qy = noise.fbm(u + 5.2, v + 1.3, 4);
    const body = noise.fbm(u + 1.5 * qx, v + 1.5 * qy, 5, 0.56);
    const ridge = 1 - Math.abs(noise.fbm(u * 1.6 + qx * 1.2 + 9, v * 1.6 + qy * 1.2, 4));
    const band = Math.exp(-((across / 0.42) ** 2)) * 0.8 + Math.exp(-((along ** 2 + across ** 2) / 0.5)) * 0.35;
    masses.push(smoothstep(0.05, 0.62, noise.fbm(u * 1.5 + qy * 1.8 + 30, v * 1.5 + qx * 1.8, 5, 0.6) + band * 0.1));
    hues.push(0.5 + qx * 0.95 + across * 0.35);
    return clamp01((body * 0.75 + 0.3) * band + ridge ** 6 * 0.3 * band);
  });
  let next = 0;
  const dust = new Field(area, cells, () => masses[next++]!);
  next = 0;
  const hue = new Field(area, cells, () => hues[next++]!);
  const fineNoise = new Noise(random.fork('fine'));
  const fine = new Texture(256, (x, y) => fineNoise.fbm(x * 12, y * 12, 5, 0.6));
  const stars = starsOf(brief, colours, heart, angle, strength);
  const [a, b, c] = colours.gases;
  return (canvas) => {
    const { pixels, frame } = canvas;
    const { widthPx } = frame;
    const dx = 1 / frame.pxPerUnit;
    const [g, d, h] = [new Float32Array(widthPx), new Float32Array(widthPx), new Float32Array(widthPx)];
    canvas.eachRow(0, height, (y, start) => {
      gas.row(y, dx / 2, dx, g, widthPx);
      dust.row(y, dx / 2, dx, d, widthPx);
      hue.row(y, dx / 2, dx, h, widthPx);
      for (let px = 0, i = start; px < widthPx; px++, i += 4) {
        const x = (px + 0.5) * dx;
        const grain = 1 + fine.at(x * 1.9, y * 1.9) * 0.42;
        const lit = g[px]! * grain;
        const shade = 1 - 0.86 * d[px]! * Math.min(1, lit * 4);
        const shine = lit * lit * 1.9 * strength * shade;
        const veil = lit * 0.16 * strength;
        const t = h[px]!;
        const ab = clamp01(t * 1.6 - 0.25);
        const hot = clamp01((lit - 0.42) * 2.2);
        const r = a.r + (b.r - a.r) * ab + (c.r * 1.5 - a.r) * hot * 0.6;
        const gr = a.g + (b.g - a.g) * ab + (c.g * 1.5 - a.g) * hot * 0.6;
        const bl = a.b + (b.b - a.b) * ab + (c.b * 1.5 - a.b) * hot * 0.6;
        const s = shine + veil;
        pixels[i] = colours.deep.r + Math.max(0, r) * s;
        pixels[i + 1] = colours.deep.g + Math.max(0, gr) * s;
        pixels[i + 2] = colours.deep.b + Math.max(0, bl) * s;
        pixels[i + 3] = 1;
      }
    });
    stars(canvas);
  };
}

interface Star {
  readonly x: number;
  readonly y: number;
  readonly radius: number;
  readonly strength: number;
  readonly colour: Colour;
}

function starsOf(brief: Brief, colours: Void, heart: { x: number; y: number }, angle: number, crowd: number): Paint {
  const random = brief.random.fork('stars');
  const { width, height } = brief.frame;
  const drawn = brief.style === 'anime' || brief.style === 'artistic';
  const stars: Star[] = [];
  const count = Math.round(1500 * width * height);
  for (let n = 0; n < count; n++) {
    const magnitude = random.next() ** 11;
    const banded = random.chance(0.45 * crowd);
    const along = random.bell() * 0.8;
    const across = random.bell() * 0.16;
    const x = banded ? heart.x + along * Math.cos(angle) - across * Math.sin(angle) : random.next() * width;
    const y = banded ? heart.y + along * Math.sin(angle) + across * Math.cos(angle) : random.next() * height;
    const warmth = random.next();
    stars.push({
      x,
      y,
      radius: 0.0008 + magnitude * 0.0036,
      strength: 0.2 + random.next() * 0.25 + magnitude * 2.4,
      colour: blend({ r: 0.66, g: 0.8, b: 1 }, blend(colours.star, { r: 1, g: 0.72, b: 0.5 }, 0.4), warmth ** 2),
    });
  }
  // The few that are near enough to flare.
  const flares = Array.from({ length: drawn ? 16 : 7 }, () => ({
    x: random.next() * width,
    y: random.next() * height,
    reach: (0.012 + random.next() ** 3 * 0.05) * (drawn ? 1.25 : 1),
    colour: blend(colours.star, colours.gases[random.below(3)]!, 0.3),
  }));
  const rays = flares.flatMap(({ x, y, reach, colour }) =>
    [0, Math.PI / 2].map((turn) => ({
      colour,
      path: Path.of(
        [0, 1, 2, 3].map((k) => {
          const a = turn + (k * Math.PI) / 2;
          const r = k % 2 === 0 ? reach : reach * 0.022;
          return { x: x + Math.cos(a) * r, y: y + Math.sin(a) * r };
        }),
      ),
    })),
  );
  return (canvas) => {
    for (const star of stars) canvas.glow(star.x, star.y, star.radius, star.colour, star.strength);
    for (const { path, colour } of rays) canvas.shine(path, colour, 0.55);
    for (const { x, y, reach, colour } of flares) {
      canvas.glow(x, y, reach * 0.75, colour, 0.2);
      canvas.glow(x, y, reach * 0.16, brighten(colour, 1.5), 2);
    }
  };
}
