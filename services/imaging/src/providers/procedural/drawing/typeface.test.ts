import { settableRanges } from '@easel/contracts/generation/lexicon/letters';
import { describe, expect, test } from 'vitest';
import { faces, Typeface } from './typeface.ts';

const sets = Object.values(faces).map((face) => face.codePoints);
const everyFaceHas = (text: string): boolean =>
  Array.from(text).every((letter) => sets.every((has) => has.has(letter.codePointAt(0)!)));
const hexOf = (codePoint: number): string => codePoint.toString(16).toUpperCase();
/** What is seen and what all faces have, also in capitals and in lower case. */
const settable = [...sets[0]!]
  .sort((a, b) => a - b)
  .map((codePoint) => String.fromCodePoint(codePoint))
  .filter((letter) => /[^\s\p{Cc}\p{Default_Ignorable_Code_Point}]/u.test(letter))
  .filter((letter) => everyFaceHas(letter + letter.toUpperCase() + letter.toLowerCase()));

test('the contracts list exactly the characters that every face has in both cases', () => {
  const ranges: [from: number, to: number][] = [];
  for (const codePoint of settable.map((letter) => letter.codePointAt(0)!)) {
    const last = ranges.at(-1);
    if (last?.[1] === codePoint - 1) last[1] = codePoint;
    else ranges.push([codePoint, codePoint]);
  }
  const text = ranges.map(([from, to]) => (from === to ? hexOf(from) : `${hexOf(from)}-${hexOf(to)}`)).join(' ');
  expect(settableRanges).toBe(text);
});

describe.each(Object.entries(faces))('the face %s', (_name, face) => {
  test('draws each settable character in both cases', () => {
    const texts = settable.flatMap((letter) => [letter, letter.toUpperCase(), letter.toLowerCase()]);
    expect(texts.filter((text) => face.set(text).width === 0)).toEqual([]);
  });

  test('draws an accent that it has no whole letter for above or below its letter', () => {
    const [plain, dotted] = [face.set('s'), face.set('ṣ')];
    expect(dotted.width).toBeCloseTo(plain.width, 2);
    expect(dotted.drop).toBeGreaterThan(plain.drop + 0.05);
    expect(dotted.rise).toBeCloseTo(plain.rise, 5);
  });

  test('kerns', () => {
    const widthOf = (text: string): number => face.set(text).width;
    expect(widthOf('HAVH') - widthOf('HAH') - widthOf('HVH') + widthOf('HH')).toBeLessThan(-0.015);
  });

  test('moves letters apart by the tracking, and no accent from its letter', () => {
    expect(face.set('HHH', 0.1).width).toBeCloseTo(face.set('HHH').width + 0.2, 9);
    expect(face.set('ṣ', 0.1).width).toBeCloseTo(face.set('ṣ').width, 9);
  });
});

test('sets letters with tracking without ligatures', () => {
  expect(faces.serif.set('fi', 0.0001).width).not.toBeCloseTo(faces.serif.set('fi').width, 2);
});

test('leaves out characters without a glyph', () => {
  expect(faces.poster.set('a日b').width).toBeCloseTo(faces.poster.set('ab').width, 9);
});

test('throws for a file that is no TrueType or OpenType font', () => {
  expect(() => new Typeface(import.meta.url).set('H')).toThrow(/not a TrueType or OpenType font/);
});
