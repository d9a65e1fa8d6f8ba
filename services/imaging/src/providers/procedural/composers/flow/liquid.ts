import type { Brief } from '../../brief.ts';
import { blend, brighten, lightnessOf, Ramp, tune } from '../../drawing/colour.ts';
import { Field } from '../../drawing/field.ts';
import { clamp01, smoothstep } from '../../drawing/maths.ts';
import { Noise } from '../../drawing/noise.ts';
import { Texture } from '../../drawing/texture.ts';
import type { Scene } from '../../drawing/scene.ts';
import { medallion } from '../../drawing/medallion.ts';

/** Stirred colour: noise bent by noise bent by noise, lit like a wet surface, with veins of metal where the folds turn. */
export function liquid(brief: Brief): Scene {
  const random = brief.random.fork('liquid');
  const noise = new Noise(random);
  const { width, height } = brief.frame;
  const scale = random.between(0.75, 1.15);
  const fold = random.between(1.5, 2.3);
  const veined = brief.words.says('flow.gilded') || random.chance(0.5);
  const area = { left: 0, top: 0, width, height };
  const turn = random.between(0, Math.PI);
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
  // The three fields share their grid: each point is computed once.
  const folds: number[] = [];
  const drifts: number[] = [];
  const CELLS = 460;
  const surface = new Field(area, CELLS, (x, y) => {
    const [rise, turned, drift] = bent(x, y);
    folds.push(turned);
    drifts.push(drift);
    return rise;
  });
  let next = 0;
  const folded = new Field(area, CELLS, () => folds[next++]!);
  next = 0;
  const drifted = new Field(area, CELLS, () => drifts[next++]!);

  const inks = [...brief.palette.inks].sort((a, b) => lightnessOf(a) - lightnessOf(b));
  const shift = random.between(-0.08, 0.08);
  const ramp = Ramp.even([tune(inks[0]!, 0.7), inks[0]!, inks[1]!, inks[2]!, inks[3]!, inks[4]!, inks[5]!]);
  const second = Ramp.even([tune(inks[1]!, 0.75), inks[3]!, blend(inks[2]!, inks[5]!, 0.5), inks[0]!]);
  const metal = blend(brief.palette.light, { r: 0.95, g: 0.62, b: 0.22 }, 0.6);
  const gloss = brighten(blend(brief.palette.light, { r: 1, g: 1, b: 1 }, 0.6), 1);
  const fineNoise = new Noise(random.fork('fine'));
  const fine = new Texture(256, (x, y) => fineNoise.fbm(x * 20, y * 20, 4, 0.6));
  const cut = brief.transparent ? medallion(random.fork('cut'), brief.frame) : null;

  return {
    paint(canvas) {
      const { pixels, frame } = canvas;
      const { widthPx, pxPerUnit } = frame;
      const dx = 1 / pxPerUnit;
      const probe = 0.0035;
      const rows = Array.from({ length: 4 }, () => new Float32Array(widthPx));
      const [here, below, folds_, drifts_] = rows as [Float32Array, Float32Array, Float32Array, Float32Array];
      const right = new Float32Array(widthPx);
      const first = new Float32Array(3);
      const other = new Float32Array(3);
      canvas.eachRow(0, height, (y, start) => {
        surface.row(y, dx / 2, dx, here, widthPx);
        surface.row(y + probe, dx / 2, dx, below, widthPx);
        surface.row(y, dx / 2 + probe, dx, right, widthPx);
        folded.row(y, dx / 2, dx, folds_, widthPx);
        drifted.row(y, dx / 2, dx, drifts_, widthPx);
        for (let px = 0, i = start; px < widthPx; px++, i += 4) {
          const x = (px + 0.5) * dx;
          const rise = here[px]!;
          const slopeX = (right[px]! - rise) / probe;
          const slopeY = (below[px]! - rise) / probe;
          const speck = fine.at(x * 1.7, y * 1.7);
          ramp.read(clamp01(0.5 + rise * 0.85 + shift + speck * 0.018), first, 0);
          second.read(clamp01(0.5 + folds_[px]! * 0.9), other, 0);
          const share = smoothstep(0.0, 0.42, drifts_[px]! + speck * 0.02) * 0.8;
          let r = first[0]! + (other[0]! - first[0]!) * share;
          let g = first[1]! + (other[1]! - first[1]!) * share;
          let b = first[2]! + (other[2]! - first[2]!) * share;
          // Light from the upper left on a slope; the tighter the fold, the deeper its shade.
          const facing = (-slopeX * 0.6 - slopeY * 0.8) * 0.085;
          const length = Math.sqrt(1 + (slopeX * slopeX + slopeY * slopeY) * 0.02);
          const light = Math.max(0.25, (1 + facing) / length);
          const bounce = clamp01(facing * 1.1 - 0.28);
          const shine = bounce * bounce * 0.55;
          r = r * light + gloss.r * shine;
          g = g * light + gloss.g * shine;
          b = b * light + gloss.b * shine;
          if (veined) {
            const along = Math.abs(folds_[px]! - 0.12 + speck * 0.012);
            const vein = smoothstep(0.013, 0.004, along) * smoothstep(-0.25, 0.15, drifts_[px]! + speck * 0.08);
            if (vein > 0) {
              const glint = 0.35 + 0.9 * clamp01(0.5 + facing * 0.9 + speck * 0.5);
              r += (metal.r * glint - r) * vein;
              g += (metal.g * glint - g) * vein;
              b += (metal.b * glint - b) * vein;
            }
          }
          pixels[i] = r;
          pixels[i + 1] = g;
          pixels[i + 2] = b;
          pixels[i + 3] = 1;
        }
      });
      cut?.(canvas);
    },
    finish: { vignette: brief.transparent ? 0 : 0.1 },
  };
}
