import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { LogEntry } from './event.ts';
import { type Feed, walk } from './feed.ts';

const PAGE = 512;

/** A log without an end, of which nothing is in memory. */
function endlessFeed() {
  const asked: number[] = [];
  const feed: Feed = {
    recent: () => null,
    stored: (cursor) => {
      asked.push(cursor);
      const page = Array.from({ length: PAGE }, (_, index) => ({ position: cursor + index }) as LogEntry);
      return Promise.resolve(page);
    },
    after: ({ position }) => position + 1,
  };
  return { feed, asked };
}

/** Takes the first page and lets the pages ahead be fetched. */
async function begin(feed: Feed) {
  const reader = walk(feed, 1);
  await reader.next();
  for (let turn = 0; turn < 10; turn++) await nextTurn();
  return reader;
}

test('fetches the next pages of a reader ahead, in order', async () => {
  const { feed, asked } = endlessFeed();
  const reader = await begin(feed);
  expect(asked).toEqual([0, 1, 2, 3].map((page) => 1 + page * PAGE));
  await reader.return();
});

test('holds no more pages ahead for many readers than for eight, and frees those of readers who leave', async () => {
  const fetched: number[] = [];
  const readers = [];
  for (let reader = 0; reader < 20; reader++) {
    const { feed, asked } = endlessFeed();
    readers.push(await begin(feed));
    fetched.push(asked.length);
  }
  // Each has its first page; eight have three more, and the others none.
  expect(fetched).toEqual(Array.from({ length: 20 }, (_, reader) => (reader < 8 ? 4 : 1)));
  await Promise.all(readers.map((reader) => reader.return()));
  const { feed, asked } = endlessFeed();
  const reader = await begin(feed);
  expect(asked).toHaveLength(4);
  await reader.return();
});
