import * as z from 'zod/mini';
import { route } from '../kernel/http.ts';

const NO_STATEMENT = 'Please send the statement as it stands in the file';
const hex = z.string(NO_STATEMENT).check(z.regex(/^[0-9a-f]{64}$/, NO_STATEMENT));
const uuid = z.uuid(NO_STATEMENT);

export const originHttp = {
  /**
   * Whether a statement that somebody found in a file was signed here; whether the file is as it was, its digest tells
   * whoever has it.
   */
  verify: route({
    method: 'POST',
    path: '/api/origin/verify',
    side: 'command',
    access: 'anyone',
    body: z.object({ generationId: uuid, variantId: uuid, digest: hex, signature: hex }),
    reply: z.object({
      success: z.literal(true),
      genuine: z.boolean(),
      /** Where everybody sees the picture; null where it is not public, or not there any more. */
      path: z.nullable(z.string()),
      /** Whether the model that made it learned from pictures; null where that is not known. */
      trained: z.nullable(z.boolean()),
    }),
    limit: { calls: 60, seconds: 60 },
  }),
};
