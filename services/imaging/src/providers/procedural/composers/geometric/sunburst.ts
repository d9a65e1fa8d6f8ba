import type { Brief } from '../../brief.ts';
import { blend, lightnessOf, tune, type Colour } from '../../drawing/colour.ts';
import type { Point } from '../../drawing/path.ts';
import { Press } from '../../drawing/press.ts';
import { bar, box, disc, ring, sector } from '../../drawing/shapes.ts';
import type { Scene } from '../../drawing/scene.ts';

const UP = -Math.PI / 2;

/** What the parts of the picture share: where the sun stands, how great it is, and the inks from dark to light. */
interface Stage {
  readonly width: number;
  readonly height: number;
  readonly x: number;
  readonly horizon: number;
  readonly radius: number;
  readonly inks: readonly Colour[];
  readonly metal: Colour;
}

/** Art deco: rays from a sun on a stepped horizon, fans of rings, metal lines on a deep ground. */
export function sunburst(brief: Brief): Scene {
  const random = brief.random.fork('sunburst');
  const { width, height } = brief.frame;
  const inks = [...brief.palette.inks].sort((a, b) => lightnessOf(a) - lightnessOf(b));
  const night = lightnessOf(brief.palette.ground) < 0.5 || random.chance(0.6);
  const deep = tune(inks[0]!, Math.min(1, 0.3 / lightnessOf(inks[0]!)));
  const press = new Press(brief, random.fork('press'), night ? { ground: deep } : {});
  const metal = press.dark
    ? blend(inks[4]!, { r: 0.86, g: 0.58, b: 0.22 }, 0.45)
    : blend(inks[1]!, { r: 0.3, g: 0.14, b: 0.04 }, 0.3);
  const horizon = height * random.between(0.66, 0.76);
  const count = 2 * (9 + random.below(6));
  const radius = Math.min(0.3, Math.min(width, horizon * 1.2) * random.between(0.26, 0.33));
  const stage: Stage = { width, height, x: width / 2, horizon, radius, inks, metal };
  printRays(press, stage, count);
  press.sheet(0.02);
  printSun(press, stage);
  press.sheet(0.014);
  printTowers(press, stage);
  press.sheet(0.014);
  printFans(press, stage);
  return press.scene();
}

function printRays(press: Press, { width, height, x, horizon, inks, metal }: Stage, count: number): void {
  const rays = [inks[3]!, inks[2]!].map((ink) => blend(ink, press.ground, 0.25));
  const reach = Math.hypot(width, height) * 1.1;
  for (let n = 0; n < count; n++) {
    const from = -Math.PI + (n / count) * Math.PI;
    const step = Math.PI / count;
    if (n % 2 === 0)
      press.print(sector(x, horizon, reach, from, from + step), rays[(n / 2) % 2]!, {
        fade: {
          kind: 'round',
          from: [x, horizon],
          radius: Math.hypot(width / 2, horizon) * 1.15,
          ink: blend(press.ground, rays[0]!, 0.1),
        },
      });
    press.print(
      bar({ x, y: horizon }, { x: x + Math.cos(from) * reach, y: horizon + Math.sin(from) * reach }, 0.0022),
      metal,
      { outlined: false },
    );
  }
}

/** Half a sun on the horizon, and the rings around it. */
function printSun(press: Press, { x, horizon, radius, inks, metal }: Stage): void {
  for (let n = 3; n > 0; n--) {
    press.print(sector(x, horizon, radius + n * 0.042, -Math.PI, 0), n % 2 === 1 ? press.ground : inks[3]!);
    press.print(sector(x, horizon, radius + n * 0.042, -Math.PI, 0, radius + n * 0.042 - 0.0045), metal, {
      outlined: false,
    });
  }
  press.sheet(0.016);
  press.print(sector(x, horizon, radius, -Math.PI, 0), inks[4]!, {
    fade: { kind: 'line', from: [x, horizon - radius], to: [x, horizon], ink: blend(inks[2]!, inks[4]!, 0.15) },
  });
}

/** Towers step down from the middle to the sides. */
function printTowers(press: Press, stage: Stage): void {
  const { width, height, x, radius, inks } = stage;
  const step = radius * 0.3;
  const steps = Math.ceil(width / 2 / step) + 1;
  for (let n = steps; n >= 1; n--) {
    for (const side of [-1, 1]) {
      const tall = Math.max(0.02, height * 0.33 * Math.abs(Math.sin(n * 1.9 + 0.7)) * (0.45 + n / (steps + 4)));
      const left = x + side * (radius * 1.25 + (n - 0.5) * step) - step / 2;
      printTower(press, stage, { left, step, tall }, blend(inks[n % 2 === 0 ? 0 : 1]!, press.ground, 0.3));
    }
  }
}

/** Three tiers, each narrower than the one below, and lines of metal up its front. */
function printTower(
  press: Press,
  { horizon, metal }: Stage,
  { left, step, tall }: { left: number; step: number; tall: number },
  ink: Colour,
): void {
  for (let tier = 0; tier < 3; tier++) {
    const inset = step * 0.16 * tier;
    const top = horizon - tall * (0.62 + 0.19 * tier);
    press.print(box(left + inset, top, step - 2 * inset, horizon - top), ink, {
      fade: {
        kind: 'line',
        from: [left, horizon - tall],
        to: [left, horizon],
        ink: tune(ink, press.dark ? 1.5 : 1.25),
      },
    });
    press.print(bar({ x: left + inset, y: top }, { x: left + step - inset, y: top }, 0.0035), metal, {
      outlined: false,
    });
  }
  for (const line of [0.38, 0.5, 0.62])
    press.print(
      bar({ x: left + step * line, y: horizon - tall * 0.94 }, { x: left + step * line, y: horizon }, 0.002),
      metal,
      { outlined: false },
    );
}

/** The foreground: scales of fans. */
function printFans(press: Press, stage: Stage): void {
  const { width, height, x, horizon, inks, metal } = stage;
  press.print(box(-0.02, horizon, width + 0.04, height - horizon + 0.02), press.ground);
  press.print(bar({ x: -0.02, y: horizon }, { x: width + 0.02, y: horizon }, 0.009), metal);
  const fan = Math.min(0.14, (height - horizon) * 0.42);
  const across = Math.ceil(width / fan / 2) * 2 + 1;
  const rows = Math.ceil((height - horizon) / (fan * 0.55)) + 1;
  for (let row = rows; row >= 0; row--) {
    const y = horizon + fan * 0.2 + (rows - row + 1) * fan * 0.55 + fan * 0.35;
    for (let n = -across; n <= across; n++) {
      const fx = x + (n + (row % 2) / 2) * fan * 2;
      if (fx < -fan || fx > width + fan || y - fan > height + 0.02) continue;
      printFan(press, stage, { x: fx, y }, fan, row % 2 === 0 ? inks[1]! : press.ground);
    }
  }
}

function printFan(press: Press, { inks, metal }: Stage, { x, y }: Point, fan: number, ink: Colour): void {
  press.print(disc(x, y, fan), ink, {
    fade: {
      kind: 'line',
      from: [x, y - fan],
      to: [x, y - fan * 0.2],
      ink: blend(press.ground, inks[0]!, 0.5),
    },
  });
  for (const share of [1, 0.78, 0.56, 0.34])
    press.print(ring(x, y, fan * share, fan * share - 0.0042), metal, { outlined: false });
  for (let ray = -3; ray <= 3; ray++) {
    const angle = UP + ray * 0.32;
    press.print(
      bar(
        { x: x + Math.cos(angle) * fan * 0.34, y: y + Math.sin(angle) * fan * 0.34 },
        { x: x + Math.cos(angle) * fan * 0.56, y: y + Math.sin(angle) * fan * 0.56 },
        0.0022,
      ),
      metal,
      { outlined: false },
    );
  }
}
