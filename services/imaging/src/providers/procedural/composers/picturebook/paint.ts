import type { Canvas } from '../../drawing/canvas.ts';
import { blend, hex, tune, type Colour } from '../../drawing/colour.ts';
import { placed, type Placing } from '../../drawing/outline.ts';
import type { Path } from '../../drawing/path.ts';
import type { Ink, Look, Part } from './part.ts';

/** Who gives the light: its colour on the lit side, and how dark the other one is. */
export interface Light {
  readonly colour: Colour;
  /** 1 by day, less at night. */
  readonly strength: number;
  /** Light and shade part along a line. */
  readonly flat: boolean;
}

/** Paints the parts of a drawing, each with the light on it. */
export function partsOf(parts: readonly Part[], main: Colour, light: Light, at: Placing): (canvas: Canvas) => void {
  const painted = parts.map(({ points, ink, look }) => ({
    path: placed(points, at),
    colour: lit(inkOf(ink, main), light),
    look,
  }));
  return (canvas) => {
    for (const { path, colour, look } of painted) paint(canvas, path, colour, look, light);
  };
}

function inkOf(ink: Ink, main: Colour): Colour {
  if (ink === 'main') return main;
  if (ink === 'deep') return tune(main, 0.76);
  return ink === 'pale' ? blend(main, { r: 1, g: 1, b: 1 }, 0.45) : hex(ink);
}

const lit = (colour: Colour, { colour: lamp, strength }: Light): Colour => {
  const tinted = blend(colour, { r: colour.r * lamp.r, g: colour.g * lamp.g, b: colour.b * lamp.b }, 0.4);
  return { r: tinted.r * strength, g: tinted.g * strength, b: tinted.b * strength };
};

function paint(canvas: Canvas, path: Path, { r, g, b }: Colour, look: Look, light: Light): void {
  const { pixels, topPx } = canvas;
  const { pxPerUnit } = canvas.frame;
  const width = Math.max(1e-6, path.right - path.left);
  const height = Math.max(1e-6, path.bottom - path.top);
  canvas.cover(path, (i, covered, px, row) => {
    const u = ((px + 0.5) / pxPerUnit - path.left) / width;
    const v = ((row + topPx + 0.5) / pxPerUnit - path.top) / height;
    const plain = shadeOf(look, u, v);
    const shade = light.flat ? (plain > 0.92 ? 1.06 : 0.84) : plain;
    const gleam = look === 'shine' || look === 'round' ? gleamOf(look, u, v) : 0;
    const rest = 1 - covered;
    pixels[i] = pixels[i]! * rest + (r * shade + gleam) * covered;
    pixels[i + 1] = pixels[i + 1]! * rest + (g * shade + gleam) * covered;
    pixels[i + 2] = pixels[i + 2]! * rest + (b * shade + gleam) * covered;
    pixels[i + 3] = pixels[i + 3]! * rest + covered;
  });
}

/** Times the colour, by the place in what the part spans: light comes from above, to the left. */
function shadeOf(look: Look, u: number, v: number): number {
  switch (look) {
    case 'flat':
      return 1;
    case 'soft':
      return 1.12 - 0.32 * (0.35 * u + 0.65 * v);
    case 'drum': {
      const away = (u - 0.34) / 0.66;
      return 1.16 - 0.56 * away * away - 0.06 * v;
    }
    case 'round':
    case 'shine': {
      const [x, y] = [(u - 0.36) / 0.7, (v - 0.3) / 0.7];
      return 1.18 - 0.5 * Math.min(1.3, x * x + y * y);
    }
  }
}

function gleamOf(look: Look, u: number, v: number): number {
  const [x, y] = [(u - 0.32) / 0.16, (v - 0.24) / 0.14];
  const near = 1 - x * x - y * y;
  return near > 0 ? near * (look === 'shine' ? 0.34 : 0.05) : 0;
}
