import type { Brief } from '../../brief.ts';
import type { Canvas } from '../../drawing/canvas.ts';
import { blend, tune } from '../../drawing/colour.ts';
import { clamp01, mix, smoothstep } from '../../drawing/maths.ts';
import { Noise } from '../../drawing/noise.ts';
import { Texture } from '../../drawing/texture.ts';
import type { Land } from '../../scenery/land.ts';

/** Sand that the sea runs up: shallows, lines of foam, the wet that mirrors the sky, and the dry with its ripples. */
export function beachOf(brief: Brief, land: Land): (canvas: Canvas) => void {
  const random = brief.random.fork('beach');
  const noise = new Noise(random);
  const { width, height } = brief.frame;
  const { horizon, sun } = land;
  const slope = random.between(-0.16, 0.16);
  const slice = random.between(0, 50);
  const span = height - horizon;
  const shore = (x: number): number =>
    horizon +
    span * 0.58 +
    (x - width / 2) * slope +
    noise.fbm(x * 1.6 + slice, slice, 3, 0.45) * 0.09 +
    noise.fbm(x * 6, slice, 2) * 0.012;
  const sand = blend(blend({ r: 0.62, g: 0.47, b: 0.3 }, land.haze, 0.25), brief.palette.sky[3], 0.22);
  const dry = tune(blend(sand, sun.colour, 0.12), land.night ? 0.42 : 0.96);
  const wet = tune(blend(sand, brief.palette.water, 0.2), land.night ? 0.28 : 0.62);
  const shoal = tune(blend(brief.palette.water, { r: 0.14, g: 0.62, b: 0.58 }, 0.4), land.night ? 0.55 : 1.08);
  const white = tune(
    blend(blend({ r: 0.95, g: 0.96, b: 0.97 }, land.sky.at(0.7), 0.2), sun.colour, 0.25),
    land.night ? 0.6 : 1,
  );
  const sky = blend(land.sky.at(0.7), land.haze, 0.4);
  const lines = Array.from({ length: 4 }, (_, n) => ({
    at: n * 0.085 + random.between(0, 0.03) + n * n * 0.012,
    breadth: 0.012 + 0.012 * random.next() + (n === 0 ? 0.012 : 0),
    slice: random.between(0, 60),
  }));
  const lace = new Texture(512, (x, y) => {
    const a = Math.abs(noise.fbm(x * 13, y * 13, 3, 0.6));
    const b = Math.abs(noise.fbm(x * 21 + 40, y * 21, 2, 0.6));
    return 1 - Math.min(1, Math.min(a, b) * 6);
  });
  const grit = new Texture(256, (x, y) => noise.fbm(x * 30, y * 30, 4, 0.7));
  const steps = 1600;
  const table = Float64Array.from({ length: steps + 2 }, (_, i) => shore((i / steps) * width));
  const swash = lines.map(({ slice: own }) =>
    Float64Array.from(
      { length: steps + 2 },
      (_, i) => noise.fbm((i / steps) * width * (1.1 + own * 0.02) + own, own, 4, 0.55) * 0.085,
    ),
  );
  return (canvas) => {
    const { pixels, frame } = canvas;
    const { widthPx, pxPerUnit } = frame;
    const dx = 1 / pxPerUnit;
    canvas.eachRow(horizon + span * 0.12, height, (y, start) => {
      const down = (y - horizon) / span;
      // Foreshortening: what is farther lies flatter.
      const squash = mix(0.42, 1, clamp01(down));
      for (let px = 0, i = start; px < widthPx; px++, i += 4) {
        const x = (px + 0.5) * dx;
        const cell = Math.min(steps, (x / width) * steps) | 0;
        const past = (y - table[cell]!) / squash;
        if (past < -0.34) continue;
        let r = pixels[i]!;
        let g = pixels[i + 1]!;
        let b = pixels[i + 2]!;
        const shallow = smoothstep(-0.32, -0.01, past) * 0.82;
        r += (shoal.r * 0.7 + r * 0.45 - r) * shallow;
        g += (shoal.g * 0.7 + g * 0.45 - g) * shallow;
        b += (shoal.b * 0.7 + b * 0.45 - b) * shallow;
        // The bed shows through what is thin.
        const thin = smoothstep(-0.08, 0.0, past) * 0.72;
        const grain = 1 + grit.at(x * 4.2, y * 8) * 0.16;
        r += (wet.r * grain - r) * thin;
        g += (wet.g * grain - g) * thin;
        b += (wet.b * grain - b) * thin;
        if (past > 0) {
          const dryness = smoothstep(0.05, 0.19, past + noise.at(x * 5, y * 9) * 0.02);
          const ripples = noise.at(x * 9 + noise.at(x * 4, y * 8) * 1.4, y * 46) * 0.11 * dryness;
          const worn = grain + ripples;
          const mirror = (1 - dryness) * (0.62 - 0.25 * down);
          const shine = Math.exp(-(((x - sun.x) / 0.14) ** 2)) * (1 - dryness) * (land.night ? 0.3 : 0.5);
          const base = {
            r: (wet.r + (dry.r - wet.r) * dryness) * worn,
            g: (wet.g + (dry.g - wet.g) * dryness) * worn,
            b: (wet.b + (dry.b - wet.b) * dryness) * worn,
          };
          const covered = clamp01(past * squash * pxPerUnit);
          r += (base.r + (sky.r - base.r) * mirror + sun.colour.r * shine * 0.5 - r) * covered;
          g += (base.g + (sky.g - base.g) * mirror + sun.colour.g * shine * 0.5 - g) * covered;
          b += (base.b + (sky.b - base.b) * mirror + sun.colour.b * shine * 0.5 - b) * covered;
        }
        let foam = 0;
        let shade = 0;
        for (let n = 0; n < lines.length; n++) {
          const line = lines[n]!;
          const off = past + line.at - swash[n]![cell]!;
          if (off > 0.02 || off < -0.11) continue;
          // A sharp edge towards the sand, a net that thins out behind it.
          const torn = 0.55 + noise.at(x * 3.1 + line.slice, n * 7.7) * 0.75;
          const strength = n === 0 ? 1 : clamp01(torn + 0.1);
          const edge = smoothstep(0.0015, -0.0015, off) * smoothstep(-line.breadth * (0.5 + torn), -0.001, off);
          const thin = off < 0 ? smoothstep(-0.11, -0.004, off) : 0;
          const net = lace.at(x * 2.6 + n * 0.37, (past + line.at) * 5.2 + line.slice);
          const lacy = smoothstep(1 - 0.62 * thin, 1.02 - 0.3 * thin, net) * smoothstep(0, 0.15, thin);
          foam = Math.max(foam, (edge * (0.66 + 0.36 * net) + lacy * 0.72 * (1 - edge)) * strength);
          shade = Math.max(shade, off > 0 ? smoothstep(0.012, 0, off) * 0.35 : 0);
        }
        r *= 1 - shade;
        g *= 1 - shade;
        b *= 1 - shade;
        pixels[i] = r + (white.r - r) * foam;
        pixels[i + 1] = g + (white.g - g) * foam;
        pixels[i + 2] = b + (white.b - b) * foam;
        pixels[i + 3] = 1;
      }
    });
  };
}
