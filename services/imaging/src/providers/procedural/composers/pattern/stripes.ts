import type { Brief } from '../../brief.ts';
import { tune } from '../../drawing/colour.ts';
import { inkwell } from '../../drawing/inks.ts';
import { Press } from '../../drawing/press.ts';
import { box, disc, polygon } from '../../drawing/shapes.ts';
import { Path } from '../../drawing/path.ts';
import type { Scene } from '../../drawing/scene.ts';
import { handOf } from './hand.ts';

/** Woven bands: plain ones, toothed ones, rows of diamonds and dots, in an order that comes again. */
export function stripes(brief: Brief): Scene {
  const random = brief.random.fork('stripes');
  const { width, height } = brief.frame;
  const press = new Press(brief, random.fork('press'));
  const hand = handOf(random.fork('hand'), 0.003);
  const ink = inkwell([...press.inks, press.ground], random.fork('inks'));
  const unit = random.between(0.03, 0.042);
  const order = Array.from({ length: 7 + random.below(4) }, (_, n) => ({
    kind: n % 2 === 0 ? 0 : 1 + random.below(5),
    tall: n % 2 === 0 ? unit * random.pick([0.4, 0.8, 1.4]) : unit * random.pick([2, 2.6, 3.4]),
  }));
  let last = press.ground;
  const colours = order.map(() => {
    const field = ink(last);
    last = field;
    return { field, figure: ink(field), second: ink(field) };
  });
  const band = (y: number, tall: number): Path => {
    const steps = Math.ceil(width * 60);
    const edge = (at: number) =>
      Array.from({ length: steps + 1 }, (_, i) => ({ x: -0.02 + ((width + 0.04) * i) / steps, y: at }));
    return hand.waver(Path.of([...edge(y), ...edge(y + tall).reverse()]));
  };
  let y = -unit;
  for (let n = 0; y < height + unit; n++) {
    const { kind, tall } = order[n % order.length]!;
    const { field, figure, second } = colours[n % order.length]!;
    press.print(band(y, tall + 0.001), field, {
      fade: { kind: 'line', from: [0, y], to: [0, y + tall * 1.6], ink: tune(field, 0.8, 1.08) },
      outlined: kind === 0,
    });
    const middle = y + tall / 2;
    const step = tall * (kind === 2 ? 0.9 : 1.15);
    const count = Math.ceil(width / step) + 1;
    for (let i = -1; i <= count; i++) {
      const x = i * step + (width % step) / 2;
      const shape = { fade: { kind: 'line', from: [x, y], to: [x, y + tall], ink: tune(figure, 0.72, 1.1) } } as const;
      if (kind === 1) {
        press.print(
          hand.waver(
            polygon(
              [x, middle - tall * 0.42],
              [x + step * 0.48, middle],
              [x, middle + tall * 0.42],
              [x - step * 0.48, middle],
            ),
          ),
          hand.dye(figure),
          shape,
        );
        press.print(
          hand.waver(
            polygon(
              [x, middle - tall * 0.19],
              [x + step * 0.2, middle],
              [x, middle + tall * 0.19],
              [x - step * 0.2, middle],
            ),
          ),
          second,
          { outlined: false },
        );
      } else if (kind === 2) {
        press.print(
          hand.waver(polygon([x - step / 2, y + tall], [x, y + tall * 0.1], [x + step / 2, y + tall])),
          hand.dye(figure),
          shape,
        );
      } else if (kind === 3) {
        press.print(hand.waver(disc(x, middle, tall * 0.3)), hand.dye(figure), shape);
        press.print(disc(x + step / 2, middle, tall * 0.09), second, { outlined: false });
      } else if (kind === 4) {
        // A zigzag line.
        press.print(
          hand.waver(
            polygon(
              [x - step / 2, y + tall * 0.72],
              [x, y + tall * 0.12],
              [x + step / 2, y + tall * 0.72],
              [x + step / 2, y + tall * 0.98],
              [x, y + tall * 0.38],
              [x - step / 2, y + tall * 0.98],
            ),
          ),
          figure,
          shape,
        );
      } else if (kind === 5) {
        // Steps of a pyramid.
        for (let stair = 0; stair < 3; stair++)
          press.print(
            hand.waver(
              box(
                x - step * (0.44 - 0.14 * stair),
                y + tall * (0.72 - 0.26 * stair),
                step * (0.88 - 0.28 * stair),
                tall * 0.27,
              ),
            ),
            stair === 1 ? second : figure,
            { outlined: false },
          );
      }
    }
    y += tall;
  }
  return press.scene();
}
