import * as z from 'zod/mini';
import { generation, generationProblems } from '../generation/http.ts';
import { colours } from '../generation/look.policy.ts';
import { aspectRatioKeys, models, resolutions } from '../generation/policy.ts';
import { route } from '../kernel/http.ts';
import { pageQuery, pagination } from '../kernel/pages.ts';
import { categoryNamed } from './category-name.ts';
import { SEARCH_DEPTH, SEARCH_MAX, SEARCH_PAGE, TRENDING } from './policy.ts';

/** A category in whatever way it is written: see `categoryNamed`. */
export const category = z.string().check(z.maxLength(60), z.overwrite(categoryNamed));

const words = z.string().check(z.trim(), z.maxLength(SEARCH_MAX));
const limit = { calls: 600, seconds: 60 };
const success = z.literal(true);

/**
 * A picture that was found: as the public gallery shows it, under the names that the specification gives it besides.
 */
export const foundImage = z.extend(generation, { prompt: z.string(), imageUrl: z.string() });

/** Everything is of the public pictures, but for what a member searches among their own. */
export const searchHttp = {
  /** What the public pictures can be browsed by, the fullest first; each shows up to three of its newest. */
  categories: route({
    method: 'GET',
    path: '/api/search/categories',
    side: 'query',
    access: 'anyone',
    reply: z.object({
      success,
      categories: z.array(
        z.object({ id: z.string(), name: z.string(), count: z.number(), images: z.array(foundImage) }),
      ),
    }),
    limit,
  }),
  /**
   * What many members with a verified address searched for lately, the last days counting most; `count` is of these
   * days' members.
   */
  trending: route({
    method: 'GET',
    path: '/api/search/trending',
    side: 'query',
    access: 'anyone',
    query: z.object({ limit: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(20)), TRENDING) }),
    reply: z.object({ success, trending: z.array(z.object({ query: z.string(), count: z.number() })) }),
    limit,
  }),
  /**
   * Searches of many that begin with what was typed and popular ones that hold it, those with results alone, from two
   * characters on; before that, what is popular.
   */
  suggestions: route({
    method: 'GET',
    path: '/api/search/suggestions',
    side: 'query',
    access: 'anyone',
    query: z.object({ q: z._default(words, '') }),
    reply: z.object({ success, suggestions: z.array(z.string()) }),
    limit,
  }),
  /**
   * Pictures whose prompt, categories or author's public name say every word, the newest first; without words, whatever
   * the filters let through. `didYouMean` has searches that would find something where this one found nothing. With
   * `like`, those that resemble that picture most come first: by what they show, then by palette and composition. There
   * are no more than a few pages of them. Reading records nothing.
   */
  images: route({
    method: 'GET',
    path: '/api/search/images',
    side: 'query',
    access: 'anyone',
    query: z.extend(pageQuery(SEARCH_PAGE), {
      limit: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(100)), SEARCH_PAGE),
      page: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(SEARCH_DEPTH)), 1),
      q: z._default(words, ''),
      category: z.optional(category),
      colour: z.optional(z.enum(colours)),
      model: z.optional(z.enum(models)),
      ratio: z.optional(z.enum(aspectRatioKeys)),
      resolution: z.optional(z.enum(resolutions)),
      /** `own`: among one's own pictures, public or not. */
      of: z._default(z.enum(['everyone', 'own']), 'everyone'),
      /** A public picture, or one's own. */
      like: z.optional(z.uuid()),
    }),
    reply: z.object({
      success,
      results: z.array(foundImage),
      message: z.string(),
      didYouMean: z.array(z.string()),
      pagination,
    }),
    errors: [generationProblems.notFound],
    limit,
  }),
  /** Public pictures that show the same as one, at most twelve; of equals, those that look most like it come first. */
  related: route({
    method: 'GET',
    path: '/api/search/related/:id',
    side: 'query',
    access: 'anyone',
    params: z.object({ id: z.uuid() }),
    reply: z.object({ success, results: z.array(foundImage) }),
    errors: [generationProblems.notFound],
    limit,
  }),
  /**
   * Says that somebody searched for this, and how many pictures the page found for these words alone. It counts for
   * what is trending where a member with a verified address says so. Nothing says who.
   */
  perform: route({
    method: 'POST',
    path: '/api/search/performed',
    side: 'command',
    access: 'anyone',
    body: z.object({
      q: z.string('Please send what was searched for').check(z.trim(), z.maxLength(SEARCH_MAX)),
      found: z.optional(z.int('A whole number of pictures').check(z.gte(0, 'A whole number of pictures'))),
    }),
    reply: z.object({ success }),
    limit: { calls: 300, seconds: 3600 },
  }),
};
