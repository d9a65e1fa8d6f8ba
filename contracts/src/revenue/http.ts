import * as z from 'zod/mini';
import { dayRange } from '../kernel/day-range.ts';
import { route } from '../kernel/http.ts';

export const revenueHttp = {
  /**
   * Cents that came in on each UTC day, and went back by refunds and disputes: by when they were recorded. `prints` are
   * printed products with their delivery, and `print_costs` what the print service asks for making them, which is taken
   * off nothing. Payments that Stripe reports as tests to a live key, and their refunds, count in `test` only.
   */
  days: route({
    method: 'GET',
    path: '/api/admin/revenue',
    side: 'query',
    access: { operators: ['admin', 'analyst', 'auditor'] },
    query: dayRange,
    reply: z.object({
      success: z.literal(true),
      from: z.string(),
      to: z.string(),
      days: z.array(
        z.object({
          day: z.string(),
          plans: z.number(),
          top_ups: z.number(),
          purchases: z.number(),
          prints: z.number(),
          returned: z.number(),
          test: z.number(),
          print_costs: z.number(),
        }),
      ),
    }),
  }),
};
