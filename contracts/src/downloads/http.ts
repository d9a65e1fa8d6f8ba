import * as z from 'zod/mini';
import { accountProblems } from '../account/http.ts';
import { route } from '../kernel/http.ts';
import { purchaseProblems } from '../purchases/policy.ts';
import { downloadFormats, downloadProblems, imageSizes } from './policy.ts';

const size = z.enum(imageSizes, downloadProblems.sizeMissing.message);

/** Describes a download before it is confirmed. spec: member-experience §3 "Download quote". */
export const quote = z.object({
  formats: z.array(z.enum(downloadFormats)),
  availableTiers: z.array(z.enum(imageSizes)),
  requestedTier: z.enum(imageSizes),
  /** What is delivered: as was asked for, or the largest below it that can be had. */
  finalTier: z.enum(imageSizes),
  /** In `finalTier`. */
  imageDimensions: z.object({ width: z.number(), height: z.number() }),
  /** Both 0 where it is one's own, or bought already; `credits` is null where only dollars buy it. */
  cents: z.number(),
  credits: z.nullable(z.number()),
  own: z.boolean(),
  bought: z.boolean(),
  /** Left this month, null where there is no limit; one's own and what was bought as such are not counted. */
  downloadsLeft: z.nullable(z.number()),
  expiresAt: z.string(),
});
export type Quote = z.output<typeof quote>;

export const downloadsHttp = {
  request: route({
    method: 'POST',
    path: '/api/downloads/request',
    side: 'command',
    access: 'member',
    body: z.object({
      generationId: z.uuid('Please choose an image'),
      /** The first image where absent. */
      variantId: z.optional(z.uuid()),
      resolutionTier: size,
      commercial: z.optional(z.boolean()),
    }),
    /** The token holds for a quarter of an hour and for one download, by this member, of this image, at this price. */
    reply: z.object({ success: z.literal(true), quote, token: z.string() }),
    errors: [downloadProblems.notFound, purchaseProblems.salesPaused],
  }),
  /** With credits, or for nothing where the quote says so. */
  confirm: route({
    method: 'POST',
    path: '/api/downloads/confirm/credits',
    side: 'command',
    access: 'member',
    body: z.object({
      token: z.string('Please request a quote first').check(z.maxLength(2000)),
      format: z.enum(downloadFormats, 'Please choose a format'),
      /** Must be the quote's own, where it is sent. */
      resolutionTier: z.optional(size),
    }),
    /** `downloadUrl` needs no token: its address is the capability. */
    reply: z.object({ success: z.literal(true), downloadUrl: z.string(), expiresAt: z.string() }),
    errors: [
      downloadProblems.tokenWrong,
      downloadProblems.tokenSpent,
      downloadProblems.notFound,
      downloadProblems.monthlyLimit,
      downloadProblems.formatBeyondPlan,
      downloadProblems.sizeBeyondPlan,
      purchaseProblems.salesPaused,
      purchaseProblems.dollarsOnly,
      accountProblems.insufficientCredits,
      accountProblems.owing,
      purchaseProblems.paymentGone,
    ],
    moves: ['balance', 'plan', 'purchases', 'statement', 'dashboard', 'public-gallery', 'favorites'],
    limit: { calls: 240, seconds: 60 },
    idempotent: true,
  }),
  /** One file, by a signed address. */
  file: route({
    method: 'GET',
    path: '/api/downloads/file/:token',
    side: 'command',
    access: 'anyone',
    acts: true,
    params: z.object({ token: z.string().check(z.maxLength(1000)) }),
    errors: [
      downloadProblems.linkWrong,
      downloadProblems.linkExpired,
      downloadProblems.notFound,
      accountProblems.owing,
      purchaseProblems.paymentGone,
    ],
    limit: { calls: 120, seconds: 3600 },
  }),
};

/** Waits in the browser's cart for payment. spec: member-experience §3 "Pending download"; spec: rulings "Products". */
export const pendingDownload = z.object({
  kind: z.literal('image-download'),
  type: z.literal('image-download'),
  id: z.string(),
  generationId: z.uuid(),
  variantId: z.uuid(),
  format: z.enum(downloadFormats),
  resolutionTier: z.enum(imageSizes),
  /** Dollars. */
  price: z.number(),
  quantity: z.literal(1),
  name: z.string(),
  /** Address of its thumbnail. */
  image: z.string(),
});
export type PendingDownload = z.output<typeof pendingDownload>;
