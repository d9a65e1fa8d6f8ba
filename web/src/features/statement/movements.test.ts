import { expect, test } from 'vitest';
import { asideText, movementsOf, reasonText } from './movements.ts';

const still = { credits: 0, held: 0, dollars: 0, frozen: 0, card: 0 };
const texts = (sums: Partial<typeof still>) => movementsOf({ ...still, ...sums }).map(({ text }) => text);

test('a movement has its sign and its unit', () => {
  expect(texts({ credits: 50 })).toEqual(['+50 credits']);
  expect(texts({ credits: -12.5 })).toEqual(['−12.5 credits']);
  expect(texts({ dollars: -3 })).toEqual(['−$3.00']);
  expect(texts({ credits: 1, dollars: 0.15 })).toEqual(['+1 credit', '+$0.15']);
});

test('shows what a card paid past the wallet, and not a top-up twice', () => {
  expect(texts({ card: 39.99 })).toEqual(['−$39.99 by card']);
  expect(texts({ card: -39.99 })).toEqual(['+$39.99 to your card']);
  expect(texts({ dollars: 20, card: 20 })).toEqual(['+$20.00']);
});

test('a generation sets aside, and its end settles that or gives it back', () => {
  expect(asideText({ ...still, credits: -10, held: 10 })).toBe('Set aside until the image is ready');
  expect(texts({ held: -10 })).toEqual([]);
  expect(asideText({ ...still, held: -10 })).toBe('Spends 10 credits that were set aside');
  expect(asideText({ ...still, credits: 10, held: -10 })).toBe('Was set aside, and came back');
});

test('a dispute puts out of reach, and its end gives up or gives back', () => {
  expect(asideText({ ...still, dollars: -20, frozen: 20 })).toBe('Out of reach while the bank decides');
  expect(asideText({ ...still, frozen: -20 })).toBe('$20.00 went to the bank');
  expect(asideText({ ...still, dollars: 20, frozen: -20 })).toBe('Was out of reach, and came back');
  expect(asideText({ ...still, credits: 50 })).toBeUndefined();
});

test('a picture is one line, which says what became of what was set aside', () => {
  const said = (settledBy: 'generation-charge' | 'generation-release' | null) => [
    reasonText({ reason: 'generation-hold', settledBy }),
    asideText({ ...still, credits: -10, held: 10, settledBy }),
  ];
  expect(said(null)).toEqual(['Image in the making', 'Set aside until the image is ready']);
  expect(said('generation-charge')).toEqual(['Image', undefined]);
  expect(said('generation-release')).toEqual(['Image that was not made', undefined]);
  expect(reasonText({ reason: 'generation-release' })).toBe('Image not made');
});
