import { expect, test } from 'vitest';
import { isPagePath, pagePaths, pagePatternAt } from './page-paths.ts';

test('pages are where they are, however that is written', () => {
  for (const path of pagePaths) expect(isPagePath(path.replace(':id', '7'))).toBe(true);
  for (const path of ['/Generator', '/generator/', '/image/11111111-1111-4111-8111-111111111111/', '']) {
    expect(isPagePath(path)).toBe(true);
  }
});

test('and nowhere else', () => {
  for (const path of ['/nowhere', '/image', '/image/', '/image/a/b', '/generator/x', '/:id', '/generatorx', '//a']) {
    expect(isPagePath(path)).toBe(false);
  }
});

test('a page is told by its pattern, which has nothing of the address that was asked for', () => {
  expect(pagePatternAt('/image/11111111-1111-4111-8111-111111111111')).toBe('/image/:id');
  expect(pagePatternAt('/shared/a-token-of-somebody')).toBe('/shared/:token');
  expect(pagePatternAt('/Generator/')).toBe('/generator');
  expect(pagePatternAt('/nowhere')).toBeUndefined();
});
