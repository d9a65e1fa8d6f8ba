import type { Brief } from '../../brief.ts';
import type { Canvas } from '../../drawing/canvas.ts';
import { blend, tune, type Colour } from '../../drawing/colour.ts';
import { Path, type Point } from '../../drawing/path.ts';
import { boxBetween } from '../../drawing/shapes.ts';
import type { Land } from '../../scenery/land.ts';
import type { Lights } from './lights.ts';

type Paint = (canvas: Canvas) => void;

/** A bridge hung between two towers, across the water before the town. */
export function bridgeOf(brief: Brief, land: Land, lights: Lights, foot: number): Paint {
  const random = brief.random.fork('bridge');
  const { width } = brief.frame;
  const flip = random.chance(0.5);
  const at = (x: number): number => (flip ? width - x : x);
  const dark = tune(land.near, 0.8);
  const lit = blend(dark, land.sun.colour, 0.22);
  const shapes: { path: Path; colour: Colour }[] = [];
  const lamps: { x: number; y: number; colour: Colour }[] = [];
  // It comes towards us: the near tower is the larger.
  const near = { x: width * random.between(0.16, 0.24), scale: 1 };
  const far = { x: width * random.between(0.68, 0.78), scale: 0.5 };
  const deckAt = (x: number): number => {
    const t = (x - near.x) / (far.x - near.x);
    return foot - 0.055 * (1 - 0.62 * t) + 0.004;
  };
  const tall = 0.42 * Math.min(1.1, foot);
  const cable = (from: Point, to: Point, sag: number, breadth: number): Point[] => {
    const line = Array.from({ length: 40 }, (_, i): Point => {
      const t = i / 39;
      return { x: at(from.x + (to.x - from.x) * t), y: from.y + (to.y - from.y) * t + sag * 4 * t * (1 - t) };
    });
    shapes.push({ path: Path.stroke(line, () => breadth), colour: dark });
    return line;
  };
  for (const { x, scale } of [far, near]) {
    const deck = deckAt(x);
    const top = deck - tall * scale;
    const half = 0.024 * scale;
    for (const side of [-1, 1]) {
      const leg = x + side * half;
      shapes.push({
        path: boxBetween(
          Math.min(at(leg - 0.0075 * scale), at(leg + 0.0075 * scale)),
          top,
          Math.max(at(leg - 0.0075 * scale), at(leg + 0.0075 * scale)),
          foot + 0.006,
        ),
        colour: side > 0 ? lit : dark,
      });
    }
    for (let n = 0; n < 4; n++) {
      const y = top + (deck - top) * (0.04 + n * 0.23);
      shapes.push({
        path: boxBetween(
          Math.min(at(x - half), at(x + half)),
          y,
          Math.max(at(x - half), at(x + half)),
          y + 0.014 * scale,
        ),
        colour: dark,
      });
    }
    lamps.push({ x: at(x), y: top - 0.004, colour: { r: 1, g: 0.2, b: 0.12 } });
  }
  const nearTop = { x: near.x, y: deckAt(near.x) - tall };
  const farTop = { x: far.x, y: deckAt(far.x) - tall * far.scale };
  const span = cable(nearTop, farTop, 0.15, 0.0034);
  const back = cable({ x: -0.1, y: deckAt(-0.1) - 0.1 }, nearTop, 0.03, 0.0038);
  const on = cable(farTop, { x: width + 0.1, y: deckAt(width + 0.1) - 0.02 }, 0.03, 0.0026);
  for (const line of [back, span, on]) {
    for (const [i, point] of line.entries()) {
      const x = flip ? width - point.x : point.x;
      const scale = 1 - 0.5 * Math.max(0, Math.min(1, (x - near.x) / (far.x - near.x)));
      shapes.push({
        path: boxBetween(point.x - 0.0006 * scale, point.y, point.x + 0.0006 * scale, deckAt(x)),
        colour: dark,
      });
      if (i % 2 === 0) lamps.push({ x: point.x, y: point.y, colour: lights.windows[1] });
    }
  }
  const deck: Point[] = [];
  for (let n = 0; n <= 40; n++) {
    const x = -0.1 + (n / 40) * (width + 0.2);
    deck.push({ x: at(x), y: deckAt(x) });
  }
  shapes.push({ path: Path.stroke(deck, (t) => 0.013 * (flip ? 1 - 0.55 * t : 1 - 0.55 * t)), colour: dark });
  for (let n = 0; n < 60; n++) {
    const x = (n / 60) * width;
    lamps.push({ x: at(x), y: deckAt(x) - 0.01, colour: lights.windows[0] });
  }
  return (canvas) => {
    for (const { path, colour } of shapes) canvas.fill(path, colour);
    if (lights.lit > 0.2) for (const lamp of lamps) canvas.glow(lamp.x, lamp.y, 0.008, lamp.colour, lights.lit * 0.9);
  };
}
