import * as z from 'zod/mini';
import { route } from '../kernel/http.ts';

const limit = { calls: 600, seconds: 60 };
const name = z.object({ name: z.string() });

/** What is no call but read by browsers and search engines at its address. */
export const pagesHttp = {
  /** Pages that come as HTML, the same for everyone: as a visitor sees them. */
  page: route({
    method: 'GET',
    path: '/',
    also: [
      '/search',
      '/public-gallery',
      '/image/:id',
      '/u/:name',
      '/shop',
      '/pricing',
      '/tshirt-competition',
      '/poster-competition',
      '/about',
      '/contact',
      '/disclaimer',
      '/privacy-policy',
      '/terms-conditions',
      '/report-feature',
      '/report-bug',
      '/unsubscribe',
      '/verify-success',
    ],
    side: 'query',
    access: 'anyone',
    limit,
  }),
  /** `{generationId}.jpg`: a public picture as previews of links show it, 1200 × 630. */
  linkPicture: route({
    method: 'GET',
    path: '/api/images/link/:name',
    side: 'query',
    access: 'anyone',
    params: name,
    limit,
  }),
  robots: route({ method: 'GET', path: '/robots.txt', side: 'query', access: 'anyone', limit }),
  /** The list of the sitemap's parts. */
  sitemap: route({ method: 'GET', path: '/sitemap.xml', side: 'query', access: 'anyone', limit }),
  /** `pages.xml`, and `pictures-{n}.xml` from 1 on. */
  sitemapPart: route({ method: 'GET', path: '/sitemaps/:name', side: 'query', access: 'anyone', params: name, limit }),
  /** What a browser may render before it is asked for. */
  speculationRules: route({
    method: 'GET',
    path: '/speculation-rules.json',
    side: 'query',
    access: 'anyone',
    limit,
  }),
};
