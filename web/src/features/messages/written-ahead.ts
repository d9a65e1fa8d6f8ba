import * as z from 'zod/mini';

/** What a page that leads to the form has filled in already: kept beside the address, not in it. */
const ahead = z.object({ name: z.string(), email: z.string(), subject: z.string(), message: z.string() });

/** Reads it from a location's state; empty fields where there is none. */
export const writtenAhead = (state: unknown): z.output<typeof ahead> =>
  z.safeParse(ahead, state).data ?? { name: '', email: '', subject: '', message: '' };
