import { measuredPage } from '@easel/contracts/telemetry/http';
import { LONG_TASKS, SLOW_RESOURCES } from '@easel/contracts/telemetry/policy';
import { expect, test } from 'vitest';
import { Views } from './views.ts';

const PICTURE = '/image/11111111-1111-4111-8111-111111111111';
const untouched = { vitals: {}, slowResources: [], longTasks: [], build: 'AbCd1234', connection: '4g' };

function looking(): Views {
  const views = new Views('AbCd1234', '4g');
  views.begin(PICTURE, 'navigate', 0);
  return views;
}

test('a view is told with its page’s pattern, its vitals and how it was come to, as the server takes it', () => {
  const views = looking();
  views.measure('lcp', { value: 1234.5678, target: 'main > img' }, PICTURE, 'reload');
  views.measure('cls', { value: 0.012345 }, PICTURE, 'reload');
  views.answeredFirst({ value: 7.25 });
  const [view, ...more] = views.take();
  expect(more).toEqual([]);
  expect(view).toEqual({
    ...untouched,
    page: '/image/:id',
    navigation: 'reload',
    vitals: { lcp: { value: 1234.6, target: 'main > img' }, cls: { value: 0.0123 }, fid: { value: 7.3 } },
  });
  expect(measuredPage.parse(view)).toEqual(view);
});

test('a page within the app is a view of its own, measured by its own path', () => {
  const views = looking();
  views.begin('/cart', 'soft-navigation', 5_000);
  views.measure('lcp', { value: 300 }, '/cart', 'soft-navigation');
  views.measure('inp', { value: 40 }, PICTURE, 'navigate');
  views.measure('lcp', { value: 1 }, '/profile', 'soft-navigation');
  expect(views.take()).toEqual([
    { ...untouched, page: '/image/:id', navigation: 'navigate', vitals: { inp: { value: 40 } } },
    { ...untouched, page: '/cart', navigation: 'soft-navigation', vitals: { lcp: { value: 300 } } },
  ]);
});

test('what was slow belongs to the view in which it began; what was not is no matter', () => {
  const views = looking();
  views.begin('/cart', 'soft-navigation', 5_000);
  views.waited(4_900, '/api/gallery', 'fetch', 2_000.04);
  views.waited(5_100, '/api/account', 'fetch', 1_000);
  views.waited(5_200, '/api/account', 'fetch', 999.9);
  views.worked(6_000, 1_100);
  views.worked(6_000, 400);
  expect(views.take()).toMatchObject([
    { slowResources: [{ resource: '/api/gallery', kind: 'fetch', ms: 2_000 }], longTasks: [] },
    { slowResources: [{ resource: '/api/account', kind: 'fetch', ms: 1_000 }], longTasks: [1_100] },
  ]);
});

test('of a page that was rendered ahead nothing counts from before somebody went there', () => {
  const views = new Views('AbCd1234', 'unknown');
  views.begin('/search', 'navigate', 8_000);
  views.waited(10, '/assets/base.js', 'script', 3_000);
  views.worked(7_999, 1_500);
  views.measure('lcp', { value: 0 }, '/search', 'prerender');
  expect(views.take()).toEqual([
    { ...untouched, connection: 'unknown', page: '/search', navigation: 'prerender', vitals: { lcp: { value: 0 } } },
  ]);
});

test('a view is told once, and one that is brought back is another', () => {
  const views = looking();
  expect(views.take()).toHaveLength(1);
  views.measure('cls', { value: 0.4 }, PICTURE, 'navigate');
  views.worked(9_000, 2_000);
  expect(views.take()).toEqual([]);
  views.begin(PICTURE, 'back-forward-cache', 20_000);
  views.measure('cls', { value: 0.1 }, PICTURE, 'back-forward-cache');
  expect(views.take()).toMatchObject([{ navigation: 'back-forward-cache', vitals: { cls: { value: 0.1 } } }]);
});

test('a page at no address of ours, and more than a page may say, is still what the server takes', () => {
  const views = new Views('dev', 'unknown');
  views.begin('/nowhere/secret', 'navigate', 0);
  for (let turn = 0; turn < 40; turn++) {
    views.waited(turn, '/api', 'fetch', 5_000_000);
    views.worked(turn, 2_000);
  }
  const [view] = views.take();
  expect(view).toMatchObject({ page: 'other' });
  expect(view?.slowResources).toHaveLength(SLOW_RESOURCES);
  expect(view?.longTasks).toHaveLength(LONG_TASKS);
  expect(measuredPage.parse(view)).toEqual(view);
});
