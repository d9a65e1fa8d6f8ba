import { setImmediate as endOfTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { isUnavailable } from './database.ts';
import { gathered } from './gathered.ts';

test('what is asked in one turn goes together, and so does what comes while an answer is under way', async () => {
  const rounds: number[][] = [];
  const double = gathered(async (questions: readonly number[]) => {
    rounds.push([...questions]);
    await endOfTurn();
    return questions.map((question) => question * 2);
  });
  expect(await Promise.all([1, 2].map(double))).toEqual([2, 4]);
  const third = double(3);
  await endOfTurn();
  expect(await Promise.all([third, ...[4, 5].map(double)])).toEqual([6, 8, 10]);
  expect(rounds).toEqual([[1, 2], [3], [4, 5]]);
});

test('no round is larger than allowed', async () => {
  const sizes: number[] = [];
  const echo = gathered(
    async (questions: readonly number[]) => {
      sizes.push(questions.length);
      return questions;
    },
    { most: 2 },
  );
  await Promise.all([1, 2, 3, 4, 5, 6].map(echo));
  expect(sizes).toEqual([2, 2, 2]);
});

test('a failed round fails its own questions, and the next goes on', async () => {
  let round = 0;
  const moody = gathered(async (questions: readonly string[]) => {
    round += 1;
    if (round === 2) throw new Error('not now');
    return questions;
  });
  expect(await moody('a')).toBe('a');
  const answers = await Promise.allSettled(['b', 'c'].map(moody));
  expect(answers.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(await moody('d')).toBe('d');
});

test('whoever waits behind a round that hangs gives up after a while, and is told that the server is away', async () => {
  const answers = Promise.withResolvers<readonly string[]>();
  const hanging = gathered(() => answers.promise, { patienceMs: 1 });
  const asked = [hanging('a'), endOfTurn().then(() => hanging('b'))];
  for (const outcome of await Promise.allSettled(asked)) {
    expect([outcome.status, outcome.status === 'rejected' && isUnavailable(outcome.reason)]).toEqual([
      'rejected',
      true,
    ]);
  }
  answers.resolve([]);
});
