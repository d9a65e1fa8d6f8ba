import { expect, test } from 'vitest';
import { msText, shareText, thresholdText, vitalOf, vitalText } from './vitals.ts';

test('times are told in seconds from one second on, and a shift has no unit', () => {
  expect(msText(840.4)).toBe('840 ms');
  expect(msText(2414)).toBe('2.41 s');
  expect(vitalText('cls', 0.125)).toBe('0.125');
  expect(vitalText('inp', 80)).toBe('80 ms');
});

test('what is good and what is poor is said of each vital', () => {
  expect(thresholdText('lcp')).toBe('Good up to 2.5 s, poor above 4 s');
  expect(thresholdText('cls')).toBe('Good up to 0.1, poor above 0.25');
});

test('shares are of views, where there are any', () => {
  expect(shareText(1, 3)).toBe('33\u00a0%');
  expect(shareText(0, 0)).toBe('none');
});

test('an address that names no vital means the first', () => {
  expect(vitalOf('inp')).toBe('inp');
  expect(vitalOf('speed')).toBe('lcp');
  expect(vitalOf(null)).toBe('lcp');
});
