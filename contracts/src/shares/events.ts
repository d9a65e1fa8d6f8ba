import { z } from 'zod';
import type { FactCatalogue, FactsOf } from '../kernel/event.ts';

const ids = { memberId: z.uuid(), shareId: z.uuid() };

/** What a link shows: a collection as it is when somebody looks, or one picture. */
const shown = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('collection'), collectionId: z.uuid() }),
  z.object({ kind: z.literal('picture'), generationId: z.uuid() }),
]);
export type Shown = z.output<typeof shown>;

/** Facts of `shares-{memberId}`. */
export const shareFacts = {
  /** `tokenDigest`: SHA-256 of the link's token, in hexadecimal. The token itself is written down nowhere. */
  ShareLinkMade: {
    version: 1,
    data: z.object({
      ...ids,
      shown,
      tokenDigest: z.string().regex(/^[0-9a-f]{64}$/),
      madeAt: z.iso.datetime(),
      expiresAt: z.iso.datetime(),
    }),
  },
  /** `gone`: not by choice, but because what it showed is nowhere any more. */
  ShareLinkRevoked: {
    version: 1,
    data: z.object({ ...ids, reason: z.enum(['choice', 'gone']), revokedAt: z.iso.datetime() }),
  },
} satisfies FactCatalogue;

export type ShareFact = FactsOf<typeof shareFacts>;
