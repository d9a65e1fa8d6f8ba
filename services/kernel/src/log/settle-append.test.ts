import { expect, test, vi } from 'vitest';
import { AccessDenied, LogUnavailable, OutcomeUnknown, WrongRevision } from './event-log.errors.ts';
import { settleAppend } from './settle-append.ts';

const times = { attemptMs: 500, settledWithinMs: 800 };
const stored = { revision: 3, position: 70n };
const unknown = () => new OutcomeUnknown('purse-1', new Error('timeout'));

type Step<T> = T | Error;

/** Answers one after the other, the last of them for ever. */
const saying = <T>(...steps: Step<T>[]) => {
  let index = 0;
  return vi.fn<(ms?: number) => Promise<T>>(async () => {
    const step = steps[Math.min(index++, steps.length - 1)] as Step<T>;
    if (step instanceof Error) throw step;
    return step;
  });
};

async function settled({
  append,
  look = saying<typeof stored | undefined>(undefined),
}: {
  append: ReturnType<typeof saying<typeof stored>>;
  look?: ReturnType<typeof saying<typeof stored | undefined>>;
}) {
  const outcome = await settleAppend({ append, look }, times).then(
    (appended) => ({ appended }),
    (error: unknown) => ({ error }),
  );
  return { ...outcome, looks: look.mock.calls.length };
}

test('what is answered is not looked for', async () => {
  const append = saying(stored);
  expect(await settled({ append })).toEqual({ appended: stored, looks: 0 });
  expect(append).toHaveBeenCalledTimes(1);
});

test('stored, though the answer was a timeout: the look finds it, and nothing is appended again', async () => {
  const append = saying<typeof stored>(unknown());
  expect(await settled({ append, look: saying<typeof stored | undefined>(stored) })).toEqual({
    appended: stored,
    looks: 1,
  });
  expect(append).toHaveBeenCalledTimes(1);
});

test('stored seconds later: what is not there settles nothing, and is asked for again', async () => {
  const append = saying<typeof stored>(unknown());
  const look = saying<typeof stored | undefined>(undefined, undefined, stored);
  expect(await settled({ append, look })).toEqual({ appended: stored, looks: 3 });
  expect(append).toHaveBeenCalledTimes(3);
});

test('never stored the first time: the repeat stores it', async () => {
  expect(await settled({ append: saying(unknown(), unknown(), stored) })).toEqual({ appended: stored, looks: 2 });
});

test('something else stands there: it was surely not done', async () => {
  const elsewhere = new WrongRevision('purse-1', 2, 3);
  const append = saying<typeof stored>(unknown());
  const look = saying<typeof stored | undefined>(elsewhere);
  expect(await settled({ append, look })).toEqual({ error: elsewhere, looks: 1 });
  expect(append).toHaveBeenCalledTimes(1);
  expect(await settled({ append: saying<typeof stored>(unknown(), elsewhere) })).toEqual({
    error: elsewhere,
    looks: 1,
  });
});

test('a log that cannot be looked into settles nothing either', async () => {
  const look = saying<typeof stored | undefined>(new LogUnavailable(new Error('away')));
  expect(await settled({ append: saying(unknown(), stored), look })).toEqual({ appended: stored, looks: 1 });
});

test('what refuses ends it, whether it is the append or the look that is refused', async () => {
  const denied = new AccessDenied('append to purse-1', new Error('7'));
  const append = saying<typeof stored>(denied);
  expect(await settled({ append })).toEqual({ error: denied, looks: 0 });
  expect(append).toHaveBeenCalledTimes(1);
  const look = saying<typeof stored | undefined>(denied);
  expect(await settled({ append: saying<typeof stored>(unknown()), look })).toEqual({ error: denied, looks: 1 });
});

test('a store that stays away: repeated with growing pauses until its time is over, and looked for at last', async () => {
  const append = saying<typeof stored>(unknown());
  const outcome = await settled({ append });
  expect(outcome).toMatchObject({ error: expect.any(OutcomeUnknown), looks: append.mock.calls.length });
  const given = append.mock.calls.map(([ms]) => ms ?? 0);
  // Half of a pause is chance: they double from 20 ms, and what is left after them is at least 250 ms.
  expect(given.length).toBeGreaterThanOrEqual(2);
  expect(given.length).toBeLessThanOrEqual(7);
  expect(given[0]).toBe(times.attemptMs);
  expect(given.every((ms) => ms >= 250 && ms <= times.attemptMs)).toBe(true);
});
