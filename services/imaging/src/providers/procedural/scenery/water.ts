import type { Brief } from '../brief.ts';
import { Canvas, frameOf } from '../drawing/canvas.ts';
import { blend, tune } from '../drawing/colour.ts';
import { clamp, clamp01, mix, smoothstep } from '../drawing/maths.ts';
import { Noise } from '../drawing/noise.ts';
import type { Land } from './land.ts';

const MIRROR_PX = 720;

/** Water from the horizon down: what stands above, mirrored and broken by waves, and the light's path on it. */
export function waterOf(
  brief: Brief,
  plan: Land,
  above: readonly ((canvas: Canvas) => void)[],
): (canvas: Canvas) => void {
  const random = brief.random.fork('water');
  const { words } = brief;
  const noise = new Noise(random);
  const still = words.says('water.still');
  const rough = words.says('water.rough');
  const roughness = still ? random.between(0.25, 0.45) : rough ? random.between(0.9, 1.3) : random.between(0.45, 0.8);
  const mirror = mirrorOf(plan, above);
  const { sun, horizon, height, width } = plan;
  const depth = height - horizon;
  const deep = tune(blend(brief.palette.water, plan.sky.at(0.15), 0.35), plan.night ? 0.8 : 0.82);
  const drift = random.between(0, 50);
  const shine = plan.night ? 0.9 : 1.7;

  return (canvas) => {
    const { pixels, frame } = canvas;
    const { widthPx, pxPerUnit } = frame;
    const dx = 1 / pxPerUnit;
    const seen = new Float32Array(3);
    canvas.eachRow(horizon, height, (y, start) => {
      const down = (y - horizon) / depth;
      if (down < 0) return;
      // By the height in the picture's own unit, not its share: a tall picture looks further down, not at larger waves.
      const nearness = (y - horizon) / 0.42 + 0.035;
      const v = 6.5 / nearness + drift;
      const pitch = 2.5 / nearness;
      const swellPitch = 0.55 / nearness;
      const bend = roughness * mix(0.008, 0.16, down ** 0.8);
      const reflects = mix(0.94, still ? 0.62 : 0.5, down ** 0.7);
      const column = 0.035 + down * (0.1 + 0.16 * roughness);
      const foot = horizon - (y - horizon) * (still ? 1 : 0.86);
      for (let px = 0, i = start; px < widthPx; px++, i += 4) {
        const x = (px + 0.5) * dx;
        const u = x - width / 2;
        const swell = noise.at(u * swellPitch * 1.6 + drift, v * 0.32);
        const ripple = noise.at(u * pitch * 2.3, v * 1.15 + swell * 0.8);
        const fine = noise.at(u * pitch * 6.1 + 31, v * 2.7 + ripple * 0.5);
        const slope = swell * 0.5 + ripple * 0.42 + fine * 0.25;
        mirror.read(x + (ripple + fine) * bend * 0.22, foot + slope * bend, seen);
        // Faces turned to the viewer show the water, those turned away the sky.
        const share = clamp01(reflects + slope * 0.36 * (0.3 + roughness * 0.5));
        let r = deep.r + (seen[0]! - deep.r) * share;
        let g = deep.g + (seen[1]! - deep.g) * share;
        let b = deep.b + (seen[2]! - deep.b) * share;
        const aside = (x - sun.x + slope * 0.03) / column;
        const path = Math.exp(-aside * aside);
        if (path > 0.004) {
          const glint = smoothstep(0.2, 0.75, ripple * 0.55 + fine * 0.75 + swell * 0.2);
          const light = path * (glint * shine + 0.1 * shine) * (1 - 0.6 * down);
          r += sun.colour.r * light;
          g += sun.colour.g * light;
          b += sun.colour.b * light;
        }
        const covered = clamp((y - horizon) * pxPerUnit + 0.5, 0, 1);
        const rest = 1 - covered;
        pixels[i] = pixels[i]! * rest + r * covered;
        pixels[i + 1] = pixels[i + 1]! * rest + g * covered;
        pixels[i + 2] = pixels[i + 2]! * rest + b * covered;
        pixels[i + 3] = pixels[i + 3]! * rest + covered;
      }
    });
  };
}

interface Mirror {
  /** The colour above the water at a place of the picture, edges carried on. */
  read(x: number, y: number, out: Float32Array): void;
}

/**
 * A small picture of what stands above the water: waves blur it anyway, and it must not depend on the real one's size.
 */
function mirrorOf(plan: Land, above: readonly ((canvas: Canvas) => void)[]): Mirror {
  const long = Math.max(plan.width, plan.height);
  const frame = frameOf(
    { width: Math.round((MIRROR_PX * plan.width) / long), height: Math.round((MIRROR_PX * plan.height) / long) },
    plan,
  );
  const rows = Math.max(2, Math.floor(plan.horizon * frame.pxPerUnit));
  const canvas = new Canvas(frame, 0, rows);
  for (const paint of above) paint(canvas);
  const { pixels } = canvas;
  const { widthPx, pxPerUnit } = frame;
  const lastX = widthPx - 1.001;
  const lastY = rows - 1.001;
  return {
    read(x, y, out) {
      const gx = clamp(x * pxPerUnit - 0.5, 0, lastX);
      const gy = clamp(y * pxPerUnit - 0.5, 0, lastY);
      const column = gx | 0;
      const row = gy | 0;
      const fx = gx - column;
      const fy = gy - row;
      const at = (row * widthPx + column) * 4;
      const below = at + widthPx * 4;
      for (let c = 0; c < 3; c++) {
        const top = pixels[at + c]! + (pixels[at + 4 + c]! - pixels[at + c]!) * fx;
        const bottom = pixels[below + c]! + (pixels[below + 4 + c]! - pixels[below + c]!) * fx;
        out[c] = Math.min(1.4, top + (bottom - top) * fy);
      }
    },
  };
}
