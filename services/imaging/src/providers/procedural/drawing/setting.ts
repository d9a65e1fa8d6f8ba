import type { Typeface, SetLine } from './typeface.ts';

export interface Row {
  readonly text: string;
  readonly line: SetLine;
  /** Units per em. */
  readonly size: number;
  /** Space between its capitals and the row before it, or the top of the block. */
  readonly above: number;
}

/** A row that is drawn out to the whole width. */
interface DrawnOutRow extends Row {
  /** Room that accents above and below its letters take. */
  readonly over: number;
  readonly under: number;
}

export interface Block<R extends Row = Row> {
  readonly rows: readonly R[];
  readonly width: number;
  /** From its top to its foot. */
  readonly height: number;
}

interface DrawnOutBlock extends Block<DrawnOutRow> {
  /** The part of the height that accents below the last row take. */
  readonly foot: number;
}

/** In ems: letters that stand out less, such as round ones, Q and the comma, need no room of their own. */
const ACCENT = 0.15;
/** In ems: what stays free between a tail and the accent below it. */
const CLEAR = 0.02;
const roomFor = (ems: number): number => (ems > ACCENT ? ems : 0);

/** Returns the room that accents above the capitals and below the baseline take, in ems. */
export const accentsOf = ({ rise, drop }: SetLine, face: Typeface): { over: number; under: number } => ({
  over: roomFor(rise - face.capHeight),
  under: roomFor(drop),
});

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
export function justified(
  text: string,
  face: Typeface,
  area: { width: number; height: number; gap: number },
): DrawnOutBlock {
  const words = text.split(' ');
  let best: DrawnOutBlock | null = null;
  for (let count = 1; count <= Math.min(words.length, 8); count++) {
    const lines = broken(words, count, (part) => face.set(part).width).map((line) => ({
      text: line,
      line: face.set(line),
    }));
    const widest = Math.max(...lines.map(({ line }) => line.width));
    // A short word among long ones may grow, but not beyond all measure.
    const sized = lines.map(({ line, text }) => {
      const size = area.width / Math.max(line.width, widest / 3.4);
      const { over, under } = accentsOf(line, face);
      return { text, line, size, over: over * size, under: under * size };
    });
    const rows = sized.map((row, index) => {
      const previous = sized[index - 1];
      return { ...row, above: row.over + (previous === undefined ? 0 : area.gap + previous.under) };
    });
    const foot = rows.at(-1)?.under ?? 0;
    const tall = rows.reduce((sum, { above, size }) => sum + above + size * face.capHeight, foot);
    const scale = Math.min(1, area.height / tall);
    const block = {
      rows: rows.map((row) => ({
        ...row,
        size: row.size * scale,
        above: row.above * scale,
        over: row.over * scale,
        under: row.under * scale,
      })),
      width: area.width * scale,
      height: tall * scale,
      foot: foot * scale,
    };
    if (best === null || block.width * block.height > best.width * best.height) best = block;
  }
  return best ?? { rows: [], width: 0, height: 0, foot: 0 };
}

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
    const needed = set.slice(1).map(({ rise }, index) => set[index]!.drop + rise + CLEAR);
    const leading = Math.max(area.leading, ...needed);
    const { over } = accentsOf(set[0]!, face);
    const ems = over + face.capHeight + (count - 1) * leading;
    const size = Math.min(area.width / widest, area.height / (ems + 0.2), area.largest);
    if (best === null || size > best.rows[0]!.size * 1.0001)
      best = {
        rows: lines.map((text, index) => ({
          text,
          line: set[index]!,
          size,
          above: (index === 0 ? over : leading - face.capHeight) * size,
        })),
        width: widest * size,
        height: ems * size,
      };
  }
  return best ?? { rows: [], width: 0, height: 0 };
}
