import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { leanContract, SERVERS_ONLY } from './lean-routes.mjs';

const contract = `
import * as z from 'zod/mini';
import { route } from '../kernel/http.ts';
import { word } from './word.ts';

const limit = { calls: 600, seconds: 60 };
const asked = z.object({ word: word.check(z.maxLength(60)) });
const sums = { words: z.number() };
const unread = { ...sums, shown: z.boolean() };
export const found = z.object({ pictures: z.number().check(z.int()) });
export const foundEvents = liveShapes({ found });
export const searchHttp = {
  search: route({ method: 'GET', path: '/api/search', side: 'query', access: 'anyone', query: asked, reply: found, limit }),
};
`;

test('leaves out of a contract what only servers read, with the schemas and imports of that', () => {
  const lean = leanContract(contract);
  for (const kept of ['method:', 'path:', 'access:', '../kernel/http.ts']) expect(lean).toContain(kept);
  for (const left of ['side', 'query', 'limit', 'asked', './word.ts', 'words', 'shown'])
    expect(lean).not.toContain(left);
});

test('says of replies and of live events only that there are some', () => {
  const lean = leanContract(contract);
  expect(lean).toMatch(/reply: (!0|true)/);
  expect(lean).toMatch(/liveShapes\(\{ found: (!0|true) \}\)/);
});

test('marks what a contract builds as removable where nobody uses it', () => {
  expect(leanContract(contract)).toContain('found = /* @__PURE__ */ (() => (');
});

test('has no page of the member app read what is left out', () => {
  const sources = fileURLToPath(new URL('../../web/src/', import.meta.url));
  const left = [...SERVERS_ONLY, 'reply'].join('|');
  const reading = new RegExp(`(?<!typeof )\\b(?:\\w+Http\\.\\w+|\\w+Route)\\.(?:${left})\\b`);
  const pages = globSync('**/*.{ts,tsx}', { cwd: sources }).filter((path) => !path.includes('.test.'));
  expect(pages.length).toBeGreaterThan(100);
  expect(pages.filter((path) => reading.test(readFileSync(`${sources}${path}`, 'utf8')))).toEqual([]);
});
