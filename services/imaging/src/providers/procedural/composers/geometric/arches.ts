import type { Brief } from '../../brief.ts';
import { blend, lightnessOf, tune } from '../../drawing/colour.ts';
import { inkwell } from '../../drawing/inks.ts';
import { Noise } from '../../drawing/noise.ts';
import { Path } from '../../drawing/path.ts';
import { Press } from '../../drawing/press.ts';
import { arch, disc } from '../../drawing/shapes.ts';
import type { Scene } from '../../drawing/scene.ts';

/** Arches within arches around a sun, hills of plain colour before them. */
export function arches(brief: Brief): Scene {
  const random = brief.random.fork('arches');
  const { width, height } = brief.frame;
  const press = new Press(brief, random.fork('press'));
  const byLight = [...press.inks].sort((a, b) => lightnessOf(b) - lightnessOf(a));
  const ink = inkwell(press.inks, random.fork('inks'));
  const gates = width > 1.7 ? 3 : width > 1.25 ? 2 : 1;
  const room = width / gates;
  const noise = new Noise(random.fork('hills'));
  for (let gate = 0; gate < gates; gate++) {
    const x = room * (gate + 0.5);
    const radius = Math.min(room * 0.42, 0.43) * (gates > 1 && gate % 2 === 1 ? 0.86 : 1);
    const tall = Math.min(height * 0.8, radius * random.between(2, 2.7) * Math.min(1.5, Math.max(1, height / 1.3)));
    const foot = height * (height > 1.3 ? 0.8 : 0.93);
    const bands = 4 + random.below(3);
    let last = press.ground;
    for (let band = 0; band < bands; band++) {
      const share = 1 - (band / bands) * 0.72;
      const colour = band === bands - 1 ? byLight[0]! : ink(last);
      last = colour;
      press.print(arch(x, foot, radius * share, tall - radius * (1 - share)), colour, {
        fade: {
          kind: 'line',
          from: [x - radius, foot - tall],
          to: [x + radius * 0.6, foot],
          ink: tune(colour, 0.74, 1.1),
        },
      });
      press.sheet(0.013);
    }
    const sun = ink(last);
    const size = radius * random.between(0.14, 0.2);
    press.print(disc(x, foot - tall + radius * 1.02, size), sun, {
      fade: {
        kind: 'line',
        from: [x, foot - tall + radius * 1.02 - size],
        to: [x, foot - tall + radius * 1.02 + size],
        ink: blend(sun, byLight[1]!, 0.7),
      },
    });
    press.sheet(0.013);
  }
  const hills = 3;
  for (let n = 0; n < hills; n++) {
    const base = height * (0.76 + 0.085 * n) + (height > 1.3 ? 0 : 0.03);
    const points = Array.from({ length: 140 }, (_, i) => {
      const x = -0.05 + ((width + 0.1) * i) / 139;
      return { x, y: base + noise.fbm(x * 1.3 + n * 9, n * 3.7, 2, 0.3) * 0.09 };
    });
    const colour = blend(ink(press.ground), byLight[byLight.length - 1]!, n * 0.22);
    press.print(Path.of([...points, { x: width + 0.05, y: height + 0.05 }, { x: -0.05, y: height + 0.05 }]), colour, {
      fade: { kind: 'line', from: [0, base - 0.08], to: [width * 0.12, base + 0.2], ink: tune(colour, 0.72, 1.1) },
    });
    press.sheet(0.016);
  }
  return press.scene();
}
