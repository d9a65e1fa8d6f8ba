import { z } from 'zod';
import type { FactCatalogue, FactsOf } from '../kernel/event.ts';
import { providerNamePattern, routeNames } from './policy.ts';

const provider = z.string().regex(providerNamePattern);
/** `actionId` names what an operator did, so that a repeat is known. Who it was stands in the metadata. */
const action = { provider, actionId: z.uuid(), reason: z.string() };

/** Facts of `provider-{name}`. */
export const providerFacts = {
  /** An operator: nothing is sent there until it is resumed. */
  ProviderPaused: { version: 1, data: z.object(action) },
  ProviderResumed: { version: 1, data: z.object(action) },
  /** A worker's circuit breaker opened: several calls in a row failed. Nothing is sent there before `until`. */
  ProviderFailing: {
    version: 1,
    data: z.object({
      provider,
      reason: z.enum(['unreachable', 'busy', 'unauthorized', 'unfunded', 'broken']),
      failures: z.int().positive(),
      until: z.iso.datetime(),
    }),
  },
  /** A call succeeded again. */
  ProviderRecovered: { version: 1, data: z.object({ provider }) },
} satisfies FactCatalogue;

export type ProviderFact = FactsOf<typeof providerFacts>;

/** Facts of `spending-{provider}.{day}`. */
export const spendingFacts = {
  /** Comes before the call that may cost it. A call that was refused or failed keeps its reservation. */
  SpendReserved: {
    version: 1,
    data: z.object({
      provider,
      day: z.iso.date(),
      memberId: z.uuid(),
      generationId: z.uuid(),
      /** Of the `ProviderCalled` that follows. */
      call: z.uuid(),
      /** Millionths of a dollar. */
      micros: z.int().nonnegative(),
    }),
  },
} satisfies FactCatalogue;

export type SpendingFact = FactsOf<typeof spendingFacts>;

/** Facts of `settings-routing`. */
export const routingFacts = {
  /** The whole table as it is in force from then on. */
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
