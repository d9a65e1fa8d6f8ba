import * as z from 'zod/mini';
import { pagePaths } from '../page-paths.ts';
import { measuredTexts, OTHER_PAGE } from './policy.ts';

/** A page as the pages' table writes it: nothing of an address that somebody asked for is in it. */
export const knownPage = z.enum([...pagePaths, OTHER_PAGE]);

/** On which page somebody came to the site, and from which other site; null where the browser does not say. */
export const landing = z.object({
  landing: knownPage,
  referrerHost: z.nullable(z.string().check(z.regex(measuredTexts.host))),
});
export type Landing = z.output<typeof landing>;
