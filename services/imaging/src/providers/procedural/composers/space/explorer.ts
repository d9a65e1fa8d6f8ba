import type { Brief } from '../../brief.ts';
import type { Canvas } from '../../drawing/canvas.ts';
import { blend, brighten, tune, type Colour } from '../../drawing/colour.ts';
import { Lit } from '../../drawing/lit.ts';
import { outline, place, placed } from '../../drawing/outline.ts';
import { Path } from '../../drawing/path.ts';
import { Relief } from '../../drawing/relief.ts';

/** An astronaut from behind, who looks up; feet at (50, 100). */
const suit = [
  outline(
    `50,2 54,2.8 57.4,5.4 59.4,9 59.8,13 58.8,17 56.8,20 60.6,21.2 64.4,23.4 66.8,27.4 68.4,33 69.8,40 71.4,46 72.6,51 72.8,55 71.6,58.6 69.4,59.4 67.4,57 66.4,52.6 65,46.6 63.4,41 62.4,37.6
     62.8,43 63,49 63.2,55 64,62 64.8,70 64.8,77 64.6,84 64.4,90 65.2,93 68,96 68.8,98.6 68.2,100! 57.2,100! 56.2,96 55.8,90 55,83 53.8,75 52.4,67 51,61.6 50,60
     48.8,61.8 47,67.4 44.6,75 42.6,82 41.2,89 40.6,95 39.8,99 39,100! 28.4,99.6! 28.2,97.6 30.2,95 32.4,91.6 33.6,87 34.4,80 35.4,72 36,64 36.6,56 37,49 37.2,43 37.6,37.6
     36.6,41 35,46.6 33.8,52.6 32.8,57 31,59.6 28.8,58.6 27.6,55 27.8,51 29,46 30.4,40 31.8,33 33.4,27.4 35.8,23.4 39.6,21.2 43.2,20 41.2,17 40.2,13 40.6,9 42.6,5.4 46,2.8`,
  ),
];
const pack = outline(
  `38.4,24 41,22.6 50,22 59,22.6 61.6,24 62.6,28 62.8,36 62.6,44 61.4,48 58,49.4 50,49.8 42,49.4 38.6,48 37.4,44 37.2,36 37.4,28`,
);

/** Rings at the joints, the belt, the seams of the pack. */
const seams = [
  ['28.8,43.6 35.2,45.2', 1.5],
  ['64.8,45.2 71.2,43.6', 1.5],
  ['27.8,51.6 33.8,53', 1.9],
  ['66.2,53 72.6,51.6', 1.9],
  ['35.2,72.6 45,75', 1.4],
  ['53.2,75 64.8,72.6', 1.4],
  ['34,85.6 42,87', 1.9],
  ['55.4,87 64.6,85.6', 1.9],
  ['36.8,52.6 50,54 63.2,52.6', 1.7],
].map(([line, breadth]) => ({ line: outline(String(line), { open: true }), breadth: Number(breadth) }));
const packSeams = [
  ['39.6,30 50,30.8 60.4,30', 0.7],
  ['39,41 50,41.8 61,41', 0.7],
  ['44,42 44,49', 0.6],
  ['56,42 56,49', 0.6],
  ['42,23 43,18.6', 1.6],
  ['58,23 57,18.6', 1.6],
].map(([line, breadth]) => ({ line: outline(String(line), { open: true }), breadth: Number(breadth) }));
const helmet = outline(
  '50,1.6 55,2.8 58.8,6 60.6,10.6 60.2,15.2 57.6,19 53.6,21.2 50,21.8 46.4,21.2 42.4,19 39.8,15.2 39.4,10.6 41.2,6 45,2.8',
);
const collar = outline('42,19.6 50,22 58,19.6 59,21.6 50,24.4 41,21.6');

export function astronautOf(
  brief: Brief,
  at: { x: number; y: number; scale: number },
  lamp: { x: number; y: number; colour: Colour },
): (canvas: Canvas) => void {
  const placing = { x: at.x - 50 * at.scale, y: at.y - 100 * at.scale, scale: at.scale };
  const paths = suit.map((points) => placed(points, placing));
  const body = new Lit(paths, new Relief(paths, 200));
  const packs = [placed(pack, placing)];
  const load = new Lit(packs, new Relief(packs, 120));
  const cloth = tune(blend(brief.palette.land[0], { r: 0.06, g: 0.06, b: 0.07 }, 0.6), 0.6);
  const lamps = [
    { ...lamp, depth: -0.3, strength: 2.2 },
    { x: at.x - (lamp.x - at.x), y: at.y - 0.5, depth: -0.3, colour: brief.palette.sky[2], strength: 0.4 },
  ];
  const head = [placed(helmet, placing)];
  const dome = new Lit(head, new Relief(head, 90));
  const ring = placed(collar, placing);
  const bands = (list: typeof seams): Path[] =>
    list.map(({ line, breadth }) =>
      Path.stroke(
        line.map((point) => place(point, placing)),
        () => at.scale * breadth,
      ),
    );
  const [joints, grooves] = [bands(seams), bands(packSeams)];
  const valve = place({ x: 50, y: 30 }, placing);
  const shade = Path.of(
    Array.from({ length: 40 }, (_, n) => {
      const a = (n / 40) * Math.PI * 2;
      const fall = at.x > lamp.x ? 1 : -1;
      return { x: at.x + at.scale * (fall * 16 + Math.cos(a) * 34), y: at.y + at.scale * (3 + Math.sin(a) * 5) };
    }),
  );
  return (canvas) => {
    canvas.fill(shade, { r: 0, g: 0, b: 0 }, 0.4);
    body.paint(canvas, {
      colour: cloth,
      lamps,
      sky: brief.palette.sky[3],
      skyStrength: 0.03,
      flat: brief.style === 'anime',
    });
    for (const joint of joints) canvas.fill(joint, tune(cloth, 0.5), 0.85);
    canvas.fill(ring, tune(cloth, 0.55));
    dome.paint(canvas, {
      colour: tune(cloth, 1.1),
      lamps,
      sky: brief.palette.sky[3],
      skyStrength: 0.08,
      flat: brief.style === 'anime',
    });
    load.paint(canvas, {
      colour: tune(cloth, 1.2),
      lamps: lamps.map((one) => ({ ...one, strength: one.strength * 0.3 })),
      sky: brief.palette.sky[3],
      skyStrength: 0.05,
    });
    for (const groove of grooves) canvas.fill(groove, tune(cloth, 0.5), 0.9);
    canvas.fill(Path.circle(valve.x, valve.y, at.scale * 1.6), tune(cloth, 0.6));
    canvas.glow(valve.x + at.scale * 6, valve.y - at.scale * 2, at.scale * 2.6, { r: 1, g: 0.25, b: 0.15 }, 0.9);
  };
}

const hull = outline(
  `50,0! 54,8 57.4,18 59.2,30 59.6,44 58.6,58 56.6,70 54.6,76! 45.4,76! 43.4,70 41.4,58 40.4,44 40.8,30 42.6,18 46,8`,
);
const fins = [
  outline(`58.6,52 63,58 66.6,66 68.4,76 68.6,86! 64.6,80 60,75.6 56,74`),
  outline(`41.4,52 37,58 33.4,66 31.6,76 31.4,86! 35.4,80 40,75.6 44,74`),
  outline(`50,56 51.8,64 52,74 51.4,84! 48.6,84! 48,74 48.2,64`),
];

/** A rocket of the kind that dreams are made of, on its flame; its nose at the top, turned by `turn`. */
export function rocketOf(
  brief: Brief,
  at: { x: number; y: number; scale: number; turn: number },
  lamp: { x: number; y: number; colour: Colour },
): (canvas: Canvas) => void {
  const random = brief.random.fork('rocket');
  const put = (points: readonly { x: number; y: number }[]): Path =>
    placed(
      points.map(({ x, y }) => ({ x: x - 50, y: y - 50 })),
      { x: at.x, y: at.y, scale: at.scale, turn: at.turn },
    );
  const shell = [put(hull)];
  const body = new Lit(shell, new Relief(shell, 200));
  const wings = fins.map((fin) => put(fin));
  const tail = new Lit(wings, new Relief(wings, 160));
  const white = blend(brief.palette.light, { r: 0.75, g: 0.75, b: 0.78 }, 0.6);
  const accent = brief.palette.inks[0];
  const stern = place({ x: 0, y: 27 }, { x: at.x, y: at.y, scale: at.scale, turn: at.turn });
  const back = { x: -Math.sin(at.turn), y: Math.cos(at.turn) };
  const hot = blend(brief.palette.light, { r: 1, g: 0.8, b: 0.4 }, 0.5);
  const fire = { r: 1, g: 0.32, b: 0.06 };
  const smoke = blend(brief.palette.sky[3], { r: 0.6, g: 0.55, b: 0.55 }, 0.4);
  const trail = brief.transparent ? 52 : 190;
  const puffs = Array.from({ length: 240 }, (_, n) => {
    const t = (n / 240) ** 1.15;
    const spread = at.scale * (3 + t * (brief.transparent ? 9 : 34));
    return {
      x: stern.x + back.x * at.scale * (14 + t * trail) + random.bell() * spread * 0.5,
      y: stern.y + back.y * at.scale * (14 + t * trail) + random.bell() * spread * 0.5,
      radius: at.scale * (6 + t * (brief.transparent ? 7 : 26)) * random.between(0.6, 1.3),
      t,
    };
  });
  const port = put(outline('55,26 53.6,29.6 50,31 46.4,29.6 45,26 46.4,22.4 50,21 53.6,22.4'));
  const glass = put(outline('53.6,26 52.6,28.6 50,29.6 47.4,28.6 46.4,26 47.4,23.4 50,22.4 52.6,23.4'));
  const lamps = [
    { ...lamp, depth: 0.5, strength: 0.9 },
    { x: stern.x, y: stern.y, depth: -0.05, colour: fire, strength: 0.7 },
  ];
  return (canvas) => {
    for (const puff of [...puffs].reverse())
      canvas.glow(
        puff.x,
        puff.y,
        puff.radius,
        blend(fire, smoke, Math.min(1, puff.t * 4)),
        0.16 * (1 - puff.t) + 0.012,
      );
    for (let n = 0; n < 14; n++) {
      const t = n / 13;
      canvas.glow(
        stern.x + back.x * at.scale * (2 + t * 40),
        stern.y + back.y * at.scale * (2 + t * 40),
        at.scale * (9 - t * 5),
        blend(hot, fire, t),
        1.2 - t,
      );
    }
    tail.paint(canvas, {
      colour: tune(accent, 0.5),
      lamps,
      sky: accent,
      skyStrength: 0.3,
      flat: brief.style === 'anime',
    });
    body.paint(canvas, {
      colour: tune(white, 0.36),
      lamps,
      sky: white,
      skyStrength: 0.2,
      flat: brief.style === 'anime',
    });
    canvas.fill(port, tune(accent, 0.8));
    canvas.fill(glass, brighten(brief.palette.sky[1], 0.5));
    const spark = place({ x: -1.4, y: -25.4 }, { x: at.x, y: at.y, scale: at.scale, turn: at.turn });
    canvas.glow(spark.x, spark.y, at.scale * 1.8, { r: 1, g: 1, b: 1 }, 0.8);
  };
}
