import { expect, test } from 'vitest';
import { factsPath, messagesPath, projectionPath } from './addresses.ts';

const read = (path: string) => {
  const { pathname, searchParams } = new URL(path, 'http://localhost');
  return {
    pathname,
    filter: JSON.parse(searchParams.get('filter') ?? ''),
    displayed: JSON.parse(searchParams.get('displayedFilters') ?? ''),
  };
};

test('a figure leads to what it counts', () => {
  expect(read(messagesPath({ waiting: true }))).toEqual({
    pathname: '/messages',
    filter: { waiting: true },
    displayed: { waiting: true },
  });
  expect(read(factsPath('GenerationFailed', '2026-11-21'))).toMatchObject({
    pathname: '/events',
    filter: { type: ['GenerationFailed'], from: '2026-11-21T00:00:00.000Z' },
  });
  expect(projectionPath('gallery')).toBe('/projections/gallery/show');
});
