import type { Brief } from '../../brief.ts';
import type { Canvas } from '../../drawing/canvas.ts';
import { blend, brighten, tune } from '../../drawing/colour.ts';
import { Noise } from '../../drawing/noise.ts';
import { outline, place, placed, type Placing } from '../../drawing/outline.ts';
import { Path, type Point } from '../../drawing/path.ts';
import type { Land } from '../../scenery/land.ts';

/** In hundredths; the waterline is at 100. */
const hull = outline(`12,93! 20,95.6 34,97.2 52,97.4 70,96 84,92.6 91,90! 88,95.6 83,100! 24,100! 17,97.6`);
const deck = outline(`34,95.4! 36,92.4 44,91.8 53,92 57,95.4!`);
const main = outline(`48.6,8! 47.4,30 45,52 40.6,72 35,86! 26,87.6 19,88.2 15.4,88! 22,74 31,54 40,32`);
const jib = outline(`51,15! 57,33 64.4,52 73,70 84,88! 74,86.6 64,84 55.4,80.4! 54.4,60 52.6,38`);
const ripple = (points: readonly Point[], noise: Noise, drift: number): Point[] =>
  points.map(({ x, y }) => {
    const down = 100 - y;
    return {
      x: x + noise.at(down * 0.34, drift) * (1 + down * 0.075),
      y: 100 + down * 0.62 + noise.at(down * 0.5 + 9, drift) * 1.2,
    };
  });

/** A sloop with the light in her sails; at `y` she floats, `size` is her height. */
export function boatOf(
  brief: Brief,
  land: Land,
  at: { x: number; y: number; size: number; flip: boolean },
): (canvas: Canvas) => void {
  const random = brief.random.fork('boat');
  const noise = new Noise(random);
  const scale = at.size / 100;
  const heel = (at.flip ? -1 : 1) * random.between(0.01, 0.06);
  const placing: Placing = { x: at.x, y: at.y, scale, flip: at.flip, turn: heel };
  const on = (points: readonly Point[]): Path =>
    placed(
      points.map(({ x, y }) => ({ x: x - 50, y: y - 100 })),
      placing,
    );
  const under = (points: readonly Point[]): Path =>
    placed(
      ripple(points, noise, random.next() * 9).map(({ x, y }) => ({ x: x - 50, y: y - 100 })),
      { ...placing, turn: -heel },
    );
  const dark = tune(blend(land.near, { r: 0.02, g: 0.02, b: 0.03 }, 0.3), 0.85);
  const cloth = blend(
    blend(land.haze, land.sun.colour, 0.45),
    brief.palette.inks[0],
    brief.style === 'anime' || brief.style === 'artistic' ? 0.45 : 0.14,
  );
  const sail = tune(cloth, land.night ? 0.55 : 0.94);
  const mast = outline('50,4 50,95', { open: true });
  const boom = outline('49,88.6 15,89.4', { open: true });
  const stay = outline('50,6 90,90', { open: true });
  const pieces = [
    { path: on(main), mirror: under(main), colour: sail },
    { path: on(jib), mirror: under(jib), colour: tune(sail, 0.9) },
    { path: on(hull), mirror: under(hull), colour: dark },
    { path: on(deck), mirror: under(deck), colour: tune(dark, 1.4) },
  ];
  const spars = [mast, boom].map((line) =>
    Path.stroke(
      line.map((point) => place({ x: point.x - 50, y: point.y - 100 }, placing)),
      () => scale * 0.9,
    ),
  );
  const wire = Path.stroke(
    stay.map((point) => place({ x: point.x - 50, y: point.y - 100 }, placing)),
    () => scale * 0.24,
  );
  const seams = Array.from({ length: 6 }, (_, n) => {
    const t = (n + 1) / 7;
    const line = outline(`${15.4 + 33 * t},${88 - 80 * t} ${32 + 15 * t},${88.4 - 70 * t}`, { open: true });
    return Path.stroke(
      line.map((point) => place({ x: point.x - 50, y: point.y - 100 }, placing)),
      () => scale * 0.22,
    );
  });
  const foot = place({ x: 0, y: 0 }, placing);
  return (canvas) => {
    for (const { mirror, colour } of pieces)
      canvas.fill(mirror, tune(blend(colour, brief.palette.water, 0.4), 0.8), 0.42);
    for (const spar of spars) canvas.fill(spar, dark);
    for (const { path, colour } of pieces) canvas.fill(path, colour);
    for (const seam of seams) canvas.fill(seam, tune(sail, 0.82), 0.6);
    canvas.fill(wire, dark, 0.8);
    canvas.glow(
      foot.x + (at.flip ? -1 : 1) * scale * 36,
      foot.y - scale * 2,
      scale * 7,
      brighten(land.sun.colour, 0.6),
      0.18,
    );
  };
}
