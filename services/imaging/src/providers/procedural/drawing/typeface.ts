import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Blob as FontFile, Buffer as ShapingBuffer, Direction, Face, Feature, Font, shape } from 'harfbuzzjs';
import { LRUCache } from 'lru-cache';
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

const CURVE_STEPS = 9;
/** Prompts are endless; what is kept is not. */
const LINES_KEPT = 400;

/** Letters that are set apart stay apart. */
const apart = [new Feature('liga', 0), new Feature('clig', 0)];

/** One cut of a family. Its file is read when it is first used, and once in a process. */
export class Typeface {
  readonly #file: string;
  readonly #lines = new LRUCache<string, SetLine>({ max: LINES_KEPT });
  #loaded: Font | null = null;

  /** Takes the address of a TrueType or OpenType file. Using the face throws where the file is of another format. */
  constructor(file: string) {
    this.#file = file;
  }

  get capHeight(): number {
    return this.set('H').rise;
  }

  /** Every code point that has a glyph. */
  get codePoints(): ReadonlySet<number> {
    return new Set(this.#font.face.collectUnicodes());
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
    const font = this.#font;
    const em = font.face.upem;
    const parts: Path[] = [];
    let pen = 0;
    const glyphs = shaped(text, font, tracking === 0 ? [] : apart);
    for (const [index, { codepoint: glyph, cluster, xAdvance = 0, xOffset = 0, yOffset = 0 }] of glyphs.entries()) {
      // A character without a glyph is left out: the face would draw a box.
      if (glyph === 0) continue;
      parts.push(...outlines(font, glyph, { x: pen + xOffset / em, y: -yOffset / em }));
      pen += xAdvance / em;
      // Accents that are glyphs of their own belong to their letter.
      if (glyphs[index + 1]?.cluster !== cluster) pen += tracking;
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

  get #font(): Font {
    if (this.#loaded !== null) return this.#loaded;
    const face = new Face(new FontFile(readFileSync(fileURLToPath(this.#file))));
    // HarfBuzz opens anything: a WOFF file, for example, is a face without letters.
    if (face.collectUnicodes().length === 0) throw new Error(`not a TrueType or OpenType font: ${this.#file}`);
    return (this.#loaded = new Font(face));
  }
}

/** Returns the glyphs of a text, kerned. Nothing depends on the machine's language. */
function shaped(text: string, font: Font, features: Feature[]) {
  const buffer = new ShapingBuffer();
  buffer.addText(text);
  buffer.setDirection(Direction.LTR);
  buffer.setScript('Latn');
  buffer.setLanguage('en');
  shape(font, buffer, features);
  return buffer.getGlyphInfosAndPositions();
}

/** Returns a glyph's closed outlines in ems, curves as short lines. */
function outlines(font: Font, glyph: number, origin: Point): Path[] {
  const em = font.face.upem;
  const paths: Path[] = [];
  let points: Point[] = [];
  let at = origin;
  for (const { type, values } of font.glyphToJson(glyph)) {
    const ends = pairs(values).map(([x, y]) => ({ x: origin.x + x / em, y: origin.y - y / em }));
    const end = ends.at(-1) ?? at;
    if (type === 'M' || type === 'Z') {
      if (points.length > 2) paths.push(Path.of(points));
      points = type === 'M' ? [end] : [];
    } else if (type === 'L') points.push(end);
    else {
      const [first = end, second = first] = ends.slice(0, -1);
      for (let step = 1; step <= CURVE_STEPS; step++)
        points.push(bezier(at, first, second, end, step / CURVE_STEPS, type === 'C'));
    }
    at = end;
  }
  return paths;
}

const pairs = (values: readonly number[]): [x: number, y: number][] =>
  Array.from({ length: values.length / 2 }, (_, n) => [values[2 * n]!, values[2 * n + 1]!]);

function bezier(a: Point, b: Point, c: Point, d: Point, t: number, cubic: boolean): Point {
  const s = 1 - t;
  const [wa, wb, wc, wd] = cubic ? [s * s * s, 3 * s * s * t, 3 * s * t * t, t * t * t] : [s * s, 2 * s * t, 0, t * t];
  return { x: a.x * wa + b.x * wb + c.x * wc + d.x * wd, y: a.y * wa + b.y * wb + c.y * wc + d.y * wd };
}

/** A line at a size (units per em), its ink's left end on `x`, its baseline on `y`. */
export const laid = ({ path }: SetLine, x: number, y: number, size: number): Path =>
  placed(path, (px, py) => [x + px * size, y + py * size]);

/** A character may be asked for where the contracts' `settableRanges` has it: in every one of these. */
export const faces = {
  /** Tall, narrow and heavy: for capitals. */
  poster: new Typeface(import.meta.resolve('@expo-google-fonts/anton/400Regular/Anton_400Regular.ttf')),
  /** Wide and black. */
  black: new Typeface(import.meta.resolve('@expo-google-fonts/archivo/900Black/Archivo_900Black.ttf')),
  serif: new Typeface(import.meta.resolve('@expo-google-fonts/playfair-display/900Black/PlayfairDisplay_900Black.ttf')),
  italic: new Typeface(
    import.meta.resolve('@expo-google-fonts/playfair-display/700Bold_Italic/PlayfairDisplay_700Bold_Italic.ttf'),
  ),
} as const;
