import type { Brief } from '../../brief.ts';
import { blend, tune } from '../../drawing/colour.ts';
import { Path } from '../../drawing/path.ts';
import { shuffled } from '../../drawing/inks.ts';
import { Press } from '../../drawing/press.ts';
import { bar, box, disc, turned } from '../../drawing/shapes.ts';
import type { Scene } from '../../drawing/scene.ts';

/** Swiss: one great round cut into strips that slip further and further, on a field of one colour. */
export function slices(brief: Brief): Scene {
  const random = brief.random.fork('slices');
  const { width, height } = brief.frame;
  const flood = random.chance(0.55);
  const field = flood ? random.pick(brief.palette.inks) : brief.palette.ground;
  const press = new Press(brief, random.fork('press'), { ground: field });
  const [lead, second, third] = shuffled(press.inks.slice(0, 4), random);
  const radius = random.between(0.34, 0.4);
  const tilt = random.pick([0, 0, -0.35, 0.35, Math.PI / 2]);
  const x = width * (width > 1.3 ? random.pick([0.36, 0.5, 0.62]) : 0.5);
  const y = height * (height > 1.3 ? random.pick([0.38, 0.45, 0.58]) : 0.5);
  const strips = 7 + random.below(8);
  const slip = random.between(0.04, 0.09) * (random.chance(0.5) ? 1 : -1);
  const gap = random.between(0.006, 0.016);

  // A second round behind, quiet, gives depth.
  press.print(disc(x + radius * 0.9, y - radius * 0.75, radius * 0.62), third!, {
    opacity: 0.9,
    fade: {
      kind: 'line',
      from: [x + radius * 1.5, y - radius * 1.3],
      to: [x + radius * 0.5, y - radius * 0.2],
      ink: blend(third!, press.ground, 0.75),
    },
  });
  press.sheet(0.02);
  for (let n = 0; n < strips; n++) {
    const from = -1 + (2 * n) / strips;
    const to = -1 + (2 * (n + 1)) / strips - gap / radius;
    const dx = (n - (strips - 1) / 2) ** 2 * Math.sign(n - (strips - 1) / 2) * slip * (3.4 / strips ** 2) * 2;
    const strip = turned(between(x + dx, y, radius, from, to), tilt, x, y);
    press.print(strip, n % 4 === 3 && strips > 9 ? second! : lead!, {
      fade: {
        kind: 'line',
        from: [strip.left, strip.top],
        to: [strip.right, strip.bottom],
        ink: blend(tune(lead!, 0.75, 1.1), second!, 0.3 + 0.4 * (n / strips)),
      },
    });
  }
  press.sheet(0.01);
  const strong = press.inks[0]!;
  const foot = height - 0.09;
  press.print(box(0.08, foot, Math.min(0.42, width * 0.3), 0.02), strong, { outlined: false });
  press.print(bar({ x: 0.08, y: 0.085 }, { x: width - 0.08, y: 0.085 }, 0.0032), strong, { outlined: false });
  for (let n = 0; n < 5; n++)
    press.print(disc(width - 0.09 - n * 0.034, foot + 0.01, 0.0095), n === 0 ? second! : strong, { outlined: false });
  return press.scene();
}

/** The part of a disc between two heights, each in radii from the middle. */
function between(x: number, y: number, radius: number, from: number, to: number): Path {
  const edge = (side: 1 | -1) =>
    Array.from({ length: 28 }, (_, i) => {
      const t = from + ((to - from) * i) / 27;
      return { x: x + side * Math.sqrt(Math.max(0, 1 - t * t)) * radius, y: y + t * radius };
    });
  return Path.of([...edge(1), ...edge(-1).reverse()]);
}
