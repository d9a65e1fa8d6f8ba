/** Words of one fact at most: what a longer one says after these is not found by them. */
export const WORDS_MAX = 96;

/** What a character is in a word: nothing, part of it, or a joint as in `image-download`. */
const [PART, JOINT] = [1, 2];
const ASCII = 128;
const kinds = new Uint8Array(ASCII);
for (const [letters, kind] of [
  ['0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ', PART],
  ['-_', JOINT],
] as const) {
  for (const letter of letters) kinds[letter.charCodeAt(0)] = kind;
}
const BETWEEN_WORDS = /[^\p{L}\p{N}\p{M}_-]+/u;
const JOINTS = /[_-]+/;
const UUID_CHARS = 36;
const [SEED_A, SEED_B] = [0x3c6ef372, 0x1f83d9ab];
/** Makes four letters small, and leaves digits and joints different from each other. */
const SMALL = 0x20202020;
const DASH = 45;
/** A bit that letters have, and digits and dashes have not. */
const LETTER = 0x40;

const isShapedAsId = (text: string): boolean =>
  text.length === UUID_CHARS &&
  text.charCodeAt(8) === DASH &&
  text.charCodeAt(13) === DASH &&
  text.charCodeAt(18) === DASH &&
  text.charCodeAt(23) === DASH;

/** As words are told apart: in lower case, characters beyond ASCII brought to one form. */
const plain = (text: string): string => text.normalize('NFKC').toLowerCase();

/**
 * The different words of a fact, each as a number of 64 bits in two halves. A word is letters and digits with `-` and
 * `_` between them, and where it has such joints its parts are words too, but for an id's.
 */
export class Words {
  /** Halves in turn: two a word. */
  readonly halves = new Int32Array(2 * WORDS_MAX);
  /** 1 for a word of ASCII letters alone: of these a type of facts says few, of ids each fact says others. */
  readonly isLetters = new Uint8Array(WORDS_MAX);
  count = 0;
  /** Where each word stands: in which text, from where to where. */
  private readonly texts: string[] = [];
  private readonly ends = new Int32Array(2 * WORDS_MAX);

  /** Words as they stand in a text, joints and all. */
  static apart(text: string): string[] {
    return plain(text)
      .split(BETWEEN_WORDS)
      .filter((word) => word !== '');
  }

  clear(): void {
    this.count = 0;
  }

  /** The text as one word, whatever is in it. */
  whole(text: string): void {
    if (!this.unit(text, 0, text.length)) this.unitOfAny(plain(text));
  }

  /** The words in the text. */
  within(text: string): void {
    const { length } = text;
    if (isShapedAsId(text)) {
      if (!this.unit(text, 0, length)) this.withinAny(text);
      return;
    }
    let from = -1;
    let joint = -1;
    let last = -1;
    const before = this.count;
    for (let index = 0; index < length; index++) {
      const code = text.charCodeAt(index);
      if (code >= ASCII) {
        this.count = before;
        this.withinAny(text);
        return;
      }
      const kind = kinds[code];
      if (kind === PART) {
        if (from < 0) from = index;
        last = index;
      } else if (from >= 0) {
        if (kind === JOINT) joint = index;
        else {
          this.word(text, from, last + 1, joint);
          from = -1;
          joint = -1;
        }
      }
    }
    if (from >= 0) this.word(text, from, last + 1, joint);
  }

  /** A word of ASCII letters alone, as it is told apart. */
  text(word: number): string {
    return (this.texts[word] ?? '').slice(this.ends[2 * word], this.ends[2 * word + 1]).toLowerCase();
  }

  addAll(others: Words): void {
    const { halves, isLetters, count, texts, ends } = others;
    for (let word = 0; word < count; word++) {
      const [a, b] = [halves[2 * word] ?? 0, halves[2 * word + 1] ?? 0];
      this.add(a, b, isLetters[word] ?? 0, texts[word] ?? '', ends[2 * word] ?? 0, ends[2 * word + 1] ?? 0);
    }
  }

  /** `joint`: where a joint stands, which may be behind its end; negative for none. */
  private word(text: string, from: number, to: number, joint: number): void {
    this.unit(text, from, to);
    if (joint < 0) return;
    const word = text.slice(from, to);
    if (!isShapedAsId(word)) this.parts(word);
  }

  private withinAny(text: string): void {
    for (const one of Words.apart(text)) {
      const word = one.replaceAll(/^[_-]+|[_-]+$/g, '');
      this.unitOfAny(word);
      if (!isShapedAsId(word)) this.parts(word);
    }
  }

  private parts(word: string): void {
    const parts = word.split(JOINTS);
    if (parts.length > 1) for (const part of parts) this.unitOfAny(part);
  }

  private unitOfAny(text: string): void {
    const bytes = this.unit(text, 0, text.length) ? '' : Buffer.from(text).toString('latin1');
    if (bytes !== '') this.hash(bytes, 0, bytes.length, 0);
  }

  /** False, and nothing is taken, where there are characters beyond ASCII. */
  private unit(text: string, from: number, to: number): boolean {
    if (to <= from) return true;
    const before = this.count;
    const seen = this.hash(text, from, to, SMALL);
    if (seen < ASCII) return true;
    this.count = before;
    return false;
  }

  /** Takes the word and gives all bits that its characters have. */
  private hash(text: string, from: number, to: number, small: number): number {
    let [a, b] = [SEED_A ^ (to - from), SEED_B];
    let [seen, shared] = [0, LETTER];
    let index = from;
    for (; index + 3 < to; index += 4) {
      const one = text.charCodeAt(index);
      const two = text.charCodeAt(index + 1);
      const three = text.charCodeAt(index + 2);
      const four = text.charCodeAt(index + 3);
      seen |= one | two | three | four;
      shared &= one & two & three & four;
      const together = (one ^ (two << 8) ^ (three << 16) ^ (four << 24)) | small;
      a = Math.imul(a ^ together, 0x9e3779b1);
      a = (a << 13) | (a >>> 19);
      b = Math.imul(b ^ together, 0x85ebca6b);
      b = (b << 15) | (b >>> 17);
    }
    for (; index < to; index++) {
      const code = text.charCodeAt(index);
      seen |= code;
      shared &= code;
      const last = code | (small & 0xff);
      a = Math.imul(a ^ last, 0x9e3779b1);
      a = (a << 13) | (a >>> 19);
      b = Math.imul(b ^ last, 0x85ebca6b);
      b = (b << 15) | (b >>> 17);
    }
    const isLetters = seen < ASCII && shared === LETTER ? 1 : 0;
    this.add(stirred(a ^ (b >>> 3)), stirred(b ^ Math.imul(a, 5)), isLetters, text, from, to);
    return seen;
  }

  private add(a: number, b: number, isLetters: number, text: string, from: number, to: number): void {
    const { halves, count } = this;
    if (count >= WORDS_MAX) return;
    for (let index = 0; index < 2 * count; index += 2) if (halves[index] === a && halves[index + 1] === b) return;
    halves[2 * count] = a;
    halves[2 * count + 1] = b;
    this.isLetters[count] = isLetters;
    this.texts[count] = text;
    this.ends[2 * count] = from;
    this.ends[2 * count + 1] = to;
    this.count = count + 1;
  }
}

/** Spreads what differs over all the bits. */
export function stirred(value: number): number {
  let stir = Math.imul(value ^ (value >>> 16), 0x21f0aaad);
  stir = Math.imul(stir ^ (stir >>> 15), 0x735a2d97);
  return stir ^ (stir >>> 15);
}
