import { z } from 'zod';
import type { FactCatalogue, FactsOf } from '../kernel/event.ts';

/** Facts of `webhook-{event id}`. */
export const webhookFacts = {
  /**
   * Told by the card service, and something followed. Only what is signed comes this far. `received` is what it said of
   * the payment; of all else it said `withheld` has the names alone, as that may be personal.
   */
  WebhookReceived: {
    version: 1,
    data: z.object({
      eventId: z.string(),
      about: z.string(),
      received: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])),
      withheld: z.array(z.string()),
      paymentId: z.string().nullable(),
      /** When the card service made it. */
      madeAt: z.iso.datetime(),
      signature: z.literal('verified'),
      receivedAt: z.iso.datetime(),
    }),
  },
} satisfies FactCatalogue;

export type WebhookFact = FactsOf<typeof webhookFacts>;
