import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { graphemesOf } from '@easel/contracts/kernel/cut-text';
import PDFDocument from 'pdfkit';

/** Subsets of Inter, in the order in which they are searched for a character. */
const SUBSETS = ['latin', 'latin-ext', 'cyrillic', 'cyrillic-ext', 'greek', 'greek-ext', 'vietnamese'] as const;
const WEIGHTS = { plain: 400, bold: 600 } as const;
export type Weight = keyof typeof WEIGHTS;

const resolve = createRequire(import.meta.url).resolve;
const files = new Map<string, Buffer>();

/** WOFF files, because pdfkit cannot read WOFF2. */
function fileOf(font: string): Buffer {
  let file = files.get(font);
  if (!file) files.set(font, (file = readFileSync(resolve(`@fontsource/inter/files/inter-${font}-normal.woff`))));
  return file;
}

/** A property of pdfkit’s fonts that its types do not declare: the characters of the font. */
interface WithFont {
  _font: { font: { hasGlyphForCodePoint(codePoint: number): boolean } };
}

interface Run {
  font: string;
  text: string;
}

export interface Place {
  x: number;
  y: number;
}

export interface Look {
  size: number;
  weight?: Weight;
  color?: string;
  /** Whether the text ends at `x` instead of beginning there. */
  right?: boolean;
}

/**
 * Writes lines of any script into a PDF. Each character is written in the subset of Inter that contains it, because the
 * standard PDF fonts garble other scripts. A character that no subset contains is written as its code: [U+6F22].
 */
export class PdfText {
  readonly doc: PDFKit.PDFDocument;
  /** Whether a character was written as its code so far. */
  wroteCodes = false;
  private readonly registered = new Set<string>();
  private readonly fonts = new Map<string, string | null>();

  /** `at` is the creation date in the file, so that equal contents are equal bytes. */
  constructor({ title, at, margin }: { title: string; at: Date; margin: number }) {
    const info = { Title: title, CreationDate: at, ModDate: at };
    // No initial font: if one registered later equals it, pdfkit reads that one again for each use.
    this.doc = new PDFDocument({ size: 'A4', margin, info, bufferPages: true, font: '' });
  }

  /** Writes one line. */
  write(text: string, { x, y }: Place, look: Look): void {
    const runs = this.runsOf(text, look.weight);
    let from = look.right ? x - this.widthOf(text, look) : x;
    this.doc.fillColor(look.color ?? '#111111');
    for (const { font, text: part } of runs) {
      this.use(font).fontSize(look.size);
      this.doc.text(part, from, y, { lineBreak: false });
      from += this.doc.widthOfString(part);
    }
  }

  widthOf(text: string, { size, weight }: Pick<Look, 'size' | 'weight'>): number {
    return this.runsOf(text, weight).reduce(
      (width, run) => width + this.use(run.font).fontSize(size).widthOfString(run.text),
      0,
    );
  }

  /** Returns the start of a text that fits, with … if it is cut. */
  fit(text: string, width: number, look: Pick<Look, 'size' | 'weight'>): string {
    if (this.widthOf(text, look) <= width) return text;
    const characters = graphemesOf(text);
    let most = 0;
    let tooMany = characters.length;
    const cut = (length: number): string => `${characters.slice(0, length).join('').trimEnd()}…`;
    while (tooMany - most > 1) {
      const middle = Math.floor((most + tooMany) / 2);
      if (this.widthOf(cut(middle), look) <= width) most = middle;
      else tooMany = middle;
    }
    return cut(most);
  }

  /** Breaks a paragraph into lines between words. */
  linesOf(text: string, width: number, look: Pick<Look, 'size' | 'weight'>): string[] {
    const lines: string[] = [];
    for (const word of text.split(/\s+/)) {
      const line = lines.at(-1);
      const longer = line === undefined ? word : `${line} ${word}`;
      if (line !== undefined && this.widthOf(longer, look) <= width) lines[lines.length - 1] = longer;
      else lines.push(this.fit(word, width, look));
    }
    return lines;
  }

  async finish(): Promise<Buffer> {
    const parts: Buffer[] = [];
    this.doc.on('data', (part: Buffer) => parts.push(part));
    const ended = new Promise<void>((resolve, reject) => {
      this.doc.once('end', resolve);
      this.doc.once('error', reject);
    });
    this.doc.end();
    await ended;
    return Buffer.concat(parts);
  }

  private runsOf(text: string, weight: Weight = 'plain'): Run[] {
    const runs: Run[] = [];
    const add = (font: string, part: string): void => {
      const last = runs.at(-1);
      if (last?.font === font) last.text += part;
      else runs.push({ font, text: part });
    };
    for (const character of text.normalize('NFC').replaceAll(/\s+/g, ' ')) {
      const codePoint = character.codePointAt(0) ?? 0;
      const font = this.fontOf(codePoint, weight);
      if (font !== null) add(font, character);
      else if (!isUnseen(character)) {
        this.wroteCodes = true;
        add(`latin-${WEIGHTS[weight]}`, `[U+${codePoint.toString(16).toUpperCase().padStart(4, '0')}]`);
      }
    }
    return runs;
  }

  /** Returns null if no subset contains the character. */
  private fontOf(codePoint: number, weight: Weight): string | null {
    const key = `${weight} ${codePoint}`;
    let font = this.fonts.get(key);
    if (font === undefined) {
      const found = SUBSETS.map((subset) => `${subset}-${WEIGHTS[weight]}`).find((one) => this.has(one, codePoint));
      this.fonts.set(key, (font = found ?? null));
    }
    return font;
  }

  private has(font: string, codePoint: number): boolean {
    this.use(font);
    return (this.doc as unknown as WithFont)._font.font.hasGlyphForCodePoint(codePoint);
  }

  private use(font: string): PDFKit.PDFDocument {
    if (!this.registered.has(font)) {
      this.doc.registerFont(font, fileOf(font));
      this.registered.add(font);
    }
    return this.doc.font(font);
  }
}

/** Joiners, direction marks and the like, whose codes would tell the reader nothing. */
const isUnseen = (character: string): boolean => /^[\p{Cf}\p{Cc}\p{Mn}]$/u.test(character);
