import { expect, test } from 'vitest';
import { ApiError } from './api-error.ts';
import { RetryKeys } from './retry-keys.ts';

const lost = new ApiError('network', 'Network error');
const refused = new ApiError('http', 'No', { status: 409 });
const broken = new ApiError('http', 'Oops', { status: 500 });

/** The keys under which these calls are made, one after another, each with its end. */
async function keysOf(keys: RetryKeys, ...calls: [call: unknown, failure?: Error][]): Promise<string[]> {
  const used: string[] = [];
  const ends: unknown[] = [];
  for (const [call, failure] of calls) {
    const made = keys.over(call, (key) => {
      used.push(key);
      return failure ? Promise.reject(failure) : Promise.resolve('done');
    });
    const [end] = await Promise.allSettled([made]);
    ends.push(end.status === 'rejected' ? end.reason : undefined);
  }
  expect(ends).toEqual(calls.map(([, failure]) => failure));
  return used;
}

test('the same call again has the same key until it is answered', async () => {
  const [first, second, third, fourth] = await keysOf(
    new RetryKeys(),
    [{ n: 1 }, lost],
    [{ n: 1 }, broken],
    [{ n: 1 }],
    [{ n: 1 }],
  );
  expect(second).toBe(first);
  expect(third).toBe(first);
  expect(fourth).not.toBe(first);
});

test('what was refused was not done: asked again it is another call', async () => {
  const [first, second] = await keysOf(new RetryKeys(), [1, refused], [1]);
  expect(second).not.toBe(first);
});

test('each call has a key of its own, and keeps it while others are made', async () => {
  const [first, other, again] = await keysOf(new RetryKeys(), [1, lost], [2], [1]);
  expect(other).not.toBe(first);
  expect(again).toBe(first);
});

test('one at a time: another call ends the one before', async () => {
  const keys = new RetryKeys({ oneAtATime: true });
  const [first, same, other, again] = await keysOf(keys, [1, lost], [1, lost], [2], [1]);
  expect(same).toBe(first);
  expect(other).not.toBe(first);
  expect(again).not.toBe(first);
});

test('a call that is under way is the same call', async () => {
  const keys = new RetryKeys();
  const used = await Promise.all([
    keys.over(1, (key) => Promise.resolve(key)),
    keys.over(1, (key) => Promise.resolve(key)),
  ]);
  expect(used[0]).toBe(used[1]);
});
