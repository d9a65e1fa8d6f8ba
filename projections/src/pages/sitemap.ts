import { pagesHttp } from '@easel/contracts/pages/http';
import type { Reads } from '../kernel/reads.ts';

/** Public pictures by their number, the oldest first, of which another read model knows. */
export interface ListedPictures {
  count(reads: Reads): Promise<number>;
  read(reads: Reads, range: { offset: number; limit: number }): Promise<readonly { id: string; at: string }[]>;
}

/** The most that one part may name (sitemaps.org). */
export const PART = 50_000;

/** Pages of one visitor's own, by the link of a mail. */
const UNLISTED = ['/', '/unsubscribe', '/verify-success'];

const XML = '<?xml version="1.0" encoding="UTF-8"?>\n';
const NAMESPACE = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"';

/** What search engines may read, and where they find what there is. */
export const robotsOf = (site: string): string =>
  [
    'User-agent: *',
    'Allow: /api/images/',
    'Disallow: /api/',
    'Disallow: /admin/',
    '',
    `Sitemap: ${site}/sitemap.xml`,
    '',
  ].join('\n');

/** Names every part of the sitemap. */
export function sitemapIndex(site: string, pictures: number): string {
  const parts = ['pages', ...Array.from({ length: Math.ceil(pictures / PART) }, (_, index) => `pictures-${index + 1}`)];
  const entries = parts.map((name) => `<sitemap><loc>${site}/sitemaps/${name}.xml</loc></sitemap>\n`);
  return `${XML}<sitemapindex ${NAMESPACE}>\n${entries.join('')}</sitemapindex>\n`;
}

/** One part by its name; undefined where there is none. */
export async function sitemapPart(
  name: string,
  { site, reads, pictures }: { site: string; reads: Reads; pictures: ListedPictures },
): Promise<string | undefined> {
  if (name === 'pages.xml') {
    const { path, also } = pagesHttp.page;
    const listed = [path, ...also].filter((one) => !one.includes(':') && !UNLISTED.includes(one));
    return urlset(listed.map((one) => ({ loc: site + one })));
  }
  const number = Number(/^pictures-([1-9]\d{0,4})\.xml$/.exec(name)?.[1] ?? 0);
  if (number === 0 || (number - 1) * PART >= (await pictures.count(reads))) return undefined;
  const found = await pictures.read(reads, { offset: (number - 1) * PART, limit: PART });
  return urlset(found.map(({ id, at }) => ({ loc: `${site}/image/${id}`, lastmod: at })));
}

const urlset = (urls: readonly { loc: string; lastmod?: string }[]): string => {
  const entries = urls.map(
    ({ loc, lastmod }) => `<url><loc>${loc}</loc>${lastmod ? `<lastmod>${lastmod}</lastmod>` : ''}</url>\n`,
  );
  return `${XML}<urlset ${NAMESPACE}>\n${entries.join('')}</urlset>\n`;
};
