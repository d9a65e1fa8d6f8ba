import { Refused } from '@easel/contracts/kernel/problem';
import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { oneOrMore, SimpleRest } from './simple-rest.ts';

const dialect = new SimpleRest({
  resource: 'things',
  sortable: ['name', 'at'] as const,
  defaultSort: { field: 'at', order: 'DESC' },
  filter: z.object({
    id: z.optional(oneOrMore(z.uuid())),
    kind: z.optional(oneOrMore(z.enum(['a', 'b']))),
    open: z.optional(z.boolean()),
  }),
  most: 100,
});
const id = '11111111-1111-4111-8111-111111111111';

test('what is not asked for is as usual', () => {
  const usual = { sort: { field: 'at', order: 'DESC' }, offset: 0, limit: 25, filter: {} };
  expect(dialect.read({})).toEqual(usual);
  expect(dialect.read({ sort: '', range: '', filter: '{}' })).toEqual(usual);
});

test('a list is read as the console writes it', () => {
  expect(dialect.read({ sort: '["name","ASC"]', range: '[25,49]', filter: '{"kind":"a","open":false}' })).toEqual({
    sort: { field: 'name', order: 'ASC' },
    offset: 25,
    limit: 25,
    filter: { kind: ['a'], open: false },
  });
  expect(dialect.read({ filter: JSON.stringify({ id: [id], kind: ['a', 'b'] }) }).filter).toEqual({
    id: [id],
    kind: ['a', 'b'],
  });
});

test('records that are named come all, without a range', () => {
  const filter = JSON.stringify({ id: Array.from({ length: 40 }, () => id) });
  expect(dialect.read({ filter })).toMatchObject({ offset: 0, limit: 40 });
  expect(dialect.read({ filter, range: '[0,9]' })).toMatchObject({ offset: 0, limit: 10 });
});

test.each([
  { sort: 'name' },
  { sort: '["name; drop table message","ASC"]' },
  { sort: '["name","asc; --"]' },
  { sort: '["__proto__","ASC"]' },
  { sort: '["name"]' },
  { range: '[0]' },
  { range: '[10,9]' },
  { range: '[-1,9]' },
  { range: '[0,100]' },
  { range: '[0.5,9]' },
  { range: '["0","9"]' },
  { range: '[1e309,9]' },
  { filter: '[]' },
  { filter: '{' },
  { filter: 'null' },
  { filter: '{"nothing":1}' },
  { filter: '{"kind":"c"}' },
  { filter: '{"kind":[]}' },
  { filter: '{"id":["x"]}' },
  { filter: '{"open":"true"}' },
])('%o is refused and told', (asked) => {
  expect(() => dialect.read(asked)).toThrow(Refused);
  expect(() => dialect.read(asked)).toThrow(
    expect.objectContaining({
      problem: expect.objectContaining({ status: 400 }) as unknown,
      extra: { errors: [{ path: Object.keys(asked)[0], message: expect.any(String) as string }] },
    }) as Error,
  );
});

test('Content-Range tells the rows and how many there are', () => {
  expect(dialect.contentRange(0, 25, 319)).toBe('things 0-24/319');
  expect(dialect.contentRange(300, 19, 319)).toBe('things 300-318/319');
  expect(dialect.contentRange(400, 0, 319)).toBe('things */319');
});
