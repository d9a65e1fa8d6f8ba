import { expect, test } from 'vitest';
import { chainedCategories, membersCategories } from '../streams.ts';
import { soleStream, streamKind } from './stream.ts';

const notes = streamKind({ category: 'notes', subject: 'member' });

test('a stream is named by what it is about', () => {
  expect(notes.nameOf('a-1')).toBe('notes-a-1');
  expect(notes.idOf('notes-a-1')).toBe('a-1');
  expect([notes.has('notes-a'), notes.has('notesy-a'), notes.has('notes')]).toEqual([true, false, false]);
});

test('no id is read out of the name of another kind’s stream', () => {
  expect(() => notes.idOf('account-a')).toThrow(new RangeError('account-a is no stream of the category notes'));
});

test('a sole stream is of the category that its name begins with', () => {
  expect(soleStream('settings-prices')).toEqual({ category: 'settings', chained: false, name: 'settings-prices' });
  expect(soleStream('operators').category).toBe('operators');
});

test('what counts money is chained, and what is a member’s is known as such', () => {
  expect(chainedCategories).toEqual(['account', 'order', 'earnings', 'competition']);
  expect(membersCategories).toEqual([
    'member',
    'account',
    'earnings',
    'curator',
    'uploads',
    'favorites',
    'collections',
    'shares',
    'follows',
  ]);
});
