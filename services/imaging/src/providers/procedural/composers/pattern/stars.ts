import type { Brief } from '../../brief.ts';
import { blend, lightnessOf, tune, type Colour } from '../../drawing/colour.ts';
import { shuffled } from '../../drawing/inks.ts';
import { Path } from '../../drawing/path.ts';
import { Press } from '../../drawing/press.ts';
import { disc, polygon, star } from '../../drawing/shapes.ts';
import type { Scene } from '../../drawing/scene.ts';
import { handOf } from './hand.ts';

const EIGHTH = Math.PI / 4;

/** Zellige: eight-pointed stars and the crosses between them, cut by hand from glazed clay and set in mortar. */
export function stars(brief: Brief): Scene {
  const random = brief.random.fork('stars');
  const { width, height } = brief.frame;
  const mortar = blend(brief.palette.ground, { r: 0.72, g: 0.66, b: 0.56 }, 0.5);
  const press = new Press(brief, random.fork('press'), { ground: mortar });
  const hand = handOf(random.fork('hand'), 0.0022);
  const inks = shuffled(press.inks, random);
  const light = [...brief.palette.inks, brief.palette.ground].sort((a, b) => lightnessOf(b) - lightnessOf(a))[0]!;
  const [main, cross, accent, core] = [inks[0]!, inks[1]!, inks[2]!, inks[3]!];
  const across = 3 + random.below(3);
  const side = 1 / across;
  const joint = 0.965;
  const glaze = (path: Path, colour: Colour): void => {
    const dyed = hand.dye(colour, 0.07);
    const tilt = random.next() * Math.PI * 2;
    const [x, y] = [(path.left + path.right) / 2, (path.top + path.bottom) / 2];
    const reach = (path.right - path.left) * 0.75;
    press.print(hand.waver(path), dyed, {
      fade: {
        kind: 'line',
        from: [x - Math.cos(tilt) * reach * 0.3, y - Math.sin(tilt) * reach * 0.3],
        to: [x + Math.cos(tilt) * reach, y + Math.sin(tilt) * reach],
        ink: tune(dyed, 0.66, 1.08),
      },
    });
  };
  const offset = { x: (width % side) / 2 - side, y: (height % side) / 2 - side };
  const columns = Math.ceil(width / side) + 2;
  const rows = Math.ceil(height / side) + 2;
  const inner = Math.SQRT2 * Math.cos(EIGHTH) * 0.765;
  press.sheet(0.004);
  for (let row = 0; row <= rows; row++) {
    for (let column = 0; column <= columns; column++) {
      const x = offset.x + (column + 0.5) * side;
      const y = offset.y + (row + 0.5) * side;
      const reach = side * 0.5;
      const alternate = (row + column) % 2 === 0;
      // The star: rim of kites around an inner star.
      for (let n = 0; n < 8; n++) {
        const angle = n * EIGHTH;
        const tip = point(x, y, reach * joint, angle);
        const [a, b] = [
          point(x, y, reach * inner * joint, angle - EIGHTH / 2),
          point(x, y, reach * inner * joint, angle + EIGHTH / 2),
        ];
        const heart = point(x, y, reach * 0.47, angle);
        glaze(polygon(pull(tip, x, y), a, heart, b), alternate ? main : n % 2 === 0 ? main : accent);
      }
      glaze(star(x, y, reach * 0.45, 8, 0.62, EIGHTH / 2), alternate ? core : light);
      glaze(disc(x, y, reach * 0.15), alternate ? light : accent);
      // The cross at the corner, where four stars leave room.
      const [cx, cy] = [x + reach, y + reach];
      // Its outline is theirs: tip, valley and slanting tip of each in turn.
      const quarter = [
        [0, -0.5],
        [0.1466, -0.3536],
        [0.1464, -0.1464],
        [0.3536, -0.1466],
      ] as const;
      const arm = Path.of(
        Array.from({ length: 16 }, (_, i) => {
          const [px, py] = quarter[i % 4]!;
          const turn = Math.floor(i / 4) * 2 * EIGHTH;
          const [cos, sin] = [Math.cos(turn) * side * 0.955, Math.sin(turn) * side * 0.955];
          return { x: cx + px * cos - py * sin, y: cy + px * sin + py * cos };
        }),
      );
      glaze(arm, cross);
      glaze(star(cx, cy, reach * 0.3, 8, 0.55, EIGHTH), light);
      glaze(disc(cx, cy, reach * 0.09), main);
    }
  }
  return press.scene();
}

const point = (x: number, y: number, reach: number, angle: number): [number, number] => [
  x + Math.cos(angle) * reach,
  y + Math.sin(angle) * reach,
];
const pull = ([x, y]: readonly [number, number], cx: number, cy: number): [number, number] => [
  x + (cx - x) * 0.012,
  y + (cy - y) * 0.012,
];
