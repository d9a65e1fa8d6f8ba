import { z } from 'zod';
import type { FactCatalogue, FactsOf } from '../kernel/event.ts';
import { providerNamePattern, routeNames } from './policy.ts';

const provider = z.string().regex(providerNamePattern);
/** Fields of every operator action. `actionId` deduplicates repeats; the operator's id is in the event's metadata. */
const action = { provider, actionId: z.uuid(), reason: z.string() };

/** Lists the facts of `provider-{name}`. */
export const providerFacts = {
  /** An operator paused the provider: no calls are made until it is resumed. */
  ProviderPaused: { version: 1, data: z.object(action) },
  ProviderResumed: { version: 1, data: z.object(action) },
  /** The circuit breaker opened after `failures` consecutive failures. No calls are made before `until`. */
  ProviderFailing: {
    version: 1,
    data: z.object({
      provider,
      reason: z.enum(['unreachable', 'busy', 'unauthorized', 'unfunded', 'broken']),
      failures: z.int().positive(),
      until: z.iso.datetime(),
    }),
  },
  /** A call succeeded, and the circuit breaker closed. */
  ProviderRecovered: { version: 1, data: z.object({ provider }) },
} satisfies FactCatalogue;

export type ProviderFact = FactsOf<typeof providerFacts>;

/** Lists the facts of `spending-{provider}.{day}`. */
export const spendingFacts = {
  /** Reserves the estimated cost before the call is made. The reservation is kept when the call fails or is refused. */
  SpendReserved: {
    version: 1,
    data: z.object({
      provider,
      day: z.iso.date(),
      memberId: z.uuid(),
      generationId: z.uuid(),
      /** The id of the `ProviderCalled` event that follows. */
      call: z.uuid(),
      /** Millionths of a dollar. */
      micros: z.int().nonnegative(),
    }),
  },
} satisfies FactCatalogue;

export type SpendingFact = FactsOf<typeof spendingFacts>;

/** Lists the facts of `settings-routing`. */
export const routingFacts = {
  /** Replaces the whole routing table. */
  RoutingRevised: {
    version: 1,
    data: z.object({
      actionId: z.uuid(),
      version: z.int().positive(),
      routes: z.partialRecord(z.enum(routeNames), z.string()),
      reason: z.string(),
    }),
  },
} satisfies FactCatalogue;

export type RoutingFact = FactsOf<typeof routingFacts>;
