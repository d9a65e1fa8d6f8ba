import { blade, cutBlade, organ, type Piece } from '../../drawing/blade.ts';
import { blend, hex, tune } from '../../drawing/colour.ts';
import type { Random } from '../../drawing/random.ts';
import { towards } from './leaves.ts';
import { beads, petalPigment, type Studio } from './studio.ts';

/** Half a round above, a flat bow below, in heights and widths of a cap. */
const dome: readonly (readonly [number, number])[] = [
  ...Array.from({ length: 41 }, (_, i) => {
    const t = (i / 40) * Math.PI;
    return [Math.sin(t) ** 0.94, -Math.cos(t) * 0.5] as const;
  }),
  ...Array.from({ length: 23 }, (_, i) => {
    const t = ((i + 1) / 24) * Math.PI;
    return [-0.15 * Math.sin(t), Math.cos(t) * 0.497] as const;
  }),
];

/** A toadstool from a little above: stalk, skirt, and a spotted or plain cap. */
export function mushroom(
  studio: Studio,
  random: Random,
  at: { x: number; foot: number; height: number; red: boolean },
): Piece[] {
  const { x, foot, height, red } = at;
  const lean = random.between(-0.14, 0.14);
  const cream = hex('#efe2c6');
  const capColour = studio.petal(hex(red ? '#c4341f' : random.pick(['#a5693a', '#c89a5c', '#7d5a48'])), random);
  const angle = -Math.PI / 2 + lean;
  const top = { x: x + Math.cos(angle) * height * 0.74, y: foot + Math.sin(angle) * height * 0.74 };
  const cap = height * random.between(0.36, 0.5);
  const stalk = petalPigment(cream, {
    base: tune(cream, 0.7),
    tip: tune(cream, 0.84),
    veins: 7,
    veinStrength: 0.16,
    depth: 0.25,
    round: 1.5,
    curl: 0,
  });
  const pieces: Piece[] = [
    organ(
      blade(
        x,
        foot,
        towards(angle, height * 0.82, height * 0.19),
        lean * 0.6,
        (u) => 0.5 * (1 - 0.42 * u) * (u < 0.16 ? 0.8 + Math.sin((u / 0.16) * Math.PI) * 0.42 : 1),
      ),
      stalk,
      studio.coat,
      height * 0.03,
    ),
  ];
  pieces.push(
    organ(
      blade(
        top.x + Math.cos(angle) * height * 0.02 - Math.cos(angle) * height * 0.12,
        top.y - Math.sin(angle) * height * 0.14,
        towards(angle + Math.PI, height * 0.14, height * 0.26),
        0,
        (u) => 0.5 * (0.55 + 0.45 * u),
      ),
      { ...stalk, veins: 12, base: tune(cream, 0.95), tip: tune(cream, 0.82) },
      studio.coat,
      height * 0.03,
    ),
    // The cap is a dome seen from a little above: its rim bows down towards us.
    organ(
      cutBlade(top.x, top.y + cap * 0.1, towards(angle, cap, cap * 2.06), 0, dome),
      petalPigment(capColour, {
        base: tune(capColour, 0.7, 1.1),
        tip: tune(blend(capColour, hex('#fff0d8'), 0.12), 1.14),
        veins: 0,
        depth: 0.36,
        round: 3.2,
        curl: 0,
      }),
      studio.coat,
      height * 0.05,
    ),
  );
  const spots = red ? 15 : 0;
  const list = Array.from({ length: spots }, (_, n) => {
    const t = Math.sqrt((n + 0.5) / spots);
    const turn = n * 2.39996;
    const u = Math.max(0.1, 0.46 + Math.sin(turn) * t * 0.4);
    const half = Math.sqrt(Math.max(0, 1 - u ** 2.1));
    const s = Math.cos(turn) * t * 0.86 * half * cap;
    return {
      x: top.x + Math.cos(angle) * u * cap * 0.92 - Math.sin(angle) * s,
      y: top.y + cap * 0.12 + Math.sin(angle) * u * cap * 0.92 + Math.cos(angle) * s,
      radius: cap * random.between(0.04, 0.095) * (0.5 + 0.5 * half),
      colour: tune(cream, 1.02),
    };
  });
  if (spots > 0) pieces.push(beads(studio, list));
  return pieces;
}
