import { expect, test } from 'vitest';
import { eventsBehindText, secondsText } from './lag-texts.ts';

test.each([
  [0, false, '0 events'],
  [1, false, '1 event'],
  [12_345, false, '12,345 events'],
  [10_000, true, 'over 10,000 events'],
  [null, false, 'unknown'],
])('%j events behind, more: %j', (lag_events, lag_more, text) => {
  expect(eventsBehindText({ lag_events, lag_more })).toBe(text);
});

test.each([
  [null, 'unknown'],
  [0, '0 s'],
  [0.04, '0 s'],
  [4.25, '4.3 s'],
  [9.99, '10 s'],
  [59.9, '59 s'],
  [185, '3 min 5 s'],
  [7_620, '2 h 7 min'],
  [273_600, '3 d 4 h'],
])('%j seconds', (seconds, text) => {
  expect(secondsText(seconds)).toBe(text);
});
