import type { Brief } from './brief.ts';
import type { Canvas } from './drawing/canvas.ts';
import { blend, hex, lightnessOf, tune } from './drawing/colour.ts';
import { smoothstep } from './drawing/maths.ts';
import type { Path } from './drawing/path.ts';
import type { Scene } from './drawing/scene.ts';
import { justified, type Block } from './drawing/setting.ts';
import { boxBetween, disc } from './drawing/shapes.ts';
import { faces, laid } from './drawing/typeface.ts';

const MARGIN = 0.07;
const GAP = 0.022;

/** Sets words in a picture: at the foot of a poster, on a ribbon where it is printed on cloth. */
export function captioned(brief: Brief, scene: Scene, text: string): Scene {
  const caption = brief.transparent ? ribbonOf(brief, text) : footOf(brief, text);
  return {
    ...scene,
    paint(canvas) {
      scene.paint(canvas);
      caption(canvas);
    },
  };
}

type Paint = (canvas: Canvas) => void;

/** Capitals drawn out to one width over a picture that darkens downwards; behind a comma, smaller, stands the rest. */
function footOf({ frame: { width, height }, palette }: Brief, text: string): Paint {
  const [head = text, ...rest] = text.split(/,\s+/u);
  const small = rest.join(' · ').toUpperCase();
  const inner = width - 2 * MARGIN;
  const line = faces.poster.set(small, 0.08);
  const size = small === '' ? 0 : Math.min(0.062 / faces.poster.capHeight, inner / Math.max(line.width, 0.01));
  const area = { width: inner, height: height * (width > height ? 0.22 : 0.3), gap: GAP };
  const block = justified(head.toUpperCase(), faces.poster, area);
  const below = small === '' ? 0 : size * faces.poster.capHeight + 0.04;
  const top = height - MARGIN - below - block.height;
  const letters = linesOf(block, (width - block.width) / 2, top);
  const foot = laid(line, (width - line.width * size) / 2, height - MARGIN, size);
  const accents = [...palette.inks].sort((a, b) => lightnessOf(b) - lightnessOf(a));
  const accent = tune(accents[1] ?? palette.light, 1.1);
  const ink = blend(hex('#fbf6ea'), palette.light, 0.2);
  return (canvas) => {
    shade(canvas, top - 0.16, height);
    for (const letter of letters) canvas.fill(letter, ink);
    if (small !== '') canvas.fill(foot, lightnessOf(accent) > 0.62 ? accent : ink);
  };
}

/** Each line's letters, from the top of the block. */
function linesOf(block: Block, left: number, top: number): Path[] {
  let y = top;
  return block.rows.map(({ line, size, above }) => {
    y += above + size * faces.poster.capHeight;
    return laid(line, left + (block.width - line.width * size) / 2, y, size);
  });
}

/** Dusk from a height downwards, so that light letters are read on any picture. */
function shade(canvas: Canvas, from: number, height: number): void {
  const { pixels } = canvas;
  const { widthPx } = canvas.frame;
  canvas.eachRow(from, height, (y, start) => {
    const rest = 1 - 0.82 * smoothstep(from, from + 0.3, y);
    for (let i = start; i < start + widthPx * 4; i += 4)
      for (let c = 0; c < 3; c++) pixels[i + c] = pixels[i + c]! * rest;
  });
}

/** A band with round ends across the foot of a print. */
function ribbonOf({ frame: { width, height }, palette }: Brief, text: string): Paint {
  const block = justified(text.toUpperCase(), faces.poster, {
    width: width * 0.62,
    height: height * 0.15,
    gap: GAP * 0.7,
  });
  const [half, rise] = [block.height / 2 + 0.03, block.width / 2 + 0.03];
  const [x, y] = [width / 2, height - 0.05 - half];
  const inks = [...palette.inks].sort((a, b) => lightnessOf(a) - lightnessOf(b));
  const dark = tune(blend(inks[0]!, hex('#14161c'), 0.5), 0.9);
  const band = [boxBetween(x - rise, y - half, x + rise, y + half), disc(x - rise, y, half), disc(x + rise, y, half)];
  const letters = linesOf(block, x - block.width / 2, y - block.height / 2);
  return (canvas) => {
    for (const part of band) canvas.fill(part, dark);
    for (const letter of letters) canvas.fill(letter, hex('#fbf6ea'));
  };
}
