import * as z from 'zod/mini';
import { everyOperator, reasonText, seenVersion } from '../kernel/console.ts';
import { route } from '../kernel/http.ts';
import { known, knownRoute, routes } from './known.http.ts';
import { routeNames } from './policy.ts';
import { providerProblems } from './problems.ts';

const success = z.literal(true);

/** What the console shows of a provider beside its figures. */
const operated = z.extend(known, {
  /** Dollars a day, of all members and of each; null: no budget. */
  budget: z.object({ day: z.nullable(z.number()), memberDay: z.nullable(z.number()) }),
  /** Dollars that were reserved today; null where there is no budget. */
  reservedToday: z.nullable(z.number()),
  /** Of its changes: what a pause or resumption relies on. */
  version: z.number(),
  /** Why its last calls failed, while it is tried again: it takes requests, and none has succeeded since. */
  lastFailure: z.optional(z.string()),
  /** The operator who paused it; absent where it is not paused. */
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
  /**
   * A provider reports that a task is done. The report is only a hint: the worker asks the provider itself.
   */
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
  /** `version` is the one the caller has seen. Models that are left out are chosen for automatically. */
  revise: route({
    method: 'PUT',
    path: '/api/admin/providers/routing',
    side: 'command',
    access: { operators: ['admin'] },
    body: z.object({
      version: seenVersion,
      routes: z.partialRecord(z.enum(routeNames), z.string().check(z.maxLength(40)), 'Please send the table'),
      reason: reasonText,
    }),
    reply: console,
    errors: [providerProblems.changed, providerProblems.unknownRoute],
    moves: ['providers'],
    idempotent: true,
  }),
};
