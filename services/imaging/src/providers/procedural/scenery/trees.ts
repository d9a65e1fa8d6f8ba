import { blend, tune, type Colour } from '../drawing/colour.ts';
import type { Canvas } from '../drawing/canvas.ts';
import { Path, type Point } from '../drawing/path.ts';
import type { Random } from '../drawing/random.ts';

/** A spruce: a thin stem and boughs that hang and widen downwards, no two alike. `height` in units, `y` its foot. */
export function conifer(random: Random, x: number, y: number, height: number): Path {
  // Boughs of a tall tree are many and toothed; a small one needs only its outline.
  const tiers = height > 0.2 ? 17 + random.below(7) : 9 + random.below(5);
  const teeth = height > 0.2 ? 4 : height > 0.07 ? 2 : 1;
  const spread = height * random.between(0.13, 0.19);
  const lean = random.between(-0.02, 0.02) * height;
  const flank = (side: 1 | -1): Point[] => {
    const points: Point[] = [];
    for (let tier = 0; tier < tiers; tier++) {
      const t = (tier + 0.7) / tiers;
      const top = y - height * (1 - t * 0.9);
      const drop = (height / tiers) * random.between(0.7, 1.35);
      const middle = x + lean * (1 - t);
      // The lowest boughs are short again, so that the stem shows.
      const reach = spread * t ** 0.8 * (t > 0.93 ? 0.7 : 1) * random.between(0.6, 1.15);
      points.push({ x: middle + side * reach * 0.2, y: top });
      points.push({ x: middle + side * reach * 0.6, y: top + drop * 0.5 });
      points.push({ x: middle + side * reach, y: top + drop * random.between(0.85, 1.2) });
      for (let tooth = 1; tooth <= teeth; tooth++) {
        const in_ = 1 - (tooth / (teeth + 1)) * 0.85;
        points.push({ x: middle + side * reach * in_, y: top + drop * (0.55 + 0.3 * in_) });
        points.push({
          x: middle + side * reach * (in_ - 0.06),
          y: top + drop * (0.85 + 0.3 * in_) * random.between(0.85, 1.15),
        });
      }
    }
    return points;
  };
  const right = flank(1);
  const left = flank(-1);
  const trunk = height * 0.016;
  return Path.of([
    { x: x + lean, y: y - height },
    ...right,
    { x: x + trunk, y: y - height * 0.09 },
    { x: x + trunk, y },
    { x: x - trunk, y },
    { x: x - trunk, y: y - height * 0.09 },
    ...left.reverse(),
  ]);
}

/** A palm: a bowed stem and a crown of hanging fronds. */
export function palm(random: Random, x: number, y: number, height: number): Path[] {
  const bow = random.between(-0.35, 0.35) * height;
  const stem: Point[] = Array.from({ length: 16 }, (_, i) => {
    const t = i / 15;
    return { x: x + bow * t * t, y: y - height * t };
  });
  const crown = { x: x + bow, y: y - height };
  const paths = [Path.stroke(stem, (t) => height * (0.045 - 0.022 * t))];
  const fronds = 10 + random.below(5);
  for (let n = 0; n < fronds; n++) {
    const angle = -Math.PI / 2 + ((n + 0.5) / fronds - 0.5) * Math.PI * 1.75 + random.bell() * 0.08;
    const length = height * random.between(0.36, 0.52);
    const upper: Point[] = [];
    const lower: Point[] = [];
    const teeth = 12;
    for (let tooth = 0; tooth <= teeth; tooth++) {
      const t = tooth / teeth;
      const px = crown.x + Math.cos(angle) * length * t;
      const py = crown.y + Math.sin(angle) * length * t + length * 0.75 * t * t;
      const blade = Math.sin(Math.PI * Math.min(1, t * 0.9 + 0.1)) * length * 0.16;
      upper.push({ x: px, y: py - blade * 0.12 });
      lower.push({ x: px + random.between(-0.3, 0.3) * blade, y: py + blade * (tooth % 2 === 0 ? 1 : 0.25) });
    }
    paths.push(Path.of([...upper, ...lower.reverse()]));
  }
  return paths;
}

export interface LeafTree {
  readonly limbs: readonly Path[];
  readonly leaves: readonly { readonly path: Path; readonly colour: Colour }[];
}

/** A broad tree grown by forking: limbs, and leaves in clumps at the twigs, lit from the side of the light. */
export function leafTree(
  random: Random,
  tree: { x: number; y: number; height: number; lightX: number; colours: readonly [Colour, Colour]; bare: boolean },
): LeafTree {
  const limbs: Path[] = [];
  const twigs: (Point & { size: number })[] = [];
  const grow = (from: Point, angle: number, length: number, girth: number, depth: number): void => {
    const bend = random.between(-0.25, 0.25);
    const line: Point[] = Array.from({ length: 7 }, (_, i) => {
      const t = i / 6;
      const turned = angle + bend * t;
      return { x: from.x + Math.cos(turned) * length * t, y: from.y + Math.sin(turned) * length * t };
    });
    limbs.push(Path.stroke(line, (t) => girth * (1 - 0.38 * t)));
    const end = line[6]!;
    if (depth <= 3) twigs.push({ ...end, size: length });
    if (depth === 0) return;
    const forks = random.chance(0.3) ? 3 : 2;
    for (let fork = 0; fork < forks; fork++) {
      const aside = (forks === 2 ? fork * 2 - 1 : fork - 1) * random.between(0.28, 0.62);
      // Boughs seek the light: they turn upwards again.
      const upwards = angle + bend + aside;
      grow(
        end,
        upwards + (-Math.PI / 2 - upwards) * 0.12,
        length * random.between(0.68, 0.86),
        girth * 0.62,
        depth - 1,
      );
    }
  };
  grow({ x: tree.x, y: tree.y }, -Math.PI / 2 + random.between(-0.08, 0.08), tree.height * 0.25, tree.height * 0.06, 6);

  const leaves: { path: Path; colour: Colour; y: number; depth: number }[] = [];
  const side = tree.lightX > tree.x ? 1 : -1;
  const [dark, lit] = tree.colours;
  const perTwig = tree.bare ? 0 : 30;
  for (const twig of twigs) {
    for (let n = 0; n < perTwig; n++) {
      const spread = tree.height * 0.07;
      const x = twig.x + random.bell() * spread;
      const y = twig.y + random.bell() * spread * 0.75;
      const light =
        0.5 +
        (((x - tree.x) * side) / tree.height) * 0.7 +
        ((tree.y - tree.height * 0.62 - y) / tree.height) * 0.9 +
        random.bell() * 0.13;
      const size = tree.height * random.between(0.005, 0.0125);
      const turn = random.next() * Math.PI;
      const path = Path.of(
        Array.from({ length: 7 }, (_, i) => {
          const a = (i / 7) * Math.PI * 2;
          const px = Math.cos(a) * size * random.between(0.8, 1.2);
          const py = Math.sin(a) * size * 0.62 * random.between(0.8, 1.2);
          return { x: x + px * Math.cos(turn) - py * Math.sin(turn), y: y + px * Math.sin(turn) + py * Math.cos(turn) };
        }),
      );
      const shade = Math.min(1, Math.max(0, light));
      leaves.push({
        path,
        colour: tune(blend(dark, lit, shade), random.between(0.9, 1.1)),
        y,
        depth: light + random.bell() * 0.25,
      });
    }
  }
  leaves.sort((a, b) => a.depth - b.depth);
  return { limbs, leaves };
}

export function paintLeafTree(canvas: Canvas, tree: LeafTree, bark: Colour): void {
  for (const limb of tree.limbs) canvas.fill(limb, bark);
  for (const leaf of tree.leaves) canvas.fill(leaf.path, leaf.colour, 0.94);
}
