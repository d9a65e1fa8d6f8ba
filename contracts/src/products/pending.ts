import * as z from 'zod/mini';
import { QUANTITY_MAX } from '../orders/policy.ts';
import { placement } from './placement.ts';

/**
 * Waits in the browser's cart beside downloads; apart from the routes, which every page with a cart would bring along.
 * spec: public-and-commerce §3 "Cart item".
 */
export const pendingProduct = z.object({
  kind: z.literal('product'),
  id: z.string(),
  productId: z.string(),
  generationId: z.uuid(),
  variantId: z.uuid(),
  name: z.string(),
  size: z.string(),
  color: z.string(),
  /** The price of one, in dollars. */
  price: z.number(),
  quantity: z.int().check(z.gte(1), z.lte(QUANTITY_MAX)),
  /** Address of its thumbnail. */
  image: z.string(),
  /** Which picture of its generation it is, from 1. */
  imageNumber: z.number(),
  placement,
});
export type PendingProduct = z.output<typeof pendingProduct>;
