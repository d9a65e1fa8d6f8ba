import { outline } from '../../drawing/outline.ts';
import { Path, type Point } from '../../drawing/path.ts';
import type { Figure, Part } from './figure.ts';

const pointsOf = ({ points }: Path): Point[] =>
  Array.from({ length: points.length / 2 }, (_, i) => ({ x: points[2 * i]!, y: points[2 * i + 1]! }));
const spine = outline('-12,84 -2,92 11,94 23,87.6 33,76.6 43,66 53,59.4 63,56 71,50.4 76.6,42.4 79.6,33.6 82.6,27.6', {
  open: true,
  detail: 10,
});
/** From the tail's tip to the head: thin, then a body, then a neck. */
const girth = (t: number): number => 0.5 + 7 * t ** 1.4 + 9.4 * Math.exp(-(((t - 0.6) / 0.13) ** 2)) - 2.4 * t ** 6;

/** Plates along the back, largest over the shoulders. */
const plates = (): Part[] =>
  Array.from({ length: 26 }, (_, n) => {
    const t = 0.06 + (n / 26) * 0.86;
    const at = Math.round(t * (spine.length - 1));
    const here = spine[at]!;
    const next = spine[Math.min(spine.length - 1, at + 2)]!;
    const length = Math.hypot(next.x - here.x, next.y - here.y) || 1;
    const [tx, ty] = [(next.x - here.x) / length, (next.y - here.y) / length];
    const [nx, ny] = [ty, -tx];
    const half = girth(t) / 2;
    const size = 1.1 + 2.4 * Math.exp(-(((t - 0.66) / 0.3) ** 2));
    const root = { x: here.x + nx * half * 0.8, y: here.y + ny * half * 0.8 };
    return {
      points: [
        { x: root.x - tx * size * 0.5, y: root.y - ty * size * 0.5 },
        { x: root.x + nx * size - tx * size * 0.9, y: root.y + ny * size - ty * size * 0.9 },
        { x: root.x + tx * size * 0.55, y: root.y + ty * size * 0.55 },
      ],
    };
  });

const bones = (...lines: readonly string[]): Part[] =>
  lines.map((line) => ({
    over: true,
    points: pointsOf(Path.stroke(outline(line, { open: true, detail: 10 }), (t) => 1.9 - 1.35 * t)),
  }));

/** A dragon on the wing. */
export const dragon: Figure = {
  parts: [
    {
      far: true,
      points: outline(
        `60,54 63,40 69,26 77,14.6 77.6,8! 81.6,12.6 92,8 105,5.6 121,7.4! 111,13.6 105.6,22 106.6,31 114,38.6! 102,37.6 94,41 89,47.4 86,54.4! 78,51.6 70,52`,
      ),
    },
    { far: true, points: outline(`50,62 55,71 54.6,77 50,81.4 46,84.6! 49.4,86 54,84 58.6,79.4 61,72 60,62`) },
    { points: pointsOf(Path.stroke(spine, girth)) },
    ...plates(),
    { points: outline(`-9,83 -14,78 -21,75.6! -18.6,80.6 -19,86! -14,86 -9,87.4`) },
    {
      points: outline(
        `44,66 49.6,74 49,80.4 44,85 40.6,89.4! 43.4,89 44.4,91! 46.6,88.6 48.4,90.4! 50.6,86.4 55,80.6 57,73 55,63`,
      ),
    },
    {
      points: outline(
        `64,57 69.4,64 69.4,69.4 66.4,73.4 64.6,77! 67.6,75.8 68.8,77.8! 70.6,74.8 73,75.6! 74,70.4 75.4,64 72,54`,
      ),
    },
    {
      points: outline(
        `77.4,33 77.6,27.4 79.4,23.4 76.6,20.4 72,18 66.4,17! 71.6,14.6 77.6,15 82,17.6 80.8,14.6 77.4,11! 83,12.4 87,16.4 89,19.4 92.6,20.2 96.6,21.4 100,23.4 101,25.6! 97.4,26.4 93,26.8! 96.4,28.6 99,31! 94.4,31.8 90,31.6 87,33.4 84.6,37`,
      ),
    },
    {
      points: outline(
        `64,54 61,40 57,27 52.6,17.4 51.6,10! 47.6,15 36,9.6 21,5.6 2,6.6! 12,13.6 16.6,21.6 15,32 -1,37! 11,39.4 19,45 21.6,53 13,63! 25,60 36,60.4 47,66 56,62`,
      ),
    },
    ...bones(
      '52.4,16.4 38,11.4 22,7.4 3,7',
      '52,17 38,20 20,27 0,36.8',
      '52.4,17.4 42,28 28,44 13.6,62.6',
      '63.6,53 60,40 56.4,28 52,16.6',
    ),
  ],
  eyes: [{ x: 87, y: 22.4, size: 0.7 }],
};
