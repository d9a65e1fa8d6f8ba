import type { Typeface, SetLine } from './typeface.ts';

export interface Row {
  readonly text: string;
  readonly line: SetLine;
  /** Units per em. */
  readonly size: number;
}

export interface Block {
  readonly rows: readonly Row[];
  readonly width: number;
  readonly height: number;
}

/** Words into `count` lines as even as they can be: least squares over all ways to break. */
export function broken(words: readonly string[], count: number, widthOf: (text: string) => number): string[] {
  const whole = widthOf(words.join(' ')) / count;
  const best = Array.from({ length: count + 1 }, () =>
    Array.from({ length: words.length + 1 }, () => ({ cost: Infinity, from: 0 })),
  );
  best[0]![0] = { cost: 0, from: 0 };
  for (let line = 1; line <= count; line++) {
    for (let to = line; to <= words.length; to++) {
      for (let from = line - 1; from < to; from++) {
        const before = best[line - 1]![from]!.cost;
        if (before === Infinity) continue;
        const cost = before + (widthOf(words.slice(from, to).join(' ')) - whole) ** 2;
        if (cost < best[line]![to]!.cost) best[line]![to] = { cost, from };
      }
    }
  }
  const lines: string[] = [];
  for (let line = count, to = words.length; line > 0; line--) {
    const { from } = best[line]![to]!;
    lines.unshift(words.slice(from, to).join(' '));
    to = from;
  }
  return lines;
}

/** How a text fills an area best when each line is drawn out to the whole width. */
export function justified(text: string, face: Typeface, area: { width: number; height: number; gap: number }): Block {
  const words = text.split(' ');
  let best: Block | null = null;
  for (let count = 1; count <= Math.min(words.length, 8); count++) {
    const lines = broken(words, count, (part) => face.set(part).width).map((line) => ({
      text: line,
      line: face.set(line),
    }));
    const widest = Math.max(...lines.map(({ line }) => line.width));
    // A short word among long ones may grow, but not beyond all measure.
    const rows = lines.map((row) => ({ ...row, size: area.width / Math.max(row.line.width, widest / 3.4) }));
    const tall = heightOf(rows, face, area.gap);
    const scale = Math.min(1, area.height / tall);
    const block = {
      rows: rows.map((row) => ({ ...row, size: row.size * scale })),
      width: area.width * scale,
      height: tall * scale,
    };
    if (best === null || block.width * block.height > best.width * best.height) best = block;
  }
  return best ?? { rows: [], width: 0, height: 0 };
}

const heightOf = (rows: readonly Row[], face: Typeface, gap: number): number =>
  rows.reduce((sum, row) => sum + row.size * face.capHeight, 0) + gap * Math.max(0, rows.length - 1);

/** All lines of one size, as large as the area lets them be; `leading` in sizes from baseline to baseline. */
export function evenly(
  text: string,
  face: Typeface,
  area: { width: number; height: number; leading: number; largest: number; tracking?: number },
): Block {
  const words = text.split(' ');
  const tracking = area.tracking ?? 0;
  let best: Block | null = null;
  for (let count = 1; count <= Math.min(words.length, 10); count++) {
    const lines = broken(words, count, (part) => face.set(part, tracking).width);
    const set = lines.map((line) => face.set(line, tracking));
    const widest = Math.max(...set.map(({ width }) => width), 0.01);
    const ems = face.capHeight + (count - 1) * area.leading + 0.2;
    const size = Math.min(area.width / widest, area.height / ems, area.largest);
    if (best === null || size > best.rows[0]!.size * 1.0001)
      best = {
        rows: lines.map((line, index) => ({ text: line, line: set[index]!, size })),
        width: widest * size,
        height: (face.capHeight + (count - 1) * area.leading) * size,
      };
  }
  return best ?? { rows: [], width: 0, height: 0 };
}
