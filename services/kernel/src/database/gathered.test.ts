import { expect, test } from 'vitest';
import { gathered } from './gathered.ts';

test('a question alone goes out at once, those that come meanwhile go together', async () => {
  const rounds: number[][] = [];
  const double = gathered(async (questions: readonly number[]) => {
    rounds.push([...questions]);
    return questions.map((question) => question * 2);
  });
  expect(await Promise.all([1, 2, 3].map(double))).toEqual([2, 4, 6]);
  expect(await double(4)).toBe(8);
  expect(rounds).toEqual([[1], [2, 3], [4]]);
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
  expect(sizes).toEqual([1, 2, 2, 1]);
});

test('a failed round fails its own questions, and the next goes on', async () => {
  let round = 0;
  const moody = gathered(async (questions: readonly string[]) => {
    round += 1;
    if (round === 2) throw new Error('not now');
    return questions;
  });
  const answers = await Promise.allSettled(['a', 'b', 'c'].map(moody));
  expect(answers.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected']);
  expect(await moody('d')).toBe('d');
});
