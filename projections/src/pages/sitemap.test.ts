import { expect, test } from 'vitest';
import type { Reads } from '../kernel/reads.ts';
import { PART, robotsOf, sitemapIndex, sitemapPart } from './sitemap.ts';

const site = 'https://easel.example';
const reads = {} as Reads;
/** As many pictures as this, the oldest first. */
const having = (total: number) => ({
  site,
  reads,
  pictures: {
    count: () => Promise.resolve(total),
    read: (_: Reads, { offset, limit }: { offset: number; limit: number }) =>
      Promise.resolve(
        Array.from({ length: Math.max(0, Math.min(limit, total - offset)) }, (_, index) => ({
          id: `p${offset + index}`,
          at: '2026-11-20T10:00:00Z',
        })),
      ),
  },
});

test('robots may read pages and pictures, and are told where the list is', () => {
  expect(robotsOf(site)).toMatch(/Allow: \/api\/images\/\nDisallow: \/api\/\n/);
  expect(robotsOf(site)).toContain('Sitemap: https://easel.example/sitemap.xml');
});

test.each([
  [0, 1],
  [1, 2],
  [PART, 2],
  [PART + 1, 3],
])('%i pictures make %i parts', (pictures, parts) => {
  expect(sitemapIndex(site, pictures).match(/<sitemap>/g)).toHaveLength(parts);
});

test('every page for everyone is named, each once, none that takes a name', async () => {
  const xml = (await sitemapPart('pages.xml', having(0))) ?? '';
  const named = [...xml.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, loc]) => loc);
  expect(named).toContain('https://easel.example/search');
  expect(new Set(named).size).toBe(named.length);
  expect(named.filter((loc) => loc?.includes(':', 8) || loc?.includes('unsubscribe'))).toEqual([]);
});

test('pictures are named by parts, each in one', async () => {
  const last = (await sitemapPart('pictures-2.xml', having(PART + 1))) ?? '';
  expect(last).toContain(
    `<url><loc>https://easel.example/image/p${PART}</loc><lastmod>2026-11-20T10:00:00Z</lastmod></url>`,
  );
  expect(last.match(/<url>/g)).toHaveLength(1);
});

test.each(['pictures-0.xml', 'pictures-3.xml', 'pictures--1.xml', 'pictures-1.xml.gz', 'index', '../pages.xml'])(
  'there is no part %s',
  async (name) => expect(await sitemapPart(name, having(PART))).toBeUndefined(),
);
