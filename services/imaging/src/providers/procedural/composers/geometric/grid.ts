import type { Brief } from '../../brief.ts';
import { tune, type Colour } from '../../drawing/colour.ts';
import { inkwell } from '../../drawing/inks.ts';
import { Press } from '../../drawing/press.ts';
import type { Random } from '../../drawing/random.ts';
import { bar, box, disc, polygon, sector } from '../../drawing/shapes.ts';
import type { Scene } from '../../drawing/scene.ts';

interface Cell {
  readonly x: number;
  readonly y: number;
  readonly side: number;
  readonly field: Colour;
}

const QUARTER = Math.PI / 2;

/**
 * Square modules, some of them four as one, each with a figure that fits its neighbours: quarters, halves, rounds,
 * stripes.
 */
export function grid(brief: Brief): Scene {
  const random = brief.random.fork('grid');
  const { width, height } = brief.frame;
  const press = new Press(brief, random.fork('press'));
  const bleed = random.chance(0.5);
  const across = 4 + random.below(3);
  // The same margin on all sides, whatever the ratio: the longer side takes the rest.
  const side0 = (1 - (bleed ? 0 : 0.14)) / across;
  const columns = Math.round((width - (bleed ? 0 : 0.14)) / side0);
  const rows = Math.round((height - (bleed ? 0 : 0.14)) / side0);
  const side = bleed ? Math.max(width / columns, height / rows) : side0;
  const left = (width - columns * side) / 2;
  const top = (height - rows * side) / 2;
  const ink = inkwell([...press.inks, press.ground], random.fork('inks'));
  const taken = new Set<number>();
  const cells: Cell[] = [];
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      const at = row * columns + column;
      if (taken.has(at)) continue;
      const large =
        column + 1 < columns && row + 1 < rows && !taken.has(at + 1) && random.chance(0.16) && !taken.has(at + columns);
      if (large) for (const next of [at + 1, at + columns, at + columns + 1]) taken.add(next);
      const before = cells[cells.length - 1]?.field;
      cells.push({ x: left + column * side, y: top + row * side, side: side * (large ? 2 : 1), field: ink(before) });
    }
  }
  // Fields meet without a line of paper between them.
  for (const { x, y, side: s, field } of cells) press.print(box(x - 0.0006, y - 0.0006, s + 0.0012, s + 0.0012), field);
  press.sheet(0.012);
  const second: (() => void)[] = [];
  for (const cell of cells) figure(press, random, cell, ink(cell.field), () => ink(cell.field), second);
  press.sheet(0.009);
  for (const print of second) print();
  return press.scene();
}

/** One figure on a module; what lies on top of it waits in `later`. */
function figure(
  press: Press,
  random: Random,
  { x, y, side, field }: Cell,
  ink: Colour,
  another: () => Colour,
  later: (() => void)[],
): void {
  const turn = random.below(4);
  const corner = [
    [x, y],
    [x + side, y],
    [x + side, y + side],
    [x, y + side],
  ][turn] as [number, number];
  const opposite: [number, number] = [2 * x + side - corner[0], 2 * y + side - corner[1]];
  const from = turn * QUARTER;
  const shade = { kind: 'line', from: corner, to: opposite, ink: tune(ink, 0.72, 1.05) } as const;
  const glow = { kind: 'round', from: corner, radius: side * 1.15, ink: tune(ink, 0.74, 1.05) } as const;
  const kind = random.below(11);
  if (kind <= 2) {
    press.print(sector(...corner, side, from, from + QUARTER), ink, { fade: glow });
    const inner = another();
    if (random.chance(0.6))
      later.push(() =>
        press.print(sector(...corner, side * 0.5, from, from + QUARTER), random.chance(0.4) ? field : inner),
      );
  } else if (kind === 3) {
    press.print(sector(...corner, side, from, from + QUARTER), ink, { fade: glow });
    press.print(sector(...opposite, side, from + Math.PI, from + Math.PI + QUARTER), ink, {
      multiply: true,
      opacity: 0.8,
    });
  } else if (kind === 4) {
    press.print(disc(x + side / 2, y + side / 2, side * 0.5), ink, { fade: shade });
    const dot = another();
    later.push(() => press.print(disc(x + side / 2, y + side / 2, side * 0.2), dot));
  } else if (kind === 5) {
    // Two halves, one moved against the other.
    const middle: [number, number] = [x + side / 2, y + side / 2];
    press.print(sector(...middle, side / 2, from, from + Math.PI), ink, { fade: shade });
    press.print(sector(...middle, side / 2, from + Math.PI, from + 2 * Math.PI), another(), { opacity: 1 });
  } else if (kind === 6) {
    const [a, b] = [corner, opposite];
    press.print(polygon(a, [b[0], a[1]], b), ink, { fade: shade });
  } else if (kind === 7) {
    const stripes = 5;
    for (let n = 0; n < stripes; n++) {
      const step = side / stripes;
      press.print(
        turn % 2 === 0 ? box(x + n * step, y, step * 0.5, side) : box(x, y + n * step, side, step * 0.5),
        ink,
      );
    }
  } else if (kind === 8) {
    for (let n = 4; n > 0; n--) {
      const band = n % 2 === 0 ? ink : field;
      press.print(sector(...corner, (side * n) / 4, from, from + QUARTER), band);
    }
  } else if (kind === 9) {
    const step = side / 4;
    for (let row = 0; row < 4; row++)
      for (let column = 0; column < 4; column++)
        press.print(disc(x + (column + 0.5) * step, y + (row + 0.5) * step, step * (0.14 + 0.07 * row)), ink);
  } else {
    press.print(sector(x + side / 2, y, side / 2, 0, Math.PI), ink, { fade: shade });
    press.print(sector(x + side / 2, y + side / 2, side / 2, 0, Math.PI), another(), { fade: shade });
    const line = another();
    later.push(() =>
      press.print(bar({ x, y: y + side / 2 }, { x: x + side, y: y + side / 2 }, side * 0.02), line, {
        outlined: false,
      }),
    );
  }
}
