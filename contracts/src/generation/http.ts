import * as z from 'zod/mini';
import { accountProblems } from '../account/http.ts';
import { route } from '../kernel/http.ts';
import { defineProblems } from '../kernel/problem.ts';
import { pageQuery, pagination } from '../kernel/pages.ts';
import { aspectRatioOf, engines, imageCounts, models, PROMPT_MAX, resolutions, SEED_MAX, styles } from './policy.ts';

export const generationProblems = defineProblems('generation', {
  notFound: [404, 'Not found'],
  failed: [422, 'Generation failed'],
  cancelled: [409, 'This generation was cancelled'],
  noImage: [404, 'No image available for download'],
  unfinished: [409, 'This generation is still in progress'],
});

const lower = z.pipe(
  z.string().check(z.maxLength(40)),
  z.transform((text: string) => text.trim().toLowerCase()),
);

const aspectRatio = z.pipe(
  z.string().check(z.maxLength(40)),
  z.transform((text: string, context) => {
    const key = aspectRatioOf(text.trim());
    if (key) return key;
    context.issues.push({ code: 'custom', input: text, message: 'This aspect ratio is not known' });
    return z.NEVER;
  }),
);

/** Absent, null and blank all mean: the server picks one. */
const seed = z.pipe(
  z.optional(z.nullable(z.union([z.number(), z.string().check(z.maxLength(12))]))),
  z.transform((value: string | number | null | undefined, context) => {
    if (value === null || value === undefined || value === '') return null;
    const number = Number(value);
    if (Number.isInteger(number) && number >= 0 && number <= SEED_MAX) return number;
    context.issues.push({ code: 'custom', input: value, message: `A seed is a whole number from 0 to ${SEED_MAX}` });
    return z.NEVER;
  }),
);

/** Names other than these that a client sends (owner, price, role…) are ignored. */
export const generationRequest = z.object({
  prompt: z
    .string('Please enter a prompt')
    .check(
      z.trim(),
      z.minLength(1, 'Please enter a prompt'),
      z.maxLength(PROMPT_MAX, `At most ${PROMPT_MAX} characters`),
    ),
  negative_prompt: z._default(z.string().check(z.trim(), z.maxLength(PROMPT_MAX)), ''),
  model: z._default(z.enum(models), 'realism'),
  engine: z._default(z.enum(engines), 'automatic'),
  style: z._default(z.enum(styles), 'auto'),
  aspect_ratio: z._default(aspectRatio, 'square_1_1'),
  resolution: z._default(z.pipe(lower, z.enum(resolutions)), '2k'),
  count: z._default(z.literal(imageCounts), 1),
  output_format: z._default(z.pipe(lower, z.enum(['png', 'jpg'])), 'png'),
  seed,
  safety_tolerance: z._default(z.number().check(z.int(), z.gte(1), z.lte(6)), 2),
  enhance_prompt: z._default(z.boolean(), false),
  raw_mode: z._default(z.boolean(), false),
  creative_detailing: z._default(z.number().check(z.int(), z.gte(0), z.lte(100)), 33),
  filter_nsfw: z._default(z.boolean(), true),
  isTshirtDesign: z._default(z.boolean(), false),
});
export type GenerationRequest = z.output<typeof generationRequest>;

/** The settings stand flat in the body or under `options` (ruled: API.md). */
const generateBody = z.pipe(
  z.pipe(
    z.unknown(),
    z.transform((body: unknown) => {
      if (typeof body !== 'object' || body === null || !('options' in body)) return body;
      const { options, ...flat } = body;
      return typeof options === 'object' && options !== null ? { ...options, ...flat } : body;
    }),
  ),
  generationRequest,
);

export const variant = z.object({
  id: z.string(),
  /** Path of the preview; a member's own private images need the `auth` path. */
  image_url: z.string(),
  thumbnail_url: z.string(),
  width: z.number(),
  height: z.number(),
  thumbhash: z.string(),
});

export const generation = z.object({
  id: z.string(),
  original_prompt: z.string(),
  created_at: z.string(),
  status: z.enum(['queued', 'processing', 'completed', 'failed', 'cancelled']),
  categories: z.array(z.string()),
  isPublic: z.boolean(),
  variant_count: z.number(),
  variants: z.array(variant),
  metadata: z.object({
    model_type: z.string(),
    aspect_ratio: z.string(),
    resolution: z.string(),
    engine_type: z.string(),
    style: z.string(),
    seed: z.number(),
    /** Milliseconds; null until completed. */
    processing_time: z.nullable(z.number()),
    filter_nsfw: z.boolean(),
    image_dimensions: z.nullable(z.object({ width: z.number(), height: z.number() })),
    generation_parameters: z.object({ isTshirtDesign: z.boolean() }),
    file_format: z.string(),
    creative_detailing: z.number(),
    provider: z.string(),
  }),
});
export type Generation = z.output<typeof generation>;

const byId = z.object({ id: z.uuid() });

export const generationHttp = {
  generate: route({
    method: 'POST',
    path: '/api/generation/generate',
    side: 'command',
    access: 'member',
    body: generateBody,
    /** 200 with the finished generation; 202 with `{id, status}` for `Prefer: respond-async`, and where the server drains. */
    reply: z.object({
      success: z.literal(true),
      generation: z.union([generation, z.object({ id: z.string(), status: z.string() })]),
      credits: z.optional(z.object({ charged: z.number(), balance: z.number() })),
    }),
    errors: [
      accountProblems.insufficientCredits,
      accountProblems.monthlyLimit,
      accountProblems.inProgress,
      generationProblems.failed,
      generationProblems.cancelled,
    ],
    moves: ['generations', 'dashboard', 'balance', 'me'],
    limit: { calls: 120, seconds: 60 },
    idempotent: true,
  }),
  list: route({
    method: 'GET',
    path: '/api/generation/user',
    side: 'query',
    access: 'member',
    query: z.extend(pageQuery(12), { search: z.optional(z.string().check(z.trim(), z.maxLength(200))) }),
    reply: z.object({ success: z.literal(true), generations: z.array(generation), pagination }),
  }),
  /** One generation of one's own, in whatever state it is: what the page polls while an image is made. */
  one: route({
    method: 'GET',
    path: '/api/generation/:id',
    side: 'query',
    access: 'member',
    params: byId,
    reply: z.object({ success: z.literal(true), generation }),
    errors: [generationProblems.notFound],
  }),
  download: route({
    method: 'GET',
    path: '/api/generation/download/:id/:index',
    side: 'command',
    access: 'member',
    params: z.object({ id: z.uuid(), index: z.coerce.number().check(z.int(), z.gte(0), z.lte(1000)) }),
    errors: [generationProblems.notFound, generationProblems.noImage],
    moves: ['dashboard'],
  }),
  remove: route({
    method: 'DELETE',
    path: '/api/generation/:id',
    side: 'command',
    access: 'member',
    params: byId,
    reply: z.object({ success: z.literal(true) }),
    errors: [generationProblems.notFound, generationProblems.unfinished],
    moves: ['generations', 'dashboard'],
  }),
};
