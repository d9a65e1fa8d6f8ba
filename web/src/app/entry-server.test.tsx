import { pagesHttp } from '@easel/contracts/pages/http';
import { competitionsHttp } from '@easel/contracts/competitions/http';
import { galleryHttp } from '@easel/contracts/gallery/http';
import { afterEach, expect, test, vi } from 'vitest';
import { sampleChallenge } from '../features/competitions/testing/sample-challenge.ts';
import { sampleGeneration, sampleVariant } from '../features/generation/testing/sample-generation.ts';
import { answerBy, renderPage } from './entry-server.tsx';
import { readPageDataFrom } from './rendered-page.ts';

const HOSTILE = 'A fox</script><script>alert(1)</script> & "more"';
const fox = sampleGeneration({
  id: '6d7c1b1e-1111-4c3f-9a55-000000000001',
  original_prompt: HOSTILE,
  status: 'completed',
  isPublic: true,
  categories: ['public'],
  variants: [sampleVariant('v1')],
});

const asked: string[] = [];
const replies: Record<string, unknown> = {
  [galleryHttp.public.path]: {
    success: true,
    items: [fox],
    total: 1,
    pagination: { page: 1, limit: 24, pages: 1, total: 1 },
    nextCursor: null,
  },
  [`/api/gallery/public/${fox.id}`]: { success: true, generation: fox },
};
answerBy((address, { method }) => {
  asked.push(`${method} ${address}`);
  const known = replies[address.split('?', 1)[0] ?? ''];
  const nothing = { success: false, code: 'not_found', message: 'Not found' };
  return Promise.resolve(Response.json(known ?? nothing, { status: known ? 200 : 404 }));
});

const { path, also } = pagesHttp.page;
const addresses = [path, ...also].map((one) => one.replace(':id', fox.id)).filter((one) => !one.includes(':'));

test.each(addresses)('%s comes whole as HTML, without styles or scripts of its own', async (address) => {
  const page = await renderPage(address);
  expect(page?.body).toMatch(/<h1[ >]/);
  // React left no part to the browser.
  expect(page?.body).not.toContain('<!--$!-->');
  expect(page?.body).not.toMatch(/ style=|<script|javascript:/);
  expect(page?.head).toMatch(/<title>[^<]+<\/title>/);
  expect(page?.head).toContain('<meta name="description"');
});

test('a list of pictures is in the page, each a link, the first fetched first', async () => {
  const page = await renderPage('/public-gallery');
  expect(page?.body).toContain(`href="/image/${fox.id}"`);
  expect(page?.body).toContain('fetchPriority="high"');
});

test('what people wrote stays text in every part', async () => {
  const page = await renderPage(`/image/${fox.id}`);
  expect(page?.about.picture?.original_prompt).toBe(HOSTILE);
  for (const part of [page?.head, page?.body, page?.data]) expect(part).not.toContain('<script>alert');
  expect(readPageDataFrom(page?.data ?? '')?.queries.queries.length).toBeGreaterThan(0);
});

test('reading a page changes nothing', async () => {
  asked.length = 0;
  for (const address of addresses) await renderPage(address);
  expect(asked.filter((call) => !call.startsWith('GET '))).toEqual([]);
  // What a cookie tells apart is nobody's yet.
  expect(asked.filter((call) => call.includes('/api/trials') || call.includes('/api/auth'))).toEqual([]);
});

test('a picture that is not there is no page', async () => {
  expect(await renderPage('/image/6d7c1b1e-1111-4c3f-9a55-00000000dead')).toBeNull();
});

test('a page that lacks a part says so, and shows the rest', async () => {
  const page = await renderPage('/search');
  expect(page?.whole).toBe(false);
  expect(page?.body).toContain(`href="/image/${fox.id}"`);
});

test('a page with filters in force is rendered with their fields, whose code comes late, when it is first asked for', async () => {
  const page = await renderPage('/search?resolution=4k');
  expect(page?.body).toMatch(/<h1[ >]/);
  expect(page?.body).toContain('id="search-filters"');
  expect(page?.body).not.toContain('<!--$!-->');
});

test('at the same address by two, each is rendered from its own replies', async () => {
  const [one, other] = await Promise.all([renderPage('/public-gallery'), renderPage('/about')]);
  expect(one?.body).toContain(fox.id);
  expect(other?.body).not.toContain(fox.id);
});

const POSTERS = competitionsHttp.challenge.path.replace(':kind', 'poster');
afterEach(() => {
  vi.useRealTimers();
  delete replies[POSTERS];
});

test('a challenge is counted down from the time at which its page is rendered', async () => {
  const open = sampleChallenge({ closes_at: '2026-12-01T00:00:00.000Z' });
  replies[POSTERS] = { success: true, open, next: null, past: [] };
  for (const [now, says] of [
    ['2026-11-10T12:00:00.000Z', '20 days remaining'],
    ['2026-11-28T12:00:00.000Z', 'Only 2 days remaining!'],
    ['2026-11-30T12:00:00.000Z', 'Deadline is today!'],
  ] as const) {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date(now) });
    const page = await renderPage('/poster-competition');
    expect(page?.body).toContain(says);
    expect(page?.body).toContain('It closes at the end of November 30, 2026 (UTC).');
    expect(readPageDataFrom(page?.data ?? '')?.renderedAt).toBe(now);
  }
});

test('a picture’s page says to visitors that they log in, whether its sale is paused or not', async () => {
  replies[`/api/gallery/public/${fox.id}`] = {
    success: true,
    generation: {
      ...fox,
      entry: {
        competition_id: '6d7c1b1e-1111-4c3f-9a55-00000000000c',
        entry_id: '6d7c1b1e-1111-4c3f-9a55-00000000000e',
        variant_id: 'v1',
        kind: 'poster',
        closes_at: new Date(Date.now() + 86_400_000).toISOString(),
      },
    },
  };
  const page = await renderPage(`/image/${fox.id}`);
  expect(page?.body).toContain('Login to Download');
  expect(page?.body).not.toMatch(/Sales Paused|Buy Image/);
});
