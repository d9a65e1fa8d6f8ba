import * as z from 'zod/mini';
import { route } from '../kernel/http.ts';
import { productProblems } from './policy.ts';

/** A picture as far as this member may have it printed. */
const printable = z.object({
  generationId: z.uuid(),
  variantId: z.uuid(),
  /** Which picture of its generation it is, from 1. */
  imageNumber: z.number(),
  /** The text it was made from. */
  title: z.string(),
  /** Pixels that may be printed: all of one's own, or those of the largest size that was bought. */
  width: z.number(),
  height: z.number(),
  /** Where the image cookie goes; `preview_url` has a long side of 1024 pixels at most. */
  preview_url: z.string(),
  thumbnail_url: z.string(),
});
export type PrintablePicture = z.output<typeof printable>;

export const productsHttp = {
  /** Returns one's own picture, a bought one, or an entry of an open challenge; 404 for any other. */
  picture: route({
    method: 'GET',
    path: '/api/shop/pictures/:generationId',
    side: 'command',
    access: 'member',
    params: z.object({ generationId: z.uuid() }),
    query: z.object({ variantId: z.optional(z.uuid()) }),
    reply: z.object({ success: z.literal(true), picture: printable }),
    errors: [productProblems.notFound],
    limit: { calls: 600, seconds: 60 },
  }),
};
