import { expect, test } from 'vitest';
import { RecentReplies } from './recent-replies.ts';

const reply = (json: string) => ({ json, incomplete: false });
/** As it goes over the wire. */
const written = (json: string) => ({ json: Buffer.from(json), incomplete: false });

test('is read once for all who ask within a second, for each key', async () => {
  let now = 0;
  let reads = 0;
  const pages = new RecentReplies(() => now);
  const ask = (limit: number) => pages.get(`newest ${limit}`, () => Promise.resolve(reply(`${limit}:${++reads}`)));
  expect(await Promise.all([ask(12), ask(12), ask(24)])).toEqual([written('12:1'), written('12:1'), written('24:2')]);
  now = 999;
  expect(await ask(12)).toEqual(written('12:1'));
  now = 1000;
  expect(await ask(12)).toEqual(written('12:3'));
});

test('a read that failed is tried again by the next', async () => {
  const pages = new RecentReplies(() => 0);
  await expect(pages.get('newest', () => Promise.reject(new Error('away')))).rejects.toThrow('away');
  expect(await pages.get('newest', () => Promise.resolve(reply('back')))).toEqual(written('back'));
});

test('answers at once what has been read', async () => {
  const pages = new RecentReplies(() => 0);
  const read = () => Promise.resolve(reply('here'));
  await pages.get('newest', read);
  expect(pages.get('newest', read)).toEqual(written('here'));
});
