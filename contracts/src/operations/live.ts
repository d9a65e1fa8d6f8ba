import * as z from 'zod/mini';

/**
 * What `/api/admin/live` sends: server-sent events `moved`, hints without an id that what stands under a name may be
 * read anew. A name comes at most once every 250 ms, and the last move of a rush is always told. A lost hint is not
 * made up for: whoever connects reads everything once.
 */
export const moved = z.object({
  /** A projection's name, `settings`, `projections` or `audits`. */
  name: z.string(),
});
export type Moved = z.output<typeof moved>;

/** The bus's subjects that stand behind names which no projection keeps. */
export const hintSubjects = { settings: 'settings.checkout', audits: 'audits' } as const;
