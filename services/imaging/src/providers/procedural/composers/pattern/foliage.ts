import type { Brief } from '../../brief.ts';
import { blend, lightnessOf, tune, type Colour } from '../../drawing/colour.ts';
import { inkwell } from '../../drawing/inks.ts';
import { Path, type Point } from '../../drawing/path.ts';
import { Press } from '../../drawing/press.ts';
import type { Random } from '../../drawing/random.ts';
import { disc, lens } from '../../drawing/shapes.ts';
import type { Scene } from '../../drawing/scene.ts';
import { handOf, type Hand } from './hand.ts';

/** Sprigs tossed over the cloth so that none crowds another, berries and small flowers between them. */
export function foliage(brief: Brief): Scene {
  const random = brief.random.fork('foliage');
  const { width, height } = brief.frame;
  const press = new Press(brief, random.fork('press'));
  const hand = handOf(random.fork('hand'), 0.002);
  const ink = inkwell(press.inks, random.fork('inks'));
  const side = random.between(0.19, 0.25);
  const columns = Math.ceil(width / side) + 2;
  const rows = Math.ceil(height / (side * 0.86)) + 2;
  const floral = brief.words.says('pattern.floral') || random.chance(0.5);
  const behind: (() => void)[] = [];
  const before: (() => void)[] = [];
  for (let row = -1; row < rows; row++) {
    for (let column = -1; column < columns; column++) {
      const x = (column + (row % 2 === 0 ? 0 : 0.5)) * side + random.bell() * side * 0.035;
      const y = row * side * 0.86 + random.bell() * side * 0.035;
      const turn = ((row * 5 + column * 3) % 7) * 0.9 + random.bell() * 0.15;
      const leafInk = ink(press.ground);
      const kind = (row + 2 * column + 12) % 3;
      behind.push(() => sprig(press, random, hand, { x, y, turn, length: side * 1.32, ink: leafInk, kind }));
      const [bx, by] = [x + side * 0.5, y + side * 0.06];
      const flower = ink(leafInk);
      const eye = ink(flower);
      before.push(() => {
        if (floral && (row + column) % 2 === 0) blossom(press, random, hand, bx, by, side * 0.15, flower, eye);
        else
          for (let n = 0; n < 3; n++) {
            const angle = turn + n * 2.1;
            const [px, py] = [bx + Math.cos(angle) * side * 0.055, by + Math.sin(angle) * side * 0.055];
            press.print(disc(px, py, side * 0.03), flower, {
              fade: {
                kind: 'line',
                from: [px - 0.01, py - 0.01],
                to: [px + 0.01, py + 0.012],
                ink: tune(flower, 0.65, 1.1),
              },
            });
          }
      });
    }
  }
  press.sheet(0.007);
  for (const print of behind) print();
  press.sheet(0.007);
  for (const print of before) print();
  return press.scene();
}

/** A bowed stem with leaves in pairs, each with its midrib. */
function sprig(
  press: Press,
  random: Random,
  hand: Hand,
  { x, y, turn, length, ink, kind }: { x: number; y: number; turn: number; length: number; ink: Colour; kind: number },
): void {
  const bow = random.between(-0.5, 0.5);
  const at = (t: number): Point & { angle: number } => {
    const angle = turn + bow * (t - 0.5);
    const along = (t - 0.5) * length;
    return {
      x: x + Math.cos(turn) * along - Math.sin(turn) * bow * along * along * 1.6,
      y: y + Math.sin(turn) * along + Math.cos(turn) * bow * along * along * 1.6,
      angle,
    };
  };
  const dyed = hand.dye(ink, 0.06);
  const vein = lightnessOf(dyed) > lightnessOf(press.ground) ? tune(dyed, 0.62) : blend(dyed, press.ground, 0.7);
  const stem = Array.from({ length: 24 }, (_, i) => at(i / 23));
  press.print(
    Path.stroke(stem, (t) => length * (0.022 - 0.014 * t)),
    tune(dyed, 0.85),
    { outlined: false },
  );
  const pairs = kind === 0 ? 5 : kind === 1 ? 8 : 4;
  for (let n = 0; n <= pairs; n++) {
    const t = 0.12 + (0.86 * n) / pairs;
    const from = at(t);
    const size = length * (kind === 0 ? 0.27 : kind === 1 ? 0.24 : 0.2) * (1.05 - 0.5 * t);
    const breadth = size * (kind === 0 ? 0.42 : kind === 1 ? 0.24 : 0.78);
    for (const way of n === pairs ? [0] : [-1, 1]) {
      const angle = from.angle + way * (0.75 - 0.2 * t) + random.bell() * 0.05;
      const [cx, cy] = [from.x + Math.cos(angle) * size * 0.52, from.y + Math.sin(angle) * size * 0.52];
      press.print(hand.waver(lens(cx, cy, size, breadth, angle)), dyed, {
        fade: {
          kind: 'line',
          from: [from.x + Math.cos(angle) * size, from.y + Math.sin(angle) * size],
          to: [from.x, from.y],
          ink: tune(dyed, 0.64, 1.1),
        },
      });
      const tip = { x: from.x + Math.cos(angle) * size * 0.86, y: from.y + Math.sin(angle) * size * 0.86 };
      press.print(
        Path.stroke([from, tip], (along) => size * 0.034 * (1 - along * 0.7)),
        vein,
        { outlined: false, opacity: 0.85 },
      );
    }
  }
}

function blossom(
  press: Press,
  random: Random,
  hand: Hand,
  x: number,
  y: number,
  radius: number,
  ink: Colour,
  eye: Colour,
): void {
  const petals = 5 + random.below(2);
  const turn = random.next() * 6;
  const dyed = hand.dye(ink, 0.06);
  for (let n = 0; n < petals; n++) {
    const angle = turn + (n / petals) * Math.PI * 2;
    const [px, py] = [x + Math.cos(angle) * radius * 0.56, y + Math.sin(angle) * radius * 0.56];
    press.print(hand.waver(lens(px, py, radius * 0.98, radius * 0.84, angle)), dyed, {
      fade: { kind: 'round', from: [x, y], radius: radius * 1.1, ink: blend(dyed, press.ground, 0.4) },
    });
  }
  press.print(disc(x, y, radius * 0.24), eye, {
    fade: { kind: 'line', from: [x, y - radius * 0.2], to: [x, y + radius * 0.25], ink: tune(eye, 0.7) },
  });
}
