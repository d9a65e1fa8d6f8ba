import { expect, test } from 'vitest';
import { FreshValue } from './fresh-value.ts';

/** A value that others change, read when the test says so. */
function staged() {
  const reads: PromiseWithResolvers<string>[] = [];
  const clock = { ms: 0 };
  const fresh = new FreshValue(
    () => {
      const read = Promise.withResolvers<string>();
      reads.push(read);
      return read.promise;
    },
    4_000,
    () => clock.ms,
  );
  return { fresh, reads, clock };
}

test('is read once for all who ask, and not again while it is fresh', async () => {
  const { fresh, reads, clock } = staged();
  const asked = [fresh.current(), fresh.current()];
  reads[0]?.resolve('one');
  expect(await Promise.all(asked)).toEqual(['one', 'one']);
  clock.ms = 3_999;
  expect(await fresh.current()).toBe('one');
  expect(reads).toHaveLength(1);
  clock.ms = 4_000;
  const again = fresh.current();
  reads[1]?.resolve('two');
  expect(await again).toBe('two');
});

test('is as old as its read’s beginning', async () => {
  const { fresh, reads, clock } = staged();
  const slow = fresh.current();
  clock.ms = 4_000;
  // What was under way for that long may have seen the past: nobody joins it any more.
  const newer = fresh.current();
  reads[1]?.resolve('new');
  expect(await newer).toBe('new');
  reads[0]?.resolve('old');
  expect(await slow).toBe('old');
  expect(await fresh.current()).toBe('new');
  expect(reads).toHaveLength(2);
});

test('is read anew once it is outdated, also where a read is under way', async () => {
  const { fresh, reads } = staged();
  const first = fresh.current();
  fresh.outdate();
  const second = fresh.current();
  reads[1]?.resolve('after');
  reads[0]?.resolve('before');
  expect([await first, await second, await fresh.current()]).toEqual(['before', 'after', 'after']);
  fresh.outdate();
  const third = fresh.current();
  reads[2]?.resolve('later');
  expect(await third).toBe('later');
});

test('that cannot be read is asked for again by the next', async () => {
  const { fresh, reads } = staged();
  const failing = fresh.current();
  reads[0]?.reject(new Error('away'));
  await expect(failing).rejects.toThrow('away');
  const next = fresh.current();
  reads[1]?.resolve('back');
  expect(await next).toBe('back');
});
