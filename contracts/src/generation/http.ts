import * as z from 'zod/mini';
import { accountProblems } from '../account/http.ts';
import { challengeKinds } from '../competitions/kinds.ts';
import { route } from '../kernel/http.ts';
import { defineProblems } from '../kernel/problem.ts';
import { pageQuery, pagination } from '../kernel/pages.ts';
import { providerProblems } from '../providers/problems.ts';
import { generateBody, variantBody } from './bodies.http.ts';
import { BATCH_MAX, failureReasons } from './policy.ts';
import { agreed } from './request.http.ts';

export const generationProblems = defineProblems('generation', {
  notFound: [404, 'Not found'],
  notUnderstood: [
    409,
    'The built-in renderer does not know what this prompt is about. Nothing was charged. Send agreed: true to draw it.',
  ],
  notRemixable: [404, 'This picture can no longer be remixed'],
  failed: [422, 'Generation failed'],
  /** The reply lists them as `characters`. */
  unsettableCharacters: [422, 'Some characters of the words in the picture cannot be set'],
  cancelled: [409, 'This generation was cancelled'],
  noImage: [404, 'No image available for download'],
  unfinished: [409, 'This generation is still in progress'],
  ended: [409, 'This generation has already ended'],
  notCompleted: [409, 'This generation has no finished image'],
  notRetryable: [409, 'Only a failed or cancelled generation can be tried again'],
  stillPrivate: [409, 'Make this image public before sharing it'],
  trialStaysPrivate: [409, 'A picture from before you registered stays private. Make it at 1K to publish it.'],
});

/** What the refusal `generation.not_understood` says beside its text: what would be drawn, and what would not. */
export const refusedReading = z.object({
  drawn: z.array(z.string()),
  instead: z.array(z.string()),
  missing: z.array(z.string()),
});
export type RefusedReading = z.output<typeof refusedReading>;

export const variant = z.object({
  id: z.string(),
  /** Path of the preview (gallery/policy.ts says how large); a member's own private images need the `auth` path. */
  image_url: z.string(),
  thumbnail_url: z.string(),
  width: z.number(),
  height: z.number(),
  thumbhash: z.string(),
  /** By which it was drawn: its owner's to see. */
  seed: z.optional(z.number()),
  /**
   * What it was asked for with, where it was asked for later and otherwise than its generation; absent where that says
   * it, and in replies to commands, which know the one stream alone.
   */
  prompt: z.optional(z.string()),
  resolution: z.optional(z.string()),
  /** How it was made from another image of its generation; its `prompt` describes the replaced part alone. */
  edit: z.optional(z.object({ kind: z.enum(['replace', 'extend']), variant_id: z.string() })),
  /** Its own: who made it, where that is not who made the others. */
  provider: z.optional(z.string()),
  /** Its own: how many pictures were sent along, where that differs likewise. Its owner's to see. */
  references: z.optional(z.number()),
  /** As the provider rewrote the prompt: its owner's to see. */
  revised_prompt: z.optional(z.string()),
  /** It was made smaller than it is, and enlarged. */
  enlarged: z.optional(z.boolean()),
});

/**
 * Somebody who is shown to everyone: `name` as in the address of their page. `avatar_url`: a small square of a picture
 * of theirs; absent where they have chosen none that everybody sees.
 */
export const author = z.object({ id: z.string(), name: z.string(), avatar_url: z.optional(z.string()) });
export type Author = z.output<typeof author>;

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
    /** Its owner's to see, and everybody's where the owner shares it. */
    seed: z.optional(z.number()),
    /** Milliseconds; null until completed. */
    processing_time: z.nullable(z.number()),
    filter_nsfw: z.boolean(),
    image_dimensions: z.nullable(z.object({ width: z.number(), height: z.number() })),
    generation_parameters: z.object({ isTshirtDesign: z.boolean() }),
    file_format: z.string(),
    creative_detailing: z.number(),
    safety_tolerance: z.number(),
    enhance_prompt: z.boolean(),
    raw_mode: z.boolean(),
    /** Its owner's to see; whoever remixes it is given it where the owner shares it. */
    negative_prompt: z.optional(z.string()),
    /** Words that were asked to be read in it: its owner's to see likewise. */
    lettering: z.optional(z.string()),
    provider: z.string(),
    /** Its owner's to see: how many pictures were sent along. */
    references: z.optional(z.number()),
    /** Where people find the product that made it. */
    website: z.string(),
  }),
  /**
   * Its owner's to see: those that were asked for by one request have it in common. Absent where it was asked for
   * alone.
   */
  batch_id: z.optional(z.string()),
  /** Why it failed; null otherwise. */
  failure: z.optional(z.nullable(z.enum(failureReasons))),
  /** Of public pictures: who made it, null where they are hidden. */
  author: z.optional(z.nullable(author)),
  /** Of public pictures: how many members with a verified address have it among their favorites. */
  likes: z.optional(z.number()),
  /** Of public pictures: the viewer made it, or bought an image of it; absent where neither is so. */
  yours: z.optional(z.enum(['made', 'bought'])),
  /** Entered in a challenge, which is open until `closes_at`; absent where it is or was in none. */
  entry: z.optional(
    z.object({
      competition_id: z.string(),
      entry_id: z.string(),
      variant_id: z.string(),
      kind: z.enum(challengeKinds),
      closes_at: z.string(),
    }),
  ),
  /** In the trash since; absent elsewhere. */
  deleted_at: z.optional(z.string()),
});
export type Generation = z.output<typeof generation>;

/** Generations whose images one archive may hold. */
export const ZIP_MAX = 50;

const byId = z.object({ id: z.uuid() });

const credits = z.object({ charged: z.number(), balance: z.number() });
const accepted = z.object({ id: z.string(), status: z.string() });
/** A function, as a build leaves it out where nobody calls it: pages would load all these problems. */
const charged = () => [
  accountProblems.insufficientCredits,
  accountProblems.owing,
  accountProblems.monthlyLimit,
  accountProblems.inProgress,
  generationProblems.notUnderstood,
  generationProblems.unsettableCharacters,
  providerProblems.impossible,
  providerProblems.unavailable,
  providerProblems.priceChanged,
  providerProblems.dayBudgetSpent,
  providerProblems.memberBudgetSpent,
  providerProblems.referenceGone,
  providerProblems.referenceNotLicensed,
];
const changed = z.object({ success: z.literal(true), message: z.string(), generation });
/** Each call of these adds an event that stays, and what one does another undoes. */
const changes = { calls: 600, seconds: 60 };

export const generationHttp = {
  generate: route({
    method: 'POST',
    path: '/api/generation/generate',
    side: 'command',
    access: 'member',
    body: generateBody,
    /**
     * 200 with the finished generation; 202 with `{id, status}` for `Prefer: respond-async`, and where the server
     * drains.
     */
    reply: z.object({
      success: z.literal(true),
      generation: z.union([generation, accepted]),
      credits: z.optional(credits),
    }),
    errors: [...charged(), generationProblems.notRemixable, generationProblems.failed, generationProblems.cancelled],
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
  /** The original for its owner; the preview of a public image for everybody else, signed in or not. */
  download: route({
    method: 'GET',
    path: '/api/generation/download/:id/:index',
    side: 'command',
    access: 'anyone',
    acts: true,
    params: z.object({ id: z.uuid(), index: z.coerce.number().check(z.int(), z.gte(0), z.lte(1000)) }),
    errors: [generationProblems.notFound, generationProblems.noImage],
    moves: ['dashboard'],
    limit: { calls: 240, seconds: 60 },
  }),
  remove: route({
    method: 'DELETE',
    path: '/api/generation/:id',
    side: 'command',
    access: 'member',
    params: byId,
    reply: z.object({ success: z.literal(true) }),
    errors: [generationProblems.notFound, generationProblems.unfinished],
    moves: ['generations', 'dashboard', 'public-gallery', 'favorites', 'collections'],
    limit: changes,
  }),
  /** All of them or none: one command holds the credits of every request. Answered on acceptance with 202. */
  batch: route({
    method: 'POST',
    path: '/api/generation/generate/batch',
    side: 'command',
    access: 'member',
    body: z.object({
      requests: z
        .array(generateBody, 'Please send the requests, a list')
        .check(
          z.minLength(1, 'Please send at least one request'),
          z.maxLength(BATCH_MAX, `At most ${BATCH_MAX} requests at once`),
        ),
    }),
    reply: z.object({ success: z.literal(true), generations: z.array(accepted), credits }),
    errors: [...charged(), generationProblems.notRemixable],
    moves: ['generations', 'dashboard', 'balance', 'me'],
    limit: { calls: 30, seconds: 60 },
    idempotent: true,
  }),
  /** 202 on acceptance: the image takes up to a minute. It costs what an image of its resolution costs. */
  createVariant: route({
    method: 'POST',
    path: '/api/generation/create-variant/:id',
    side: 'command',
    access: 'member',
    params: byId,
    body: variantBody,
    reply: z.object({
      success: z.literal(true),
      message: z.string(),
      variantId: z.string(),
      /** Under which its progress is told. */
      generationId: z.string(),
      /** Where it is made in other pixels than were asked for: in which, and why. */
      notice: z.optional(z.string()),
      credits,
    }),
    errors: [generationProblems.notFound, generationProblems.notCompleted, generationProblems.failed, ...charged()],
    moves: ['generations', 'dashboard', 'balance', 'me'],
    limit: { calls: 60, seconds: 60 },
    idempotent: true,
  }),
  save: route({
    method: 'POST',
    path: '/api/generation/:id/save',
    side: 'command',
    access: 'member',
    params: byId,
    reply: changed,
    errors: [generationProblems.notFound, generationProblems.notCompleted],
    moves: ['generations', 'collections'],
  }),
  /** The address under which anyone sees it, with the member's referral code. */
  share: route({
    method: 'POST',
    path: '/api/generation/:id/share',
    side: 'command',
    access: 'member',
    params: byId,
    reply: z.object({ success: z.literal(true), message: z.string(), url: z.string() }),
    errors: [generationProblems.notFound, generationProblems.notCompleted, generationProblems.stillPrivate],
  }),
  makePublic: route({
    method: 'PUT',
    path: '/api/generation/:id/make-public',
    side: 'command',
    access: 'member',
    params: byId,
    body: z.object({ isPublic: z._default(z.boolean(), true) }),
    reply: changed,
    errors: [generationProblems.notFound, generationProblems.notCompleted, generationProblems.trialStaysPrivate],
    moves: ['generations', 'public-gallery', 'favorites', 'collections'],
    limit: changes,
  }),
  cancel: route({
    method: 'POST',
    path: '/api/generation/:id/cancel',
    side: 'command',
    access: 'member',
    params: byId,
    reply: z.object({ success: z.literal(true), generation }),
    errors: [generationProblems.notFound, generationProblems.ended],
    moves: ['generations', 'dashboard', 'balance', 'me'],
  }),
  /** A new generation of the same settings and seed; the one that failed leaves the lists. Answered with 202. */
  retry: route({
    method: 'POST',
    path: '/api/generation/:id/retry',
    side: 'command',
    access: 'member',
    params: byId,
    body: z.object({ agreed }),
    reply: z.object({ success: z.literal(true), generation: accepted, credits }),
    errors: [generationProblems.notFound, generationProblems.notRetryable, generationProblems.failed, ...charged()],
    moves: ['generations', 'dashboard', 'balance', 'me'],
    limit: { calls: 120, seconds: 60 },
    idempotent: true,
  }),
  /** Out of the trash. */
  restore: route({
    method: 'POST',
    path: '/api/generation/:id/restore',
    side: 'command',
    access: 'member',
    params: byId,
    reply: changed,
    errors: [generationProblems.notFound],
    moves: ['generations', 'dashboard', 'public-gallery', 'favorites', 'collections'],
    limit: changes,
  }),
  /** Out of the trash for good, before its thirty days are over. */
  removeForEver: route({
    method: 'DELETE',
    path: '/api/generation/:id/trash',
    side: 'command',
    access: 'member',
    params: byId,
    reply: z.object({ success: z.literal(true) }),
    errors: [generationProblems.notFound],
    moves: ['generations'],
  }),
  /** The originals of one's own images in one archive, named like single downloads; not yours, not there: 404. */
  zip: route({
    method: 'POST',
    path: '/api/generation/download-zip',
    side: 'command',
    access: 'member',
    body: z.object({
      ids: z
        .array(z.uuid(), 'Please choose the images')
        .check(z.minLength(1, 'Please choose at least one image'), z.maxLength(ZIP_MAX)),
    }),
    errors: [generationProblems.notFound, generationProblems.noImage],
    moves: ['dashboard'],
    limit: { calls: 20, seconds: 300 },
  }),
  /** Server-sent events, see `live.ts`; `Last-Event-ID` takes up where the last one ended. */
  live: route({
    method: 'GET',
    path: '/api/live',
    side: 'command',
    access: 'member',
    acts: true,
    limit: { calls: 60, seconds: 60 },
  }),
};
