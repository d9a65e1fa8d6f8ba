import * as z from 'zod/mini';
import { generation, generationProblems } from '../generation/http.ts';
import { aspectRatioKeys, models, resolutions, SEED_MAX, styles } from '../generation/policy.ts';
import { instantText } from '../kernel/console.ts';
import { route } from '../kernel/http.ts';
import { pageQuery, pagination } from '../kernel/pages.ts';
import { category as categoryName } from '../search/http.ts';

const category = z.optional(categoryName);
const search = z.optional(z.string().check(z.trim(), z.maxLength(200)));
const name = z.object({ name: z.string() });

export const galleryHttp = {
  own: route({
    method: 'GET',
    path: '/api/gallery/user',
    side: 'query',
    access: 'member',
    query: z.extend(pageQuery(12), {
      category,
      search,
      model: z.optional(z.enum(models)),
      style: z.optional(z.enum(styles)),
      ratio: z.optional(z.enum(aspectRatioKeys)),
      resolution: z.optional(z.enum(resolutions)),
      seed: z.optional(z.coerce.number().check(z.int(), z.gte(0), z.lte(SEED_MAX))),
      /** Instants; `to` is not included. */
      from: z.optional(instantText),
      to: z.optional(instantText),
    }),
    reply: z.object({ success: z.literal(true), items: z.array(generation), total: z.number(), pagination }),
  }),
  /** What was deleted in the last thirty days, the last one first; each item has `deleted_at`. */
  trash: route({
    method: 'GET',
    path: '/api/gallery/trash',
    side: 'query',
    access: 'member',
    query: pageQuery(12),
    reply: z.object({ success: z.literal(true), items: z.array(generation), total: z.number(), pagination }),
  }),
  /** Prompts of one's own that hold what was typed, from two characters on. */
  ownSuggestions: route({
    method: 'GET',
    path: '/api/gallery/suggestions',
    side: 'query',
    access: 'member',
    query: z.object({ q: z._default(z.string().check(z.trim(), z.maxLength(100)), '') }),
    reply: z.object({ success: z.literal(true), suggestions: z.array(z.string()) }),
  }),
  /**
   * What everyone may see, the newest first. `cursor` goes on from the page before, however many are added meanwhile.
   */
  public: route({
    method: 'GET',
    path: '/api/gallery/public',
    side: 'query',
    access: 'anyone',
    query: z.extend(pageQuery(12), { category, search, cursor: z.optional(z.string().check(z.maxLength(100))) }),
    reply: z.object({
      success: z.literal(true),
      items: z.array(generation),
      total: z.number(),
      pagination,
      nextCursor: z.nullable(z.string()),
    }),
    limit: { calls: 600, seconds: 60 },
  }),
  /** One of them, or one of the caller's own: what a link to it shows. */
  publicOne: route({
    method: 'GET',
    path: '/api/gallery/public/:id',
    side: 'query',
    access: 'anyone',
    params: z.object({ id: z.uuid() }),
    reply: z.object({ success: z.literal(true), generation }),
    errors: [generationProblems.notFound],
    limit: { calls: 600, seconds: 60 },
  }),
  /** `{variantId}.webp` or `{variantId}-thumb.webp` of a public image. */
  publicImage: route({ method: 'GET', path: '/api/images/:name', side: 'query', access: 'anyone', params: name }),
  /** The same, where addresses of before lead. */
  uploadedImage: route({ method: 'GET', path: '/uploads/:name', side: 'query', access: 'anyone', params: name }),
  /** The same names for one's own images, public or not. */
  ownImage: route({
    method: 'GET',
    path: '/api/images/auth/:name',
    side: 'query',
    access: 'member-or-cookie',
    params: name,
  }),
};
