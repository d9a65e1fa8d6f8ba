import { expect, test } from 'vitest';
import { inPlace, isNewest, withoutPlace } from './walked-filters.ts';

test('a walk keeps what is looked for, and its place', () => {
  const now = { type: ['A'], before: '90' };
  expect(inPlace(now, { type: ['A'], before: '40' })).toEqual({ type: ['A'], before: '40' });
  expect(inPlace(now, { type: ['A'] })).toEqual({ type: ['A'] });
});

test('whoever looks for something else begins at the newest', () => {
  const now = { type: ['A'], before: '90' };
  expect(inPlace(now, { type: ['A', 'B'], before: '90' })).toEqual({ type: ['A', 'B'] });
  expect(inPlace(now, { before: '90' })).toEqual({});
  expect(inPlace({ after: '3' }, { after: '3', q: 'fox' })).toEqual({ q: 'fox' });
});

test('emptied fields and the order of fields say nothing', () => {
  const now = { type: ['A'], stream: 'x', before: '90' };
  expect(inPlace(now, { stream: 'x', q: '', category: [], type: ['A'], before: '90' })).toHaveProperty('before', '90');
});

test('the newest page is the one without a place', () => {
  expect(isNewest({ q: 'fox' })).toBe(true);
  expect(isNewest({ before: '1' })).toBe(false);
  expect(withoutPlace({ before: '1', after: '2', q: 'fox' })).toEqual({ q: 'fox' });
});
