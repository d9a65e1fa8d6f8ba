import * as z from 'zod/mini';
import { accountProblems } from '../account/http.ts';
import { downloadFormats, downloadProblems, imageSizes } from '../downloads/policy.ts';
import { route } from '../kernel/http.ts';
import { pageQuery, pagination } from '../kernel/pages.ts';
import { purchaseProblems } from './policy.ts';

const { message: noPrice } = purchaseProblems.priceSenseless;
const sum = z.number(noPrice).check(z.gte(0, noPrice), z.lte(1_000_000, noPrice));

export const purchaseBody = z.object({
  /** Of the generation. */
  imageId: z.uuid('Please choose an image'),
  /** The first image where absent. */
  variantId: z.optional(z.uuid()),
  size: z.enum(imageSizes, downloadProblems.sizeMissing.message),
  paymentMethod: z._default(z.enum(['credits', 'dollars'], 'Please choose credits or dollars'), 'credits'),
  /** What the buyer was shown; another price than the server's is 409 with `expected`. */
  credits: z.optional(sum),
  amount: z.optional(sum),
});

/** A purchase as its buyer sees it. Sums as decimals: credits, or dollars. */
export const purchase = z.object({
  id: z.uuid(),
  generationId: z.uuid(),
  variantId: z.uuid(),
  size: z.enum(imageSizes),
  /** In which the image was made: a larger file is enlarged from it. */
  original: z.enum(imageSizes),
  method: z.enum(['credits', 'dollars', 'card']),
  credits: z.number(),
  amount: z.number(),
  purchased_at: z.string(),
  width: z.number(),
  height: z.number(),
  thumbhash: z.string(),
  /** Honours the image cookie. */
  thumbnail_url: z.string(),
  preview_url: z.string(),
  /** Wants the member's token. */
  downloadUrl: z.string(),
});
export type Purchase = z.output<typeof purchase>;

export const purchasesHttp = {
  purchase: route({
    method: 'POST',
    path: '/api/images/purchase',
    side: 'command',
    access: 'member',
    body: purchaseBody,
    /** `downloadUrl` is fetched with the member's token. */
    reply: z.object({
      success: z.literal(true),
      message: z.string(),
      purchaseId: z.uuid(),
      downloadUrl: z.string(),
    }),
    errors: [
      purchaseProblems.notFound,
      purchaseProblems.priceChanged,
      purchaseProblems.salesPaused,
      purchaseProblems.dollarsOnly,
      purchaseProblems.ownImage,
      purchaseProblems.insufficientWallet,
      accountProblems.insufficientCredits,
      accountProblems.owing,
      downloadProblems.sizeBeyondPlan,
      downloadProblems.sizeNotOffered,
      downloadProblems.upscaleTooFar,
    ],
    moves: ['balance', 'plan', 'purchases', 'statement', 'public-gallery', 'favorites'],
    idempotent: true,
  }),
  /**
   * The newest first. `titles`: what the images were made from, by generation, of a variant with other words by its own
   * id; of a maker who was erased there is none.
   */
  own: route({
    method: 'GET',
    path: '/api/purchases',
    side: 'query',
    access: 'member',
    query: pageQuery(12),
    reply: z.object({
      success: z.literal(true),
      items: z.array(purchase),
      titles: z.record(z.string(), z.string()),
      pagination,
    }),
  }),
  /**
   * The bytes, as often as one likes and at no cost: in the bought size or a smaller one, in a format of one's plan;
   * png always.
   */
  file: route({
    method: 'GET',
    path: '/api/purchases/:id/file',
    side: 'command',
    access: 'member',
    acts: true,
    params: z.object({ id: z.uuid() }),
    query: z.object({
      size: z.optional(z.enum(imageSizes)),
      format: z._default(z.enum(downloadFormats), 'png'),
    }),
    errors: [
      purchaseProblems.notFound,
      purchaseProblems.paymentGone,
      accountProblems.owing,
      downloadProblems.formatBeyondPlan,
      downloadProblems.sizeNotOffered,
    ],
    limit: { calls: 120, seconds: 3600 },
  }),
  /** `thumbnail.webp` or `preview.webp`: where the image cookie goes. */
  image: route({
    method: 'GET',
    path: '/api/images/auth/purchases/:id/:name',
    side: 'query',
    access: 'member-or-cookie',
    params: z.object({ id: z.uuid(), name: z.enum(['thumbnail.webp', 'preview.webp']) }),
    errors: [purchaseProblems.notFound],
  }),
};
