import { expect, test } from 'vitest';
import { alarmText, isRinging } from './saved-queries.ts';

const alarm = { side: 'above', threshold: 5, state: 'quiet', value: null, changed_at: '2026-11-28T10:00:00Z' } as const;

test('an alarm says what it waits for, and what has come', () => {
  expect(alarmText(alarm)).toBe('Alarm above 5');
  expect(alarmText({ ...alarm, state: 'raised', value: '7' })).toBe('Alarm: 7 is above 5');
  expect(alarmText({ ...alarm, state: 'failed' })).toBe('Alarm above 5: gives no number');
});

test('one that was raised, or has failed, is to be looked at', () => {
  expect([null, alarm, { ...alarm, state: 'raised' as const }].map((one) => isRinging({ alarm: one }))).toEqual([
    false,
    false,
    true,
  ]);
  expect(isRinging({ alarm: { ...alarm, state: 'failed' } })).toBe(true);
});
