import * as z from 'zod/mini';
import { route } from '../kernel/http.ts';

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
};
