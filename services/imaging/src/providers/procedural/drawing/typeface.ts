import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { LRUCache } from 'lru-cache';
import type { Font, Glyph } from 'opentype.js';
import { Path, type Point } from './path.ts';
import { Compound, placed } from './shapes.ts';

/** A line of text as one shape: in ems, its baseline at y = 0, its ink from x = 0 to `width`. */
export interface SetLine {
  readonly path: Path;
  readonly width: number;
  /** Of the ink, above the baseline (positive) and below it (positive). */
  readonly rise: number;
  readonly drop: number;
}

// Its CommonJS file, which is what Node takes, has no names that an import statement could see.
const { parse } = createRequire(import.meta.url)('opentype.js') as typeof import('opentype.js');

const CURVE_STEPS = 9;
/** Prompts are endless; what is kept is not. */
const LINES_KEPT = 400;

/** One cut of a family. Its files are read when it is first used, and once. */
export class Typeface {
  readonly #files: readonly string[];
  readonly #lines = new LRUCache<string, SetLine>({ max: LINES_KEPT });
  #fonts: readonly Font[] | null = null;

  /** Addresses of WOFF files, each with other letters; the first that has a letter sets it. */
  constructor(...files: readonly string[]) {
    this.#files = files;
  }

  get capHeight(): number {
    return this.set('H').rise;
  }

  /** `tracking`: added between letters, in ems. */
  set(text: string, tracking = 0): SetLine {
    const key = `${tracking} ${text}`;
    const known = this.#lines.get(key);
    if (known !== undefined) return known;
    const line = this.#compose(text, tracking);
    this.#lines.set(key, line);
    return line;
  }

  #compose(text: string, tracking: number): SetLine {
    const parts: Path[] = [];
    let pen = 0;
    let before: { readonly font: Font; readonly glyph: Glyph } | undefined;
    for (const letter of text.split('')) {
      const font = this.#fontFor(letter);
      if (font === null) continue;
      const glyph = font.charToGlyph(letter);
      if (before?.font === font) pen += font.getKerningValue(before.glyph, glyph) / font.unitsPerEm;
      parts.push(...outlines(glyph, font.unitsPerEm, pen));
      pen += (glyph.advanceWidth ?? 0) / font.unitsPerEm + tracking;
      before = { font, glyph };
    }
    if (parts.length === 0) return { path: new Path(new Float64Array(4)), width: 0, rise: 0, drop: 0 };
    const whole = new Compound(parts);
    return {
      path: placed(whole, (x, y) => [x - whole.left, y]),
      width: whole.right - whole.left,
      rise: -whole.top,
      drop: Math.max(0, whole.bottom),
    };
  }

  #fontFor(letter: string): Font | null {
    this.#fonts ??= this.#files.map((file) => {
      const bytes = readFileSync(fileURLToPath(file));
      return parse(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength));
    });
    return this.#fonts.find((font) => font.charToGlyphIndex(letter) > 0) ?? null;
  }
}

/** A glyph's closed outlines, curves as short lines. */
function outlines(glyph: Glyph, unitsPerEm: number, pen: number): Path[] {
  const paths: Path[] = [];
  let points: Point[] = [];
  let at: Point = { x: 0, y: 0 };
  const close = (): void => {
    if (points.length > 2) paths.push(Path.of(points));
    points = [];
  };
  const to = (x: number, y: number): Point => ({ x: pen + x / unitsPerEm, y: y / unitsPerEm });
  for (const command of glyph.getPath(0, 0, unitsPerEm).commands) {
    if (command.type === 'Z') close();
    else if (command.type === 'M') {
      close();
      at = to(command.x, command.y);
      points.push(at);
    } else {
      const from = at;
      const end = to(command.x, command.y);
      if (command.type === 'L') points.push(end);
      else {
        const first = to(command.x1, command.y1);
        const second = command.type === 'C' ? to(command.x2, command.y2) : first;
        for (let step = 1; step <= CURVE_STEPS; step++)
          points.push(bezier(from, first, second, end, step / CURVE_STEPS, command.type === 'C'));
      }
      at = end;
    }
  }
  close();
  return paths;
}

function bezier(a: Point, b: Point, c: Point, d: Point, t: number, cubic: boolean): Point {
  const s = 1 - t;
  const [wa, wb, wc, wd] = cubic ? [s * s * s, 3 * s * s * t, 3 * s * t * t, t * t * t] : [s * s, 2 * s * t, 0, t * t];
  return { x: a.x * wa + b.x * wb + c.x * wc + d.x * wd, y: a.y * wa + b.y * wb + c.y * wc + d.y * wd };
}

/** A line at a size (units per em), its ink's left end on `x`, its baseline on `y`. */
export const laid = ({ path }: SetLine, x: number, y: number, size: number): Path =>
  placed(path, (px, py) => [x + px * size, y + py * size]);

export const faces = {
  /** Tall, narrow and heavy: for capitals. */
  poster: new Typeface(
    import.meta.resolve('@fontsource/anton/files/anton-latin-400-normal.woff'),
    import.meta.resolve('@fontsource/anton/files/anton-latin-ext-400-normal.woff'),
  ),
  /** Wide and black. */
  black: new Typeface(
    import.meta.resolve('@fontsource/archivo-black/files/archivo-black-latin-400-normal.woff'),
    import.meta.resolve('@fontsource/archivo-black/files/archivo-black-latin-ext-400-normal.woff'),
  ),
  serif: new Typeface(
    import.meta.resolve('@fontsource/playfair-display/files/playfair-display-latin-900-normal.woff'),
    import.meta.resolve('@fontsource/playfair-display/files/playfair-display-latin-ext-900-normal.woff'),
  ),
  italic: new Typeface(
    import.meta.resolve('@fontsource/playfair-display/files/playfair-display-latin-700-italic.woff'),
    import.meta.resolve('@fontsource/playfair-display/files/playfair-display-latin-ext-700-italic.woff'),
  ),
} as const;
