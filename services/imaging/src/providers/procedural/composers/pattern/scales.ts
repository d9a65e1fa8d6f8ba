import type { Brief } from '../../brief.ts';
import { blend, tune } from '../../drawing/colour.ts';
import { Noise } from '../../drawing/noise.ts';
import { inkwell } from '../../drawing/inks.ts';
import { Press } from '../../drawing/press.ts';
import { disc, ring, sector } from '../../drawing/shapes.ts';
import type { Scene } from '../../drawing/scene.ts';
import { handOf } from './hand.ts';

/** Seigaiha: rows of rounds, each row over the one before, every round a fan of rings or a plain glazed scale. */
export function scales(brief: Brief): Scene {
  const random = brief.random.fork('scales');
  const { width, height } = brief.frame;
  const press = new Press(brief, random.fork('press'));
  const hand = handOf(random.fork('hand'), 0.0026);
  const [first, second, third] = press.inks;
  const ink = inkwell(press.inks, random.fork('inks'));
  const across = 6 + random.below(5);
  const radius = 1 / across / 2;
  const fans = random.chance(0.66);
  const rings = 4 + random.below(2);
  const line = fans ? first! : press.ground;
  const drift = new Noise(random.fork('drift'));
  const rows = Math.ceil((height + 2 * radius) / radius) + 2;
  const columns = Math.ceil(width / (2 * radius)) + 2;
  for (let row = 0; row < rows; row++) {
    // Each row casts its shade on the one above it.
    if (row % 2 === 0) press.sheet(radius * 0.2);
    const y = row * radius - radius * 0.6;
    for (let column = -1; column < columns; column++) {
      const x = (column + (row % 2) / 2) * 2 * radius + random.bell() * radius * 0.006;
      const tone = 0.5 + drift.at(x * 1.6, y * 1.6) * 0.7 + random.bell() * 0.08;
      const body = fans
        ? hand.dye(random.chance(0.07) ? ink(press.ground) : tone > 0.62 ? blend(second!, third!, 0.35) : second!)
        : hand.dye(random.chance(0.12) ? ink() : blend(second!, third!, Math.min(1, Math.max(0, tone))), 0.06);
      press.print(hand.waver(disc(x, y, radius)), line, { outlined: false });
      if (fans) {
        press.print(hand.waver(disc(x, y, radius * 0.93)), press.ground, { outlined: false });
        for (let n = 0; n < rings; n++) {
          const outer = radius * 0.93 * (1 - (n + 0.42) / (rings + 0.5));
          const thick = radius * (n === rings - 1 ? 0.15 : 0.095);
          press.print(
            n === rings - 1 ? disc(x, y, outer) : hand.waver(ring(x, y, outer, outer - thick)),
            n % 2 === 0 ? body : blend(body, first!, 0.5),
            { fade: { kind: 'line', from: [x, y - radius], to: [x, y + radius * 0.2], ink: tune(body, 0.72, 1.1) } },
          );
        }
      } else {
        press.print(hand.waver(disc(x, y, radius * 0.95)), body, {
          fade: {
            kind: 'round',
            from: [x - radius * 0.2, y - radius * 0.75],
            radius: radius * 1.35,
            ink: tune(body, 0.6, 1.12),
          },
        });
        press.print(sector(x, y, radius * 0.8, Math.PI * 1.12, Math.PI * 1.5, radius * 0.72), tune(body, 1.35, 0.8), {
          opacity: 0.45,
          outlined: false,
        });
      }
    }
  }
  return press.scene();
}
