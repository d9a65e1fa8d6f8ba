import type { Brief } from '../../brief.ts';
import { blend, brighten, lightnessOf, tune, type Colour } from '../../drawing/colour.ts';
import { mix, smoothstep } from '../../drawing/maths.ts';
import { Noise } from '../../drawing/noise.ts';
import { Path, type Point } from '../../drawing/path.ts';
import type { Scene } from '../../drawing/scene.ts';

interface Thread {
  readonly path: Path;
  readonly colour: Colour;
  readonly strength: number;
}

const THREADS = 380;
const POINTS = 132;

/** Sheets of many fine threads: where a sheet turns, its threads crowd together and shine. */
export function silk(brief: Brief): Scene {
  const random = brief.random.fork('silk');
  const { palette, frame, transparent } = brief;
  const { width, height } = frame;
  // Light adds up on darkness; on paper the threads are drawn in ink.
  const shining = lightnessOf(palette.ground) < 0.5;
  const inks = [...palette.inks].sort((a, b) => lightnessOf(a) - lightnessOf(b));
  const usable = shining ? inks.slice(1) : inks.slice(0, 5);
  const noise = new Noise(random);
  const tilt = random.between(-0.45, 0.45);
  const sheets = 3 + random.below(3);
  const threads: Thread[] = [];
  const reach = transparent ? 0.84 : 1.16;

  for (let sheet = 0; sheet < sheets; sheet++) {
    const z = random.between(0, 60);
    const from = usable[random.below(usable.length)]!;
    const to = usable[random.below(usable.length)]!;
    const middle = (sheet + 0.5) / sheets - 0.5;
    const lift = middle * 0.5 + random.between(-0.08, 0.08);
    const spread = random.between(0.28, 0.55);
    const waves = random.between(0.9, 1.6);
    const twist = random.between(1.2, 2.4);
    const phase = random.between(0, 6.3);
    for (let n = 0; n < THREADS; n++) {
      const v = n / (THREADS - 1);
      const line: Point[] = [];
      for (let p = 0; p < POINTS; p++) {
        const u = (p / (POINTS - 1) - 0.5) * reach;
        const wide = u * Math.hypot(width, height * Math.abs(tilt));
        // The sheet's own breadth turns over itself: its threads change sides and crowd at the turn.
        const turned = Math.cos(
          phase + u * twist * Math.PI + (v - 0.5) * 2.1 + noise.fbm(u * 1.5 + z, 3 + v * 0.5, 2) * 1.7,
        );
        const sway = noise.fbm(u * waves + z, v * 0.34, 3, 0.42) * 0.42;
        const ripple = noise.at(u * 3.1 + z + 9, v * 1.1 + 4) * 0.035;
        const pinch = transparent ? smoothstep(0.46, 0.2, Math.abs(u)) : 1;
        const away =
          (lift + sway + turned * spread * 0.5 + (v - 0.5) * 0.07 + ripple) *
          mix(0.35, 1, pinch) *
          Math.min(height, 1.25) *
          (transparent ? 0.72 : 1);
        line.push({ x: width / 2 + wide - away * tilt * 0.8, y: height / 2 + away + wide * tilt * 0.6 });
      }
      const shade = tune(blend(from, to, smoothstep(0.1, 0.9, v + random.bell() * 0.05)), 1 + random.bell() * 0.05);
      const edge = smoothstep(0, 0.06, v) * smoothstep(1, 0.94, v);
      const bright = n % 23 === 0 ? 2.2 : 1;
      const faint = 0.45 + 0.55 * (0.5 + 0.5 * noise.at(v * 26 + z, 8));
      const strength = (shining ? 0.1 : 0.24) * mix(0.35, 1, edge) * faint * bright * (transparent ? 2 : 1);
      const thickness = n % 23 === 0 ? 0.0015 : 0.0022;
      const taper = (along: number): number =>
        thickness * (transparent ? smoothstep(0, 0.2, along) * smoothstep(1, 0.8, along) : 1);
      for (const path of Path.pieces(line, taper, 6, false)) threads.push({ path, colour: shade, strength });
    }
  }

  // Dust that the light catches.
  const dust = shining
    ? Array.from({ length: 240 }, () => {
        const thread = threads[random.below(threads.length)]!;
        return {
          x: thread.path.left + random.bell() * 0.03,
          y: thread.path.top + random.bell() * 0.03,
          radius: 0.0012 + random.next() ** 6 * 0.006,
          colour: blend(thread.colour, palette.light, 0.5),
        };
      })
    : [];
  const haze = brighten(usable[0]!, shining ? 0.22 : 0);
  const centre = { x: width * random.between(0.35, 0.65), y: height * random.between(0.35, 0.65) };
  return {
    paint(canvas) {
      if (!transparent) {
        canvas.wash(palette.ground);
        if (shining) canvas.glow(centre.x, centre.y, Math.hypot(width, height) * 0.62, haze, 1);
      }
      for (const { path, colour, strength } of threads) {
        if (shining && !transparent) canvas.shine(path, colour, strength);
        else canvas.fill(path, colour, strength);
      }
      if (!transparent) for (const mote of dust) canvas.glow(mote.x, mote.y, mote.radius, mote.colour, 0.9);
    },
    finish: { vignette: transparent ? 0 : 0.22 },
  };
}
