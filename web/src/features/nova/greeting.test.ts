import { expect, test } from 'vitest';
import { greetingOf } from './greeting.ts';

const at = (hour: number): Date => new Date(2026, 10, 30, hour);

test.each([
  [0, 'Good morning'],
  [11, 'Good morning'],
  [12, 'Good afternoon'],
  [16, 'Good afternoon'],
  [17, 'Good evening'],
  [23, 'Good evening'],
])('greets by the hour: %i', (hour, hello) => {
  for (const earlier of [0, 4, 9]) expect(greetingOf(at(hour), earlier)).toMatch(new RegExp(`^${hello}`));
});

test.each([
  [0, /automated assistant/],
  [2, /automated assistant/],
  [3, /^Good morning! What/],
  [5, /^Good morning! What/],
  [6, /welcome back/],
])('greets by the history: %i entries', (earlier, words) => {
  expect(greetingOf(at(9), earlier)).toMatch(words);
});
