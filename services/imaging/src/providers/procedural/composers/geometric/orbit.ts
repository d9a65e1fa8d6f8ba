import type { Brief } from '../../brief.ts';
import { tune, type Colour } from '../../drawing/colour.ts';
import { inkwell, shuffled } from '../../drawing/inks.ts';
import type { Point } from '../../drawing/path.ts';
import { Press } from '../../drawing/press.ts';
import type { Random } from '../../drawing/random.ts';
import { bar, box, disc, moved, polygon, ring, sector, turned } from '../../drawing/shapes.ts';
import type { Scene } from '../../drawing/scene.ts';

/** The slant that all is laid along, and places told by it: `u` along, `v` across, from the centre. */
interface Layout {
  readonly slant: number;
  readonly across: Point;
  readonly long: number;
  readonly stretch: number;
  /** Radius of the great round. */
  readonly great: number;
  readonly at: (u: number, v: number) => Point;
}

interface Inks {
  readonly lead: Colour;
  readonly second: Colour;
  readonly third: Colour;
  readonly fourth: Colour;
  readonly strong: Colour;
  readonly other: (unlike: Colour) => Colour;
}

/** A great round held in balance by bars and arcs along one slant: large, middle and small, and much air. */
export function orbit(brief: Brief): Scene {
  const random = brief.random.fork('orbit');
  const press = new Press(brief, random.fork('press'));
  const [lead, second, third, fourth] = shuffled(press.inks.slice(0, 5), random) as [Colour, Colour, Colour, Colour];
  const inks: Inks = {
    lead,
    second,
    third,
    fourth,
    strong: press.inks[0]!,
    other: inkwell(press.inks, random.fork('inks')),
  };
  const layout = layoutOf(brief, random);
  const sun = layout.at(random.between(-0.14, -0.04) * layout.stretch, random.between(-0.1, 0.1));
  printFar(press, layout, inks);
  press.sheet(0.02);
  printRound(press, layout, inks, sun);
  press.sheet(0.016);
  printBars(press, layout, inks, random);
  press.sheet(0.014);
  printHalf(press, layout, inks);
  printWedge(press, layout, inks, random);
  printEar(press, layout, inks);
  press.sheet(0.008);
  printSatellite(press, layout, inks);
  printChecker(press, layout, inks);
  printSpots(press, layout, inks, random);
  printLines(press, layout, inks, random);
  return press.scene();
}

function layoutOf({ frame: { width, height } }: Brief, random: Random): Layout {
  const slant = (random.chance(0.5) ? 1 : -1) * random.between(0.45, 0.95);
  const along = { x: Math.cos(slant), y: Math.sin(slant) };
  const across = { x: -along.y, y: along.x };
  const long = Math.hypot(width, height);
  const centre = { x: width * random.between(0.4, 0.6), y: height * random.between(0.4, 0.6) };
  return {
    slant,
    across,
    long,
    stretch: Math.min(1.9, long / 1.41),
    great: random.between(0.26, 0.34),
    at: (u, v) => ({
      x: centre.x + along.x * u + across.x * v,
      y: centre.y + along.y * u + across.y * v,
    }),
  };
}

/** Far behind: a slab of a pale ink, and a wide ring. */
function printFar(press: Press, { slant, long, stretch, great, at }: Layout, { third, strong }: Inks): void {
  const slab = at(0.16 * stretch, 0.02);
  press.print(
    turned(box(slab.x - long, slab.y - 0.17, long * 2, 0.34), slant, slab.x, slab.y),
    tune(third, press.dark ? 0.7 : 1.05, 0.75),
    {
      opacity: 0.42,
      fade: {
        kind: 'line',
        from: [at(-long / 2, 0).x, at(-long / 2, 0).y],
        to: [at(long / 2, 0).x, at(long / 2, 0).y],
        ink: third,
      },
      outlined: false,
    },
  );
  const far = at(0.24 * stretch, -0.16);
  press.print(ring(far.x, far.y, great * 1.18, great * 1.13), strong);
}

function printRound(press: Press, { across, great }: Layout, { lead }: Inks, sun: Point): void {
  press.print(disc(sun.x, sun.y, great), lead, {
    fade: {
      kind: 'line',
      from: [sun.x - across.x * great, sun.y - across.y * great],
      to: [sun.x + across.x * great, sun.y + across.y * great],
      ink: tune(lead, 0.66, 1.1),
    },
  });
}

/** Bars that cross the round, each shorter than the last. */
function printBars(press: Press, { long, stretch, at }: Layout, { lead, strong, other }: Inks, random: Random): void {
  const bars = 3 + random.below(3);
  for (let n = 0; n < bars; n++) {
    const v = (n - (bars - 1) / 2) * random.between(0.075, 0.11) + random.between(-0.01, 0.01);
    const reach = long * random.between(0.16, 0.42);
    const start = random.between(-0.5, 0.02) * stretch;
    press.print(
      bar(at(start, v), at(start + reach, v), [0.052, 0.02, 0.008, 0.032, 0.014][n % 5]!),
      n === 0 ? strong : other(lead),
      { multiply: n % 2 === 0, opacity: 0.94 },
    );
  }
}

function printHalf(press: Press, { slant, stretch, great, at }: Layout, { second }: Inks): void {
  const half = at(0.2 * stretch, 0.13);
  press.print(sector(half.x, half.y, great * 0.62, slant, slant + Math.PI), second, {
    multiply: true,
    opacity: 0.92,
    fade: { kind: 'round', from: [half.x, half.y], radius: great * 0.66, ink: tune(second, 0.7, 1.1) },
  });
}

function printWedge(press: Press, { slant, stretch, great, at }: Layout, { fourth }: Inks, random: Random): void {
  const wedge = at(-0.3 * stretch, 0.27);
  const size = great * random.between(0.55, 0.8);
  press.print(
    turned(
      polygon(
        [wedge.x - size, wedge.y + size * 0.5],
        [wedge.x + size, wedge.y + size * 0.5],
        [wedge.x, wedge.y - size * 0.9],
      ),
      slant + random.between(-0.5, 0.5),
      wedge.x,
      wedge.y,
    ),
    fourth,
    {
      multiply: true,
      opacity: 0.92,
      fade: {
        kind: 'line',
        from: [wedge.x, wedge.y - size],
        to: [wedge.x, wedge.y + size * 0.6],
        ink: tune(fourth, 1.2, 0.9),
      },
    },
  );
}

/** A quarter of rings, like sound. */
function printEar(press: Press, { slant, stretch, at }: Layout, { second, strong }: Inks): void {
  const ear = at(0.38 * stretch, -0.24);
  for (let n = 0; n < 5; n++)
    press.print(
      sector(ear.x, ear.y, 0.05 + n * 0.028, slant - 2.4, slant - 0.8, 0.038 + n * 0.028),
      n === 2 ? second : strong,
    );
}

function printSatellite(press: Press, { stretch, great, at }: Layout, { second, strong }: Inks): void {
  const satellite = at(-0.38 * stretch, -0.24);
  press.print(disc(satellite.x, satellite.y, great * 0.2), second, { multiply: true });
  press.print(disc(satellite.x + great * 0.12, satellite.y + great * 0.05, great * 0.12), strong);
}

function printChecker(press: Press, { slant, stretch, at }: Layout, { strong }: Inks): void {
  const checker = at(-0.08 * stretch, 0.4);
  const square = 0.026;
  for (let row = 0; row < 3; row++)
    for (let column = 0; column < 5; column++)
      if ((row + column) % 2 === 0)
        press.print(
          turned(
            moved(box(0, 0, square, square), checker.x + column * square, checker.y + row * square),
            slant,
            checker.x,
            checker.y,
          ),
          strong,
          { outlined: false },
        );
}

function printSpots(press: Press, { stretch, at }: Layout, { other }: Inks, random: Random): void {
  for (let n = 0; n < 7; n++) {
    const spot = at(random.between(-0.55, 0.55) * stretch, random.between(-0.5, 0.5));
    press.print(disc(spot.x, spot.y, random.between(0.005, 0.014)), other(press.ground));
  }
}

/** Two thin lines from edge to edge. */
function printLines(press: Press, { long, stretch, at }: Layout, { strong }: Inks, random: Random): void {
  const thin = random.between(-0.3, 0.3);
  press.print(bar(at(-long, thin), at(long, thin), 0.0026), strong, { outlined: false });
  press.print(bar(at(0.3 * stretch, -long), at(0.3 * stretch, long), 0.0026), strong, { outlined: false });
}
