import * as z from 'zod/mini';
import { route } from '../kernel/http.ts';
import { knownPage } from './landing.http.ts';
import {
  connections,
  EVENTS_A_CALL,
  LONG_TASKS,
  measuredTexts,
  navigations,
  SLOW_MS,
  SLOW_RESOURCES,
  VISIT_BEGUN,
  VITAL_MAX,
  vitals,
} from './policy.ts';

const ms = z.number().check(z.gte(0), z.lte(VITAL_MAX));
const slowMs = ms.check(z.gte(SLOW_MS));
const { build, target, cause, resource } = measuredTexts;

/** What a browser tells of one view of a page. */
export const measuredPage = z.object({
  page: knownPage,
  build: z.string().check(z.regex(build)),
  navigation: z.enum(navigations),
  connection: z.enum(connections),
  vitals: z.partialRecord(
    z.enum(vitals),
    z.object({
      value: ms,
      target: z.optional(z.string().check(z.regex(target))),
      cause: z.optional(z.string().check(z.regex(cause))),
    }),
  ),
  slowResources: z
    .array(
      z.object({
        resource: z.string().check(z.regex(resource)),
        kind: z.string().check(z.regex(cause)),
        ms: slowMs,
      }),
    )
    .check(z.maxLength(SLOW_RESOURCES)),
  longTasks: z.array(slowMs).check(z.maxLength(LONG_TASKS)),
});
export type MeasuredPage = z.output<typeof measuredPage>;

/** What a member did to a picture. */
export const pictureEvent = z.object({ generation_id: z.uuid() });

const event_type = z
  .string('Please say what happened')
  .check(z.regex(/^[a-z][a-z_-]{0,39}$/, 'Please say what happened in a word'));
const event_data = z.optional(z.record(z.string(), z.unknown()));
const trackedEvent = z.object({ event_type, event_data });
export type TrackedEvent = z.output<typeof trackedEvent>;

/** Everybody's clock and browser are their own: `timestamp` and `context`, where they are sent, are not kept. */
export const tracked = z
  .object({
    event_type: z.optional(event_type),
    event_data,
    events: z.optional(
      z
        .array(trackedEvent, 'Please send a list of events')
        .check(z.maxLength(EVENTS_A_CALL, `At most ${EVENTS_A_CALL} events at once`)),
    ),
  })
  .check(
    z.refine(({ event_type: type, events }) => (type === undefined) !== (events === undefined), {
      path: ['event_type'],
      message: 'Please say what happened, by one event or a list of them',
    }),
    z.refine(({ events = [] }) => events.filter(({ event_type: type }) => type === VISIT_BEGUN).length <= 1, {
      path: ['events'],
      message: 'At most one visit at once',
    }),
  );

const success = z.literal(true);

/** How many days back figures are asked for, today among them. */
export const days = z.object({ days: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(90)), 30) });

export const metric = z.object({
  name: z.enum(vitals),
  p50: z.number(),
  p75: z.number(),
  p95: z.number(),
  /** Of what three of four were at least as good as. */
  rating: z.enum(['good', 'needs-improvement', 'poor']),
  /** Views of pages that it was measured in. */
  views: z.number(),
});

export const telemetryHttp = {
  /**
   * Takes one event, or several as `events`. Of pages and visits nobody is asked who they are; what a member did counts
   * for whoever bears their token, and is skipped without one. That a curator's picture was looked at is recorded
   * without saying by whom. `recorded` tells how many came into the log: what is
   * none of these events is left out, and of pages only a sample may be kept. An address that tells of too much in an
   * hour gets 429.
   */
  track: route({
    method: 'POST',
    path: '/api/analytics/track',
    side: 'command',
    access: 'anyone',
    body: tracked,
    reply: z.object({ success, recorded: z.number() }),
    limit: { calls: 60, seconds: 60 },
  }),
  /**
   * One's own requests by the UTC day on which they were made, and ended, what they took of one's credits, and what
   * one's sales brought: every day that was asked for, the oldest first.
   */
  generations: route({
    method: 'GET',
    path: '/api/analytics/generations',
    side: 'query',
    access: 'member',
    query: days,
    reply: z.object({
      success,
      series: z.array(
        z.object({
          date: z.string(),
          total: z.number(),
          completed: z.number(),
          failed: z.number(),
          creditsSpent: z.number(),
          /** Less what was taken back on that day, and so below zero at times. */
          creditsEarned: z.number(),
          centsEarned: z.number(),
        }),
      ),
      /** Of all one's images ever made. */
      quality: z.object({
        /** Null where there are none. */
        averageMegapixels: z.nullable(z.number()),
        resolutions: z.array(z.object({ resolution: z.string(), images: z.number() })),
      }),
    }),
  }),
  /**
   * How pages came to everybody lately; what nobody's browser told of is not in it. Within 3 % of what was measured.
   */
  performance: route({
    method: 'GET',
    path: '/api/analytics/performance',
    side: 'query',
    access: 'member',
    query: z.extend(days, { page: z.optional(knownPage) }),
    reply: z.object({
      success,
      metrics: z.array(metric),
    }),
  }),
  /** What many search the public pictures for lately. */
  trending: route({
    method: 'GET',
    path: '/api/analytics/trending',
    side: 'query',
    access: 'member',
    reply: z.object({ success, trending: z.array(z.object({ query: z.string(), count: z.number() })) }),
  }),
};
