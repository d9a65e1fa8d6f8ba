import type { Point } from './path.ts';
import type { Random } from './random.ts';

/**
 * An outline that stands in tufts, which lean the way it is drawn; `depth` is the longest tuft's, in the outline's own
 * units.
 */
export function furred(points: readonly Point[], random: Random, depth: number): Point[] {
  if (depth <= 0) return [...points];
  let turning = 0;
  for (const [i, { x, y }] of points.entries()) {
    const next = points[(i + 1) % points.length]!;
    turning += x * next.y - next.x * y;
  }
  const out = turning > 0 ? 1 : -1;
  const even = evenly(points, depth * 0.42);
  const tufted: Point[] = [];
  let place = 0;
  let tuft = 3;
  let height = 0.5;
  for (const [i, here] of even.entries()) {
    const before = even[(i - 1 + even.length) % even.length]!;
    const after = even[(i + 1) % even.length]!;
    const length = Math.hypot(after.x - before.x, after.y - before.y) || 1;
    const tx = (after.x - before.x) / length;
    const ty = (after.y - before.y) / length;
    if (place >= tuft) {
      place = 0;
      tuft = 2 + random.below(4);
      height = random.next() ** 1.5;
    }
    // Rises slowly to the tip, then falls back at once.
    const rise = (place / tuft) ** 1.4 * height * depth;
    tufted.push({ x: here.x + ty * out * rise + tx * rise * 0.9, y: here.y - tx * out * rise + ty * rise * 0.9 });
    place++;
  }
  return tufted;
}

/** The same outline with points `step` apart. */
function evenly(points: readonly Point[], step: number): Point[] {
  const even: Point[] = [];
  let left = 0;
  for (const [i, from] of points.entries()) {
    const to = points[(i + 1) % points.length]!;
    const length = Math.hypot(to.x - from.x, to.y - from.y);
    let at = left;
    for (; at < length; at += step) {
      const t = at / length;
      even.push({ x: from.x + (to.x - from.x) * t, y: from.y + (to.y - from.y) * t });
    }
    left = at - length;
  }
  return even;
}
