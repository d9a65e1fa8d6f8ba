import { stirred, Words } from './words.ts';

/**
 * A block is a stretch of the log. It ends at so many events, or sooner where they say much; which words are in it, and
 * of which types their events are, a Bloom filter knows, so that few blocks have to be looked into for what is rare.
 */
export const BLOCK_EVENTS = 512;
export const BLOCK_WORDS = BLOCK_EVENTS * 24;

/** A filter is stored in so many parts, of which a search reads the one that its word lies in. */
export const PARTS = 16;
export const PART_BYTES = 1_024;
const PART_BITS = PART_BYTES * 8;
const PROBES = 5;

/** Where a word, or a word together with a type, leaves its bits. */
export interface Probe {
  part: number;
  bits: readonly number[];
}

/** Of 64 bits, as `Words` makes them. */
export interface Key {
  a: number;
  b: number;
  /** It is a word of ASCII letters alone. */
  isLetters?: boolean;
}

export function probeOf({ a, b }: Key): Probe {
  const step = stepOf(b);
  return {
    part: a & (PARTS - 1),
    bits: Array.from({ length: PROBES }, (_, turn) => ((a >>> 4) + turn * step) & (PART_BITS - 1)),
  };
}

/** The word, in an event of this type. */
export const together = (word: Key, type: Key): Key => ({
  a: stirred(word.a ^ Math.imul(type.a, 3)),
  b: stirred(word.b ^ Math.imul(type.b, 3)),
});

const stepOf = (b: number): number => ((b >>> 8) & (PART_BITS - 1)) | 1;

/** What the filter of one block is made in. */
export class Filter {
  private readonly bytes = new Uint8Array(PARTS * PART_BYTES);

  /** The words of one event, the first of which is its type. */
  add(halves: Int32Array, from: number, count: number): void {
    const [typeA, typeB] = [Math.imul(halves[2 * from] ?? 0, 3), Math.imul(halves[2 * from + 1] ?? 0, 3)];
    for (let word = from; word < from + count; word++) {
      const [a, b] = [halves[2 * word] ?? 0, halves[2 * word + 1] ?? 0];
      this.set(a, b);
      this.set(stirred(a ^ typeA), stirred(b ^ typeB));
    }
  }

  part(index: number): Uint8Array {
    return this.bytes.subarray(index * PART_BYTES, (index + 1) * PART_BYTES);
  }

  private set(a: number, b: number): void {
    const { bytes } = this;
    const start = (a & (PARTS - 1)) * PART_BYTES;
    const step = stepOf(b);
    for (let turn = 0, bit = a >>> 4; turn < PROBES; turn++, bit += step) {
      const place = bit & (PART_BITS - 1);
      const index = start + (place >> 3);
      bytes[index] = (bytes[index] ?? 0) | (1 << (place & 7));
    }
  }
}

const SAID_BITS = 32_768;

/**
 * Of a type of facts, which words of letters alone its facts say: a type that never says a word need not be looked
 * through.
 */
export class SaidFilter {
  readonly bytes = Buffer.alloc(SAID_BITS / 8);

  static bitsOf({ a, b }: Key): number[] {
    return Array.from({ length: PROBES }, (_, turn) => saidBit(a, b, turn));
  }

  add({ halves, isLetters, count }: Words): void {
    const { bytes } = this;
    for (let word = 0; word < count; word++) {
      if (isLetters[word] === 0) continue;
      const [a, b] = [halves[2 * word] ?? 0, halves[2 * word + 1] ?? 0];
      for (let turn = 0; turn < PROBES; turn++) {
        const bit = saidBit(a, b, turn);
        bytes[bit >> 3] = (bytes[bit >> 3] ?? 0) | (1 << (bit & 7));
      }
    }
  }

  /** Takes in what was said before; false where that had all of it. */
  joins(before: Buffer): boolean {
    const { bytes } = this;
    for (let index = 0; index < bytes.length; index++) bytes[index] = (bytes[index] ?? 0) | (before[index] ?? 0);
    return !bytes.equals(before);
  }
}

const saidBit = (a: number, b: number, turn: number): number => ((a >>> 9) + turn * (b | 1)) & (SAID_BITS - 1);

const scratch = new Words();

/** The text as one word: a type, a stream, an id. */
export function keyOf(text: string): Key {
  scratch.clear();
  scratch.whole(text);
  return keysNow()[0] ?? { a: 0, b: 0 };
}

/** A word that is searched by. */
export interface Searched {
  key: Key;
  /** Words that have this in them are meant, too; undefined where only the whole word is. */
  part: string | undefined;
}

/** Of fewer letters, too many words would have them in them. */
export const PART_LETTERS = 3;

/** Of the words that are searched by, each as it was written: of `image-download` that, and not its parts. */
export function searchedWords(text: string): Searched[] {
  const searched: Searched[] = [];
  for (const word of Words.apart(text)) {
    scratch.clear();
    scratch.within(word);
    const [key] = keysNow();
    if (!key) continue;
    const isPart = key.isLetters === true && word.length >= PART_LETTERS;
    searched.push({ key, part: isPart ? word : undefined });
  }
  return searched;
}

function keysNow(): Key[] {
  const { halves, isLetters, count } = scratch;
  return Array.from({ length: count }, (_, index) => ({
    a: halves[2 * index] ?? 0,
    b: halves[2 * index + 1] ?? 0,
    isLetters: isLetters[index] === 1,
  }));
}

/** As it is kept beside its row, in hexadecimal digits. */
export const hexOfKey = ({ a, b }: Key): string =>
  [a, b].map((half) => (half >>> 0).toString(16).padStart(8, '0')).join('');
