import { randomUUID } from 'node:crypto';
import type { Fact, Recorded } from '@easel/contracts/kernel/event';
import { expect, test } from 'vitest';
import { Recorder } from '../testing/recorded.ts';
import { fitsTo } from './event-fits.ts';

const recorder = new Recorder();
const said = (text: string): Recorded =>
  recorder.record<Fact>(`stranger-${randomUUID()}`, { type: 'SomethingSaid', data: { text } });

test.each([
  ['penguin', 'penguin', true],
  ['penguin', 'engui', true],
  ['penguin', 'en', false],
  ['penguin', 'thing', true],
  ['penguin', 'engui owl', false],
  ['penguin-42', 'guin-4', false],
  ['penguin-42', 'guin 42', true],
  ['sealed:1:penguin', 'engui', false],
])('of an event that says %s, %s is found: %s', (text, q, isFound) => {
  expect(fitsTo({ q })(said(text))).toBe(isFound);
});

test('an event is wanted by the kind of who did it', () => {
  expect(fitsTo({ kind: ['system'] })(said(''))).toBe(true);
  expect(fitsTo({ kind: ['member', 'operator'] })(said(''))).toBe(false);
});
