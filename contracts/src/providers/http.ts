import * as z from 'zod/mini';
import { aspectRatioKeys, resolutions } from '../generation/policy.ts';
import { everyOperator, reasonText, seenVersion } from '../kernel/console.ts';
import { route } from '../kernel/http.ts';
import { protocols, referenceRoles, routeNames, type KnownProvider } from './policy.ts';
import { providerProblems } from './problems.ts';

const success = z.literal(true);
const size = z.object({ width: z.number(), height: z.number() });
const availability = z.union([
  z.object({ state: z.literal('ready') }),
  z.object({ state: z.literal('paused'), reason: z.string() }),
  z.object({ state: z.literal('failing'), reason: z.string(), until: z.string() }),
]);

/** As `policy.ts` explains it. */
const known = z.object({
  name: z.string(),
  label: z.string(),
  protocol: z.enum(protocols),
  ratios: z.array(z.enum(aspectRatioKeys)),
  sizes: z.union([
    z.object({ kind: z.literal('listed'), sizes: z.array(size) }),
    z.object({ kind: z.literal('free'), step: z.number(), minSidePx: z.number(), maxPixels: z.number() }),
    z.object({ kind: z.literal('named'), resolutions: z.array(z.enum(resolutions)) }),
  ]),
  references: z.number(),
  referenceRoles: z.array(z.enum(referenceRoles)),
  referenceStrength: z.boolean(),
  edits: z.boolean(),
  seeds: z.boolean(),
  negativePrompt: z.boolean(),
  transparent: z.boolean(),
  previews: z.boolean(),
  moderated: z.boolean(),
  ignored: z.record(z.string(), z.string()),
  factor: z.number(),
  availability,
  expectedMs: z.partialRecord(z.enum(resolutions), z.number()),
});
const routes = z.partialRecord(z.enum(routeNames), z.string());

/** What the console shows of a provider beside its figures. */
const operated = z.extend(known, {
  /** Dollars a day, of all members and of each; null: no budget. */
  budget: z.object({ day: z.nullable(z.number()), memberDay: z.nullable(z.number()) }),
  /** Dollars that were reserved today; null where there is no budget. */
  reservedToday: z.nullable(z.number()),
  /** Of its changes: what a pause or resumption relies on. */
  version: z.number(),
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
  /** What the generator offers. A change is in force everywhere within five seconds. */
  known: route({
    method: 'GET',
    path: '/api/providers',
    side: 'command',
    access: 'anyone',
    reply: z.object({ success, providers: z.array(known), routes }),
    limit: { calls: 600, seconds: 60 },
  }),
  /**
   * A provider tells that a task is done. Whatever it says is only a hint: the worker asks the provider itself.
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

export type KnownProviders = { providers: readonly KnownProvider[]; routes: z.output<typeof routes> };
