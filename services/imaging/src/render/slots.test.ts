import { expect, test } from 'vitest';
import { Slots } from './slots.ts';

const never = new AbortController().signal;

test('gives as many as there are, of everything and of each kind', () => {
  const slots = new Slots(3, (kind) => (kind === 'a' ? 2 : 3));
  expect([slots.take('a'), slots.take('a'), slots.take('a')].map(Boolean)).toEqual([true, true, false]);
  expect([slots.take('b'), slots.take('b')].map(Boolean)).toEqual([true, false]);
  expect(slots.takenOf('a')).toBe(2);
});

test('serves those that wait in turn, and passes over a kind that has no room', async () => {
  const slots = new Slots(2, () => 1);
  const [a, b] = [slots.take('a'), slots.take('b')];
  const served: string[] = [];
  const waiting = ['a', 'b', 'a'].map((kind, n) =>
    slots.wait(kind, never).then((release) => {
      served.push(`${kind}${n}`);
      return release;
    }),
  );
  b?.();
  (await waiting[1])?.();
  a?.();
  (await waiting[0])?.();
  await waiting[2];
  expect(served).toEqual(['b1', 'a0', 'a2']);
});

test('lets no newcomer overtake those that wait for the same kind', async () => {
  const freed: string[] = [];
  const slots = new Slots(1, undefined, () => freed.push('free'));
  const first = slots.take('a');
  const second = slots.wait('a', never);
  first?.();
  first?.();
  expect(slots.take('a')).toBeUndefined();
  expect(freed).toEqual([]);
  (await second)();
  expect(freed).toEqual(['free']);
  expect(slots.takenOf('a')).toBe(0);
});

test('forgets those that no longer wait', async () => {
  const slots = new Slots(1);
  const first = slots.take('a');
  const control = new AbortController();
  const second = slots.wait('a', control.signal);
  control.abort(new Error('gone'));
  await expect(second).rejects.toThrow('gone');
  first?.();
  expect(slots.isFree('a')).toBe(true);
});
