import * as z from 'zod/mini';

const wholeNumber = (most: number) => {
  const message = `Please send a whole number from 1 to ${most}`;
  return z.coerce.number(message).check(z.int(message), z.gte(1, message), z.lte(most, message));
};

/** Page numbers as the clients send them, from 1. */
export const pageQuery = (defaultLimit: number) =>
  z.object({
    page: z._default(wholeNumber(1_000_000), 1),
    limit: z._default(wholeNumber(1000), defaultLimit),
  });

export const pagination = z.object({ page: z.number(), limit: z.number(), pages: z.number(), total: z.number() });
