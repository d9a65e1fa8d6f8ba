import * as z from 'zod/mini';
import { aspectRatioKeys, resolutions } from '../generation/policy.ts';
import { route } from '../kernel/http.ts';
import { protocols, routeNames, type KnownProvider } from './policy.ts';
import { referenceRoles } from './reference.policy.ts';

// Kept apart from the console's routes, because the studio loads only this one.

const size = z.object({ width: z.number(), height: z.number() });
const availability = z.union([
  z.object({ state: z.literal('ready') }),
  z.object({ state: z.literal('paused'), reason: z.string() }),
  z.object({ state: z.literal('failing'), reason: z.string(), until: z.string() }),
]);

/** `policy.ts` documents the fields. */
export const known = z.object({
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
export const routes = z.partialRecord(z.enum(routeNames), z.string());

export const knownReply = z.object({ success: z.literal(true), providers: z.array(known), routes });

/** Lists the providers and routes for the generator. A change takes effect in every process within five seconds. */
export const knownRoute = route({
  method: 'GET',
  path: '/api/providers',
  side: 'command',
  access: 'anyone',
  reply: knownReply,
  limit: { calls: 600, seconds: 60 },
});

export type KnownProviders = { providers: readonly KnownProvider[]; routes: z.output<typeof routes> };
