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
          /** Completed pictures in the gallery and in the trash; those deleted for ever no longer count. */
          totalGenerations: z.number(),
          /** Of these, those in the trash. */
          inTrash: z.number(),
          /** Of `totalGenerations`, those requested in this UTC month. */
          thisMonth: z.number(),
          /** Requests that ever ended so, each further variant and each deleted picture included. */
          completedGenerations: z.number(),
          failedGenerations: z.number(),
          /** Completed ÷ (completed + failed), 0 to 100; 0 where neither is. Cancelled requests are in neither. */
          successRate: z.number(),
          /** Files of one's own and of others' pictures, ever. */
          totalDownloads: z.number(),
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
