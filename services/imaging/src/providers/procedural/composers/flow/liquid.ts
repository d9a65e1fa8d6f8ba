import type { Brief } from '../../brief.ts';
import type { Canvas } from '../../drawing/canvas.ts';
import { blend, brighten, lightnessOf, Ramp, tune, type Colour } from '../../drawing/colour.ts';
import { Field } from '../../drawing/field.ts';
import { clamp01, smoothstep } from '../../drawing/maths.ts';
import { Noise } from '../../drawing/noise.ts';
import type { Random } from '../../drawing/random.ts';
import { Texture } from '../../drawing/texture.ts';
import type { Scene } from '../../drawing/scene.ts';
import { medallion } from '../../drawing/medallion.ts';

/** The fields of the stirred surface: how high it stands, how it is folded, how far it drifted. */
interface Stirred {
  readonly surface: Field;
  readonly folded: Field;
  readonly drifted: Field;
}

interface Dyes {
  readonly ramp: Ramp;
  readonly second: Ramp;
  readonly shift: number;
  readonly metal: Colour;
  readonly gloss: Colour;
  readonly fine: Texture;
  /** Whether metal runs where the folds turn. */
  readonly veined: boolean;
}

const CELLS = 460;

/** Stirred colour: noise bent by noise bent by noise, lit like a wet surface, with metal where the folds turn. */
export function liquid(brief: Brief): Scene {
  const random = brief.random.fork('liquid');
  const noise = new Noise(random);
  const scale = random.between(0.75, 1.15);
  const fold = random.between(1.5, 2.3);
  const veined = brief.words.says('flow.gilded') || random.chance(0.5);
  const turn = random.between(0, Math.PI);
  const stirred = stirredOf(brief, noise, { scale, fold, turn });
  const dyes = dyesOf(brief, random, veined);
  const cut = brief.transparent ? medallion(random.fork('cut'), brief.frame) : null;
  return {
    paint(canvas) {
      pour(canvas, brief.frame.height, stirred, dyes);
      cut?.(canvas);
    },
    finish: { vignette: brief.transparent ? 0 : 0.1 },
  };
}

function stirredOf(
  { frame: { width, height } }: Brief,
  noise: Noise,
  { scale, fold, turn }: { scale: number; fold: number; turn: number },
): Stirred {
  const [cos, sin] = [Math.cos(turn), Math.sin(turn)];
  const bent = (x: number, y: number): [height: number, fold: number, drift: number] => {
    // Stretched along one direction, as if poured that way.
    const px = (x * cos - y * sin) * scale * 0.75;
    const py = (x * sin + y * cos) * scale * 1.25;
    const qx = noise.fbm(px, py, 3);
    const qy = noise.fbm(px + 5.2, py + 1.3, 3);
    const rx = noise.fbm(px + fold * qx + 1.7, py + fold * qy + 9.2, 3);
    const ry = noise.fbm(px + fold * qx + 8.3, py + fold * qy + 2.8, 3);
    return [noise.fbm(px + fold * rx, py + fold * ry, 4, 0.42), rx, qx];
  };
  const area = { left: 0, top: 0, width, height };
  // The three fields share their grid: each point is computed once.
  const folds: number[] = [];
  const drifts: number[] = [];
  const surface = new Field(area, CELLS, (x, y) => {
    const [rise, turned, drift] = bent(x, y);
    folds.push(turned);
    drifts.push(drift);
    return rise;
  });
  const known = (values: readonly number[]): Field => {
    let next = 0;
    return new Field(area, CELLS, () => values[next++]!);
  };
  return { surface, folded: known(folds), drifted: known(drifts) };
}

function dyesOf({ palette }: Brief, random: Random, veined: boolean): Dyes {
  const inks = [...palette.inks].sort((a, b) => lightnessOf(a) - lightnessOf(b));
  const shift = random.between(-0.08, 0.08);
  const noise = new Noise(random.fork('fine'));
  return {
    ramp: Ramp.even([tune(inks[0]!, 0.7), inks[0]!, inks[1]!, inks[2]!, inks[3]!, inks[4]!, inks[5]!]),
    second: Ramp.even([tune(inks[1]!, 0.75), inks[3]!, blend(inks[2]!, inks[5]!, 0.5), inks[0]!]),
    shift,
    metal: blend(palette.light, { r: 0.95, g: 0.62, b: 0.22 }, 0.6),
    gloss: brighten(blend(palette.light, { r: 1, g: 1, b: 1 }, 0.6), 1),
    fine: new Texture(256, (x, y) => noise.fbm(x * 20, y * 20, 4, 0.6)),
    veined,
  };
}

function pour(canvas: Canvas, height: number, { surface, folded, drifted }: Stirred, dyes: Dyes): void {
  const { pixels, frame } = canvas;
  const { widthPx, pxPerUnit } = frame;
  const dx = 1 / pxPerUnit;
  const probe = 0.0035;
  const here = new Float32Array(widthPx);
  const below = new Float32Array(widthPx);
  const right = new Float32Array(widthPx);
  const folds = new Float32Array(widthPx);
  const drifts = new Float32Array(widthPx);
  const both = new Float32Array(6);
  const colour = new Float64Array(3);
  const { gloss } = dyes;
  canvas.eachRow(0, height, (y, start) => {
    surface.row(y, dx / 2, dx, here, widthPx);
    surface.row(y + probe, dx / 2, dx, below, widthPx);
    surface.row(y, dx / 2 + probe, dx, right, widthPx);
    folded.row(y, dx / 2, dx, folds, widthPx);
    drifted.row(y, dx / 2, dx, drifts, widthPx);
    for (let px = 0, i = start; px < widthPx; px++, i += 4) {
      const x = (px + 0.5) * dx;
      const rise = here[px]!;
      const slopeX = (right[px]! - rise) / probe;
      const slopeY = (below[px]! - rise) / probe;
      const speck = dyes.fine.at(x * 1.7, y * 1.7);
      readDye(dyes, rise, folds[px]!, drifts[px]!, speck, both, colour);
      // Light from the upper left on a slope; the tighter the fold, the deeper its shade.
      const facing = (-slopeX * 0.6 - slopeY * 0.8) * 0.085;
      const length = Math.sqrt(1 + (slopeX * slopeX + slopeY * slopeY) * 0.02);
      const light = Math.max(0.25, (1 + facing) / length);
      const bounce = clamp01(facing * 1.1 - 0.28);
      const shine = bounce * bounce * 0.55;
      colour[0] = colour[0]! * light + gloss.r * shine;
      colour[1] = colour[1]! * light + gloss.g * shine;
      colour[2] = colour[2]! * light + gloss.b * shine;
      if (dyes.veined) layVein(dyes.metal, folds[px]!, drifts[px]!, speck, facing, colour);
      pixels[i] = colour[0];
      pixels[i + 1] = colour[1];
      pixels[i + 2] = colour[2];
      pixels[i + 3] = 1;
    }
  });
}

/** Two rows of dyes, mixed by how far the place drifted. */
function readDye(
  { ramp, second, shift }: Dyes,
  rise: number,
  fold: number,
  drift: number,
  speck: number,
  both: Float32Array,
  out: Float64Array,
): void {
  ramp.read(clamp01(0.5 + rise * 0.85 + shift + speck * 0.018), both, 0);
  second.read(clamp01(0.5 + fold * 0.9), both, 3);
  const share = smoothstep(0.0, 0.42, drift + speck * 0.02) * 0.8;
  for (let c = 0; c < 3; c++) out[c] = both[c]! + (both[c + 3]! - both[c]!) * share;
}

function layVein(
  metal: Colour,
  fold: number,
  drift: number,
  speck: number,
  facing: number,
  colour: Float64Array,
): void {
  const along = Math.abs(fold - 0.12 + speck * 0.012);
  const vein = smoothstep(0.013, 0.004, along) * smoothstep(-0.25, 0.15, drift + speck * 0.08);
  if (vein <= 0) return;
  const glint = 0.35 + 0.9 * clamp01(0.5 + facing * 0.9 + speck * 0.5);
  colour[0]! += (metal.r * glint - colour[0]!) * vein;
  colour[1]! += (metal.g * glint - colour[1]!) * vein;
  colour[2]! += (metal.b * glint - colour[2]!) * vein;
}
