import type { Brief } from '../../brief.ts';
import { blend, tune } from '../../drawing/colour.ts';
import { inkwell } from '../../drawing/inks.ts';
import { Path } from '../../drawing/path.ts';
import { Press } from '../../drawing/press.ts';
import type { Scene } from '../../drawing/scene.ts';
import { handOf } from './hand.ts';

/** Chips of stone set in plaster, large ones first, small ones where there is still room. */
export function terrazzo(brief: Brief): Scene {
  const random = brief.random.fork('terrazzo');
  const { width, height } = brief.frame;
  const press = new Press(brief, random.fork('press'));
  const hand = handOf(random.fork('hand'), 0.002);
  const ink = inkwell(press.inks, random.fork('inks'));
  const chips: { x: number; y: number; radius: number }[] = [];
  const cell = 0.16;
  const columns = Math.ceil((width + 0.4) / cell);
  const near = new Map<number, number[]>();
  const area = width * height;
  const grain = random.between(0.8, 1.25);
  const sizes: readonly [radius: number, tries: number][] = [
    [0.07, 200],
    [0.045, 420],
    [0.027, 900],
    [0.015, 2000],
    [0.0075, 3600],
  ];
  for (const [size, tries] of sizes) {
    for (let n = 0; n < tries * area; n++) {
      const radius = size * grain * random.between(0.7, 1.2);
      const x = random.between(-0.05, width + 0.05);
      const y = random.between(-0.05, height + 0.05);
      const column = Math.floor((x + 0.2) / cell);
      const row = Math.floor((y + 0.2) / cell);
      let free = true;
      for (let dy = -1; dy <= 1 && free; dy++)
        for (let dx = -1; dx <= 1 && free; dx++)
          for (const other of near.get((row + dy) * columns + column + dx) ?? []) {
            const chip = chips[other]!;
            if (Math.hypot(chip.x - x, chip.y - y) < (chip.radius + radius) * 0.9 + 0.002) free = false;
          }
      if (!free) continue;
      const key = row * columns + column;
      near.set(key, [...(near.get(key) ?? []), chips.length]);
      chips.push({ x, y, radius });
    }
  }
  press.sheet(0.004);
  for (const { x, y, radius } of chips) {
    const corners = radius < 0.012 ? 4 + random.below(2) : 5 + random.below(3);
    const turn = random.next() * Math.PI * 2;
    const flat = random.between(0.62, 1);
    const points = Array.from({ length: corners }, (_, i) => {
      const angle = ((i + random.between(-0.3, 0.3)) / corners) * Math.PI * 2;
      const reach = radius * random.between(0.78, 1.05);
      const [px, py] = [Math.cos(angle) * reach, Math.sin(angle) * reach * flat];
      return { x: x + px * Math.cos(turn) - py * Math.sin(turn), y: y + px * Math.sin(turn) + py * Math.cos(turn) };
    });
    const colour = hand.dye(ink(press.ground), 0.06);
    const vein = turn + 0.7;
    press.print(hand.waver(Path.of(eased(points))), colour, {
      fade: {
        kind: 'line',
        from: [x - Math.cos(vein) * radius, y - Math.sin(vein) * radius],
        to: [x + Math.cos(vein) * radius * 1.4, y + Math.sin(vein) * radius * 1.4],
        ink: random.chance(0.3) ? blend(colour, press.ground, 0.55) : tune(colour, 0.68, 1.1),
      },
      outlined: radius > 0.012,
    });
  }
  return press.scene();
}

/** Corners worn off a little. */
function eased(points: readonly { x: number; y: number }[]): { x: number; y: number }[] {
  return points.flatMap((point, i) => {
    const before = points[(i + points.length - 1) % points.length]!;
    const after = points[(i + 1) % points.length]!;
    const towards = (to: { x: number; y: number }, t: number) => ({
      x: point.x + (to.x - point.x) * t,
      y: point.y + (to.y - point.y) * t,
    });
    return [towards(before, 0.16), towards(before, 0.05), towards(after, 0.05), towards(after, 0.16)];
  });
}
