import type { Brief } from '../../brief.ts';
import { tune } from '../../drawing/colour.ts';
import { inkwell, shuffled } from '../../drawing/inks.ts';
import { Press } from '../../drawing/press.ts';
import { box, disc, sector } from '../../drawing/shapes.ts';
import type { Scene } from '../../drawing/scene.ts';
import { handOf } from './hand.ts';

/** Checks and their kin: overprinted tartan, a painted board, or rounds in squares. */
export function checks(brief: Brief): Scene {
  const random = brief.random.fork('checks');
  const { words } = brief;
  if (words.says('pattern.tartan')) return tartan(brief);
  if (!words.says('pattern.checks') && random.chance(0.35)) return tartan(brief);
  return board(brief, words.says('pattern.dots') || random.chance(0.5));
}

function tartan(brief: Brief): Scene {
  const random = brief.random.fork('tartan');
  const { width, height } = brief.frame;
  const press = new Press(brief, random.fork('press'));
  const hand = handOf(random.fork('hand'), 0.002);
  const [first, second, third] = shuffled(press.inks.slice(0, 5), random);
  const sett = random.between(0.17, 0.3);
  const threads: readonly (readonly [at: number, thick: number, ink: typeof first, opacity: number])[] = [
    [0, 0.5, first, 0.62],
    [0.66, 0.16, second, 0.62],
    [0.22, 0.05, third, 0.9],
    [0.58, 0.022, first, 0.9],
    [0.9, 0.022, second, 0.9],
  ];
  for (const [at, thick, ink, opacity] of threads) {
    for (let n = -1; n * sett < width + sett; n++)
      press.print(hand.waver(box((n + at) * sett, -0.02, thick * sett, height + 0.04)), ink!, {
        multiply: true,
        opacity,
        outlined: false,
      });
    for (let n = -1; n * sett < height + sett; n++)
      press.print(hand.waver(box(-0.02, (n + at) * sett, width + 0.04, thick * sett)), ink!, {
        multiply: true,
        opacity,
        outlined: false,
      });
  }
  // The twill: fine slanted threads over all.
  const step = 0.011;
  for (let n = 0; n * step < width + height; n++) {
    const x = n * step;
    press.print(box(-0.02, x - 0.0011, width + 0.04, 0.0022), press.ground, { opacity: 0.2, outlined: false });
  }
  return press.scene();
}

function board(brief: Brief, rounds: boolean): Scene {
  const random = brief.random.fork('board');
  const { width, height } = brief.frame;
  const press = new Press(brief, random.fork('press'));
  const hand = handOf(random.fork('hand'), 0.0034);
  const ink = inkwell([...press.inks], random.fork('inks'));
  const fields = [ink(press.ground), press.ground];
  const side = 1 / (6 + random.below(4));
  const columns = Math.ceil(width / side) + 1;
  const rows = Math.ceil(height / side) + 1;
  const [ox, oy] = [(width % side) / 2 - side / 2, (height % side) / 2 - side / 2];
  for (let row = 0; row < rows; row++)
    for (let column = 0; column < columns; column++) {
      const field = fields[(row + column) % 2]!;
      const colour = hand.dye(field, 0.035);
      const [x, y] = [ox + column * side, oy + row * side];
      press.print(hand.waver(box(x - 0.001, y - 0.001, side + 0.002, side + 0.002)), colour, {
        fade: { kind: 'line', from: [x, y], to: [x + side * 1.6, y + side * 1.6], ink: tune(colour, 0.82, 1.06) },
      });
    }
  if (!rounds) return press.scene();
  press.sheet(0.008);
  for (let row = 0; row < rows; row++)
    for (let column = 0; column < columns; column++) {
      const field = fields[(row + column) % 2]!;
      const colour = hand.dye(ink(field), 0.05);
      const [x, y] = [ox + (column + 0.5) * side, oy + (row + 0.5) * side];
      const half = random.chance(0.3);
      const turn = random.below(4) * (Math.PI / 2);
      press.print(
        hand.waver(half ? sector(x, y, side * 0.38, turn, turn + Math.PI) : disc(x, y, side * 0.34)),
        colour,
        {
          fade: {
            kind: 'line',
            from: [x - side * 0.3, y - side * 0.3],
            to: [x + side * 0.4, y + side * 0.4],
            ink: tune(colour, 0.7, 1.1),
          },
        },
      );
      if (half)
        press.print(
          hand.waver(sector(x, y, side * 0.38, turn + Math.PI, turn + 2 * Math.PI)),
          hand.dye(ink(field)),
          {},
        );
      else if (random.chance(0.4)) press.print(disc(x, y, side * 0.13), ink(colour));
    }
  return press.scene();
}
