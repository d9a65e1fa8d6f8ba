import * as z from 'zod/mini';
import { generation } from '../generation/http.ts';
import { route } from '../kernel/http.ts';
import { pageQuery, pagination } from '../kernel/pages.ts';

const name = z.object({ name: z.string() });

export const galleryHttp = {
  own: route({
    method: 'GET',
    path: '/api/gallery/user',
    side: 'query',
    access: 'member',
    query: z.extend(pageQuery(12), {
      category: z.optional(z.string().check(z.maxLength(60))),
      search: z.optional(z.string().check(z.trim(), z.maxLength(200))),
    }),
    reply: z.object({ success: z.literal(true), items: z.array(generation), total: z.number(), pagination }),
  }),
  /** `{variantId}.webp` or `{variantId}-thumb.webp` of a public image. */
  publicImage: route({ method: 'GET', path: '/api/images/:name', side: 'query', access: 'anyone', params: name }),
  /** The same names for one's own images, public or not. */
  ownImage: route({
    method: 'GET',
    path: '/api/images/auth/:name',
    side: 'query',
    access: 'member-or-cookie',
    params: name,
  }),
};
