export interface Point {
  readonly x: number;
  readonly y: number;
}

/** A closed outline in picture units, filled where it winds. */
export class Path {
  /** x and y in turns. */
  readonly points: Float64Array;
  readonly top: number;
  readonly bottom: number;
  readonly left: number;
  readonly right: number;

  constructor(points: Float64Array) {
    this.points = points;
    let top = Infinity;
    let bottom = -Infinity;
    let left = Infinity;
    let right = -Infinity;
    for (let i = 0; i < points.length; i += 2) {
      const x = points[i]!;
      const y = points[i + 1]!;
      if (x < left) left = x;
      if (x > right) right = x;
      if (y < top) top = y;
      if (y > bottom) bottom = y;
    }
    this.top = top;
    this.bottom = bottom;
    this.left = left;
    this.right = right;
  }

  static of(points: readonly Point[]): Path {
    const flat = new Float64Array(points.length * 2);
    points.forEach((point, i) => {
      flat[2 * i] = point.x;
      flat[2 * i + 1] = point.y;
    });
    return new Path(flat);
  }

  static circle(x: number, y: number, radius: number, corners = 96): Path {
    const flat = new Float64Array(corners * 2);
    for (let i = 0; i < corners; i++) {
      const angle = (i / corners) * Math.PI * 2;
      flat[2 * i] = x + Math.cos(angle) * radius;
      flat[2 * i + 1] = y + Math.sin(angle) * radius;
    }
    return new Path(flat);
  }

  /**
   * The outline of a stroke along a line; `width` in picture units by the share (0 to 1) of the line's points behind.
   */
  static stroke(line: readonly Point[], width: (along: number) => number): Path {
    const count = line.length;
    const flat = new Float64Array(count * 4);
    for (let i = 0; i < count; i++) {
      const here = line[i]!;
      const before = line[Math.max(0, i - 1)]!;
      const after = line[Math.min(count - 1, i + 1)]!;
      const dx = after.x - before.x;
      const dy = after.y - before.y;
      const length = Math.hypot(dx, dy) || 1;
      const half = width(i / Math.max(1, count - 1)) / 2;
      const nx = (-dy / length) * half;
      const ny = (dx / length) * half;
      flat[2 * i] = here.x + nx;
      flat[2 * i + 1] = here.y + ny;
      const back = 2 * (2 * count - 1 - i);
      flat[back] = here.x - nx;
      flat[back + 1] = here.y - ny;
    }
    return new Path(flat);
  }

  /**
   * A long stroke cut into short ones, as a path is filled over the whole width it spans in each row. Pieces meet
   * exactly; with `overlap` each reaches a point into the next, which hides the joints of opaque ones.
   */
  static pieces(
    line: readonly Point[],
    width: (along: number) => number,
    pointsEach: number,
    overlap: boolean,
  ): Path[] {
    const outline = Path.stroke(line, width).points;
    const count = line.length;
    const paths: Path[] = [];
    for (let from = 0; from < count - 1; from += pointsEach) {
      const to = Math.min(count - 1, from + pointsEach + (overlap ? 1 : 0));
      const points = new Float64Array((to - from + 1) * 4);
      points.set(outline.subarray(2 * from, 2 * (to + 1)));
      points.set(outline.subarray(2 * (2 * count - 1 - to), 2 * (2 * count - from)), (to - from + 1) * 2);
      paths.push(new Path(points));
    }
    return paths;
  }
}
