import * as z from 'zod/mini';
import { isBuiltIn } from '../generation/policy.ts';

/** How a picture was made, as far as its files say so. */
export const making = z.object({
  /** By a model that learned from pictures. */
  trained: z.optional(z.literal(true)),
  /** It was made smaller than its original is. */
  enlarged: z.optional(z.literal(true)),
});
export type Making = z.output<typeof making>;

/** Undefined for what the built-in renderer made: files of it are kept under keys that say nothing of it. */
export function makingOf({
  provider,
  enlarged,
}: {
  provider: string;
  enlarged?: true | undefined;
}): Making | undefined {
  const trained = !isBuiltIn(provider);
  if (!trained && !enlarged) return undefined;
  return { ...(trained && { trained }), ...(enlarged && { enlarged }) };
}
