import * as z from 'zod/mini';
import { liveShapes } from '../kernel/http.ts';
import { generation } from './http.ts';

/**
 * What `/api/live` sends: server-sent events whose `event` is a key of `liveEvents` and whose `data` is that shape in
 * JSON. A stream begins with `jobs`, or, where `Last-Event-ID` can still be taken up, with every `job` since.
 */
export const liveJob = z.object({
  id: z.string(),
  status: z.enum(['queued', 'processing', 'completed', 'failed', 'cancelled']),
  prompt: z.string(),
  created_at: z.string(),
  aspect_ratio: z.string(),
  resolution: z.string(),
  count: z.number(),
  /** Images that are stored. */
  done: z.number(),
  /** Of the whole, 0 to 1. */
  progress: z.number(),
  /** Renders of anybody's that come before it, from 0; null once it is being made. */
  position: z.nullable(z.number()),
  /** Until it is complete, as far as can be told. */
  eta_ms: z.nullable(z.number()),
  /** The generation it will be a variant of. */
  variant_of: z.nullable(z.string()),
  /** Who makes it; absent for the built-in renderer. */
  provider: z.optional(z.string()),
  failure: z.nullable(z.string()),
  /** The complete generation as its owner reads it, for who hears of its end as it happens; absent of a variant. */
  generation: z.optional(generation),
  /** What it will show in a moment: the files are sent as soon as it is complete. Only for who hears of it then. */
  pictures: z.optional(generation.shape.variants),
});
export type LiveJob = z.output<typeof liveJob>;

export const liveEvents = liveShapes({
  /** Every open job of the member, newest last. `id` of the event: a log position. */
  jobs: z.object({ jobs: z.array(liveJob) }),
  /** One job as it stands after a fact; an ended one comes once. `id` of the event: the fact's log position. */
  job: liveJob,
  /** Without an id: lost ones are not missed. */
  progress: z.object({
    id: z.string(),
    done: z.number(),
    progress: z.number(),
    eta_ms: z.nullable(z.number()),
    /** What the provider has of it so far: a small WebP in base64. */
    preview: z.optional(z.string()),
  }),
  /** Without an id: where the waiting ones of the member stand now. */
  queue: z.object({
    waiting: z.array(z.object({ id: z.string(), position: z.number(), eta_ms: z.nullable(z.number()) })),
  }),
});
export type LiveEventName = keyof typeof liveEvents;
