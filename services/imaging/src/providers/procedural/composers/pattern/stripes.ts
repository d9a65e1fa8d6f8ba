import type { Brief } from '../../brief.ts';
import { tune, type Colour } from '../../drawing/colour.ts';
import { inkwell } from '../../drawing/inks.ts';
import { Press, type Print } from '../../drawing/press.ts';
import { box, disc, polygon } from '../../drawing/shapes.ts';
import { Path } from '../../drawing/path.ts';
import type { Scene } from '../../drawing/scene.ts';
import { handOf, type Hand } from './hand.ts';

/** A band as it is woven: 0 is plain, others have a figure that comes again and again. */
interface Band {
  readonly kind: number;
  readonly y: number;
  readonly tall: number;
}

interface Dyes {
  readonly field: Colour;
  readonly figure: Colour;
  readonly second: Colour;
}

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
  const colours = order.map((): Dyes => {
    const field = ink(last);
    last = field;
    return { field, figure: ink(field), second: ink(field) };
  });
  let y = -unit;
  for (let n = 0; y < height + unit; n++) {
    const { kind, tall } = order[n % order.length]!;
    printBand(press, hand, { kind, y, tall }, colours[n % order.length]!, width);
    y += tall;
  }
  return press.scene();
}

function printBand(press: Press, hand: Hand, band: Band, dyes: Dyes, width: number): void {
  const { kind, y, tall } = band;
  press.print(clothOf(hand, y, tall + 0.001, width), dyes.field, {
    fade: { kind: 'line', from: [0, y], to: [0, y + tall * 1.6], ink: tune(dyes.field, 0.8, 1.08) },
    outlined: kind === 0,
  });
  const print = figures[kind];
  if (print === undefined) return;
  const step = tall * (kind === 2 ? 0.9 : 1.15);
  const count = Math.ceil(width / step) + 1;
  for (let i = -1; i <= count; i++) print(press, hand, band, i * step + (width % step) / 2, step, dyes);
}

/** A strip from edge to edge. */
function clothOf(hand: Hand, y: number, tall: number, width: number): Path {
  const steps = Math.ceil(width * 60);
  const edge = (at: number) =>
    Array.from({ length: steps + 1 }, (_, i) => ({ x: -0.02 + ((width + 0.04) * i) / steps, y: at }));
  return hand.waver(Path.of([...edge(y), ...edge(y + tall).reverse()]));
}

const shaded = ({ y, tall }: Band, x: number, figure: Colour): Print => ({
  fade: { kind: 'line', from: [x, y], to: [x, y + tall], ink: tune(figure, 0.72, 1.1) },
});

type Figure = (press: Press, hand: Hand, band: Band, x: number, step: number, dyes: Dyes) => void;

const diamond: Figure = (press, hand, band, x, step, { figure, second }) => {
  const { y, tall } = band;
  const middle = y + tall / 2;
  const around = (across: number, down: number): Path =>
    hand.waver(
      polygon(
        [x, middle - tall * down],
        [x + step * across, middle],
        [x, middle + tall * down],
        [x - step * across, middle],
      ),
    );
  press.print(around(0.48, 0.42), hand.dye(figure), shaded(band, x, figure));
  press.print(around(0.2, 0.19), second, { outlined: false });
};

const tooth: Figure = (press, hand, band, x, step, { figure }) => {
  const { y, tall } = band;
  press.print(
    hand.waver(polygon([x - step / 2, y + tall], [x, y + tall * 0.1], [x + step / 2, y + tall])),
    hand.dye(figure),
    shaded(band, x, figure),
  );
};

const dots: Figure = (press, hand, band, x, step, { figure, second }) => {
  const { y, tall } = band;
  const middle = y + tall / 2;
  press.print(hand.waver(disc(x, middle, tall * 0.3)), hand.dye(figure), shaded(band, x, figure));
  press.print(disc(x + step / 2, middle, tall * 0.09), second, { outlined: false });
};

const zigzag: Figure = (press, hand, band, x, step, { figure }) => {
  const { y, tall } = band;
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
    shaded(band, x, figure),
  );
};

const pyramid: Figure = (press, hand, { y, tall }, x, step, { figure, second }) => {
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
};

/** By the band's kind; a plain one has none. */
const figures: readonly (Figure | undefined)[] = [undefined, diamond, tooth, dots, zigzag, pyramid];
