import * as z from 'zod/mini';

/** Page numbers as the clients send them, from 1. */
export const pageQuery = (defaultLimit: number) =>
  z.object({
    page: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(1_000_000)), 1),
    limit: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(1000)), defaultLimit),
  });

export const pagination = z.object({ page: z.number(), limit: z.number(), pages: z.number(), total: z.number() });
