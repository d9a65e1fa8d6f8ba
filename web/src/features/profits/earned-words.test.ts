import { expect, test } from 'vitest';
import { creditsNote, earnedText, sourceName } from './earned-words.ts';

test('names what was earned in credits, dollars or both', () => {
  expect(earnedText({ credits: 12.5, dollars: 1.2 })).toBe('12.5 credits and $1.20');
  expect(earnedText({ credits: 1, dollars: 0 })).toBe('1 credit');
  expect(earnedText({ credits: 0, dollars: 3 })).toBe('$3.00');
  expect(earnedText({ credits: 0, dollars: 0 })).toBe('nothing');
});

test('explains a worth only if it includes credits', () => {
  expect(creditsNote({ credits: 12, dollars: 1.2 })).toBe('12 credits and $1.20');
  expect(creditsNote({ credits: 0, dollars: 3 })).toBeUndefined();
});

test('names sources, and the plan’s rate of downloads', () => {
  expect(sourceName({ source: 'downloads', tier: 'studio' })).toBe(
    'Downloads on the plan Studio: up to 1.5 credits each',
  );
  expect(sourceName({ source: 'downloads', tier: 'enterprise' })).toBe(
    'Downloads on the plan Enterprise: up to 3 credits and 15% of prices in dollars each',
  );
  expect(sourceName({ source: 'curator', tier: null })).toBe('Sales as a curator');
  expect(sourceName({ source: 'challenges', tier: null })).toBe('Challenges');
});
