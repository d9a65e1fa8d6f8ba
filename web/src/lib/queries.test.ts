import { QueryObserver } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { createQueryClient, readAnew } from './queries.ts';

/** A list on the page, each reading of which is answered by hand. */
function shownList() {
  const client = createQueryClient();
  const asked: { answer: (text: string) => void }[] = [];
  const observer = new QueryObserver(client, {
    queryKey: ['generations', 'list'],
    queryFn: () => new Promise<string>((answer) => asked.push({ answer })),
  });
  const leave = observer.subscribe(() => undefined);
  return { client, asked, observer, leave };
}

test('what is being read for the first time is shown when it comes, and read once more', async () => {
  const { client, asked, observer, leave } = shownList();
  expect(asked).toHaveLength(1);
  const anew = readAnew(client, 'generations');
  asked[0]?.answer('before the news');
  await expect.poll(() => asked.length).toBe(2);
  expect(observer.getCurrentResult().data).toBe('before the news');
  asked[1]?.answer('after it');
  await anew;
  expect(observer.getCurrentResult()).toMatchObject({ status: 'success', data: 'after it' });
  leave();
});

test('what was read is read again, and what nobody looks at is not', async () => {
  const { client, asked, observer, leave } = shownList();
  asked[0]?.answer('first');
  await expect.poll(() => observer.getCurrentResult().data).toBe('first');
  const anew = readAnew(client, 'generations');
  await expect.poll(() => asked.length).toBe(2);
  asked[1]?.answer('second');
  await anew;
  expect(observer.getCurrentResult().data).toBe('second');
  leave();
  await readAnew(client, 'generations');
  expect(asked).toHaveLength(2);
});

test('what the predicate leaves out goes on', async () => {
  const { client, asked, observer, leave } = shownList();
  await readAnew(client, 'generations', () => false);
  asked[0]?.answer('first');
  await expect.poll(() => observer.getCurrentResult().data).toBe('first');
  expect(asked).toHaveLength(1);
  leave();
});
