import * as z from 'zod/mini';
import { route } from '../kernel/http.ts';
import { pageQuery } from '../kernel/pages.ts';
import { activityTypes } from '../telemetry/policy.ts';

export const dashboardHttp = {
  overview: route({
    method: 'GET',
    path: '/api/analytics/dashboard',
    side: 'query',
    access: 'member',
    reply: z.object({
      success: z.literal(true),
      dashboard: z.object({
        overview: z.object({
          totalGenerations: z.number(),
          completedGenerations: z.number(),
          /** 0 to 100. */
          successRate: z.number(),
          totalDownloads: z.number(),
          thisMonth: z.number(),
        }),
      }),
    }),
  }),
  /** What one did, the newest first; `total` counts all of that type. */
  activity: route({
    method: 'GET',
    path: '/api/analytics/user',
    side: 'query',
    access: 'member',
    query: z.extend(pageQuery(100), { event_type: z.optional(z.enum(activityTypes)) }),
    reply: z.object({
      success: z.literal(true),
      analytics: z.array(
        z.object({ event_type: z.string(), generation_id: z.nullable(z.string()), timestamp: z.string() }),
      ),
      total: z.number(),
    }),
  }),
};
