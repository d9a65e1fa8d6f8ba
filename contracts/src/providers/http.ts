import * as z from 'zod/mini';
import { everyOperator, reasonText, seenVersion } from '../kernel/console.ts';
import { route } from '../kernel/http.ts';
import { known, knownRoute, routes } from './known.http.ts';
import { routeNames } from './policy.ts';
import { providerProblems } from './problems.ts';

const success = z.literal(true);

/** A provider as the console shows it; `figures.http.ts` has its statistics. */
const operated = z.extend(known, {
  /** Limits in dollars per day, for all members and for each; null when there is none. */
  budget: z.object({ day: z.nullable(z.number()), memberDay: z.nullable(z.number()) }),
  /** Dollars reserved today; null when there is no budget. */
  reservedToday: z.nullable(z.number()),
  /** Counts the operators' changes; pausing and resuming use it for optimistic concurrency. */
  version: z.number(),
  /** Why its last calls failed; present while the breaker is half-open: it accepts requests, and none succeeded yet. */
  lastFailure: z.optional(z.string()),
  /** Id of the operator who paused it; absent when it is not paused. */
  pausedBy: z.optional(z.string()),
});
export type OperatedProvider = z.output<typeof operated>;

const console = z.object({
  success,
  providers: z.array(operated),
  routing: z.object({ version: z.number(), routes }),
});
export type ProvidersConsole = z.output<typeof console>;

const byName = z.object({ name: z.string().check(z.maxLength(40)) });
const action = { access: { operators: ['admin'] } as const, params: byName, idempotent: true };

export const providersHttp = {
  known: knownRoute,
  /** Receives a provider's report that a task is done. It is only a hint: the worker then polls the provider. */
  webhook: route({
    method: 'POST',
    path: '/api/webhooks/providers/:name',
    side: 'command',
    access: 'anyone',
    params: byName,
    reply: z.object({ success }),
    errors: [providerProblems.notFound, providerProblems.unsigned],
    limit: { calls: 1200, seconds: 60 },
  }),
  console: route({
    method: 'GET',
    path: '/api/admin/providers',
    side: 'command',
    access: everyOperator,
    reply: console,
  }),
  pause: route({
    ...action,
    method: 'POST',
    path: '/api/admin/providers/:name/pause',
    side: 'command',
    body: z.object({ version: seenVersion, reason: reasonText }),
    reply: console,
    errors: [providerProblems.notFound, providerProblems.changed],
    moves: ['providers'],
  }),
  resume: route({
    ...action,
    method: 'POST',
    path: '/api/admin/providers/:name/resume',
    side: 'command',
    body: z.object({ version: seenVersion, reason: reasonText }),
    reply: console,
    errors: [providerProblems.notFound, providerProblems.changed],
    moves: ['providers'],
  }),
  /**
   * Replaces the routing table. `version` is the one that the caller read; models without a route are routed
   * automatically.
   */
  revise: route({
    method: 'PUT',
    path: '/api/admin/providers/routing',
    side: 'command',
    access: { operators: ['admin'] },
    body: z.object({
      version: seenVersion,
      routes: z.partialRecord(z.enum(routeNames), z.string().check(z.maxLength(40)), 'Please send the routing table'),
      reason: reasonText,
    }),
    reply: console,
    errors: [providerProblems.changed, providerProblems.unknownRoute],
    moves: ['providers'],
    idempotent: true,
  }),
};
