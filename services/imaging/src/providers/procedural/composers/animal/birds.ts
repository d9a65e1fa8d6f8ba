import { outline } from '../../drawing/outline.ts';
import { Path, type Point } from '../../drawing/path.ts';
import type { Figure, Part } from './figure.ts';

const pointsOf = ({ points }: Path): Point[] =>
  Array.from({ length: points.length / 2 }, (_, i) => ({ x: points[2 * i]!, y: points[2 * i + 1]! }));

/** Feathers that stand along an arm, the last like fingers: each a blade from its quill to its tip. */
function feathers(
  arm: readonly Point[],
  count: number,
  angle: (t: number) => number,
  length: (t: number) => number,
  breadth: (t: number) => number,
  hand: number,
): Point[][] {
  return Array.from({ length: count }, (_, n) => {
    const t = n / (count - 1);
    const root = arm[Math.round(t * (arm.length - 1))]!;
    const turn = angle(t);
    const reach = length(t);
    const line = Array.from({ length: 12 }, (_unused, i): Point => {
      const s = i / 11;
      const bent = turn - hand * 0.16 * s * s;
      return { x: root.x + Math.cos(bent) * reach * s, y: root.y + Math.sin(bent) * reach * s };
    });
    return pointsOf(
      Path.stroke(line, (s) => breadth(t) * (0.75 + 0.25 * Math.sin(s * Math.PI)) * Math.sqrt(Math.max(0, 1 - s ** 7))),
    );
  });
}

/** A wing whose hand points to the left (-1) or the right (1). */
const wing = (arm: string, hand: -1 | 1, far: boolean): Part[] => {
  const bones = outline(arm, { open: true, detail: 16 });
  const down = Math.PI / 2;
  // From the body backwards, then round to the fingers that point outwards.
  const primaries = (t: number): number => (t < 0.5 ? 0.1 : 0.1 + ((t - 0.5) / 0.5) ** 1.15 * 2.1);
  const quills = feathers(
    bones,
    28,
    (t) => down + 0.25 - hand * primaries(t),
    (t) => 12 + 5 * Math.sin(t * 2.2) + (t > 0.55 ? (t - 0.55) * 22 : 0),
    (t) => (t > 0.6 ? 2.3 : 3.6),
    hand,
  );
  const coverts = feathers(
    bones,
    22,
    (t) => down + 0.2 - hand * (0.15 + t * 1.1),
    (t) => 8.5 - t * 3,
    () => 3.6,
    hand,
  );
  const arms = pointsOf(Path.stroke(bones, (t) => 5.6 - 3.6 * t));
  return [...quills, ...coverts, arms].map((points) => ({ points, far }));
};

/** An eagle that soars, one wing before the other. */
export const eagle: Figure = {
  parts: [
    ...wing('58,51 61,42 67,33 75,25 82,20', 1, true),
    ...feathers(
      outline('38,53 37,55 37,57.6 38,60', { open: true, detail: 8 }),
      9,
      (t) => 3.4 - t * 0.75,
      () => 17,
      () => 3.6,
      1,
    ).map((points) => ({ points })),
    {
      points: outline(
        `82,47.6 80.6,45.4 77.6,44 74,44.2 70.6,45.8 66,47.2 60,47.6 53,48.4 46,50.4 39,53 35.6,55.6 37,58.6 42,60.4 49,61.6 56,61.2 62.6,59.4 68.4,56.6 73,54 77,52.6 79.6,51.8! 81,52.4 82,54! 83.2,51.6 83.2,49.2`,
      ),
    },
    ...wing('57,52 50,42 42,32 32,24 21,19', -1, false),
  ],
  eyes: [{ x: 78.4, y: 47.6, size: 0.5 }],
};
