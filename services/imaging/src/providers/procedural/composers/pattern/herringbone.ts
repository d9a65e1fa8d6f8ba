import type { Brief } from '../../brief.ts';
import { tune } from '../../drawing/colour.ts';
import { inkwell } from '../../drawing/inks.ts';
import { Press } from '../../drawing/press.ts';
import { bar, polygon } from '../../drawing/shapes.ts';
import type { Scene } from '../../drawing/scene.ts';
import { handOf } from './hand.ts';

/** Slanted staves in columns that turn about: parquet of dyed wood, or printed chevrons. */
export function herringbone(brief: Brief): Scene {
  const random = brief.random.fork('herringbone');
  const { width, height } = brief.frame;
  const press = new Press(brief, random.fork('press'));
  const hand = handOf(random.fork('hand'), 0.0018);
  const ink = inkwell(press.inks, random.fork('inks'));
  const column = 1 / (5 + random.below(4));
  const thick = column * random.between(0.3, 0.42);
  const rise = column * random.between(0.7, 1);
  const ordered = random.chance(0.5);
  const cycle = Array.from({ length: 4 }, () => ink(press.ground));
  const joint = 0.0035;
  const columns = Math.ceil(width / column) + 1;
  press.sheet(0.004);
  for (let n = -1; n < columns; n++) {
    const left = n * column + (width % column) / 2;
    const up = n % 2 === 0;
    for (let m = 0; m * thick < height + 2 * rise; m++) {
      const y = m * thick - rise;
      const [a, b] = up ? [y, y + rise] : [y + rise, y];
      const [l, r] = [left + joint / 2, left + column - joint / 2];
      const colour = hand.dye(ordered ? cycle[m % 4]! : ink(press.ground), 0.08);
      press.print(hand.waver(polygon([l, a], [r, b], [r, b + thick - joint], [l, a + thick - joint])), colour, {
        fade: {
          kind: 'line',
          from: up ? [l, a] : [r, b],
          to: up ? [r, b + thick] : [l, a + thick],
          ink: tune(colour, 0.7, 1.08),
        },
      });
      // Grain runs along the stave.
      for (let g = 0; g < 3; g++) {
        const off = thick * random.between(0.12, 0.82);
        press.print(bar({ x: l, y: a + off }, { x: r, y: b + off }, 0.0011), tune(colour, 0.62), {
          opacity: 0.4,
          outlined: false,
        });
      }
    }
  }
  return press.scene();
}
