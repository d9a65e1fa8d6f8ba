import { features } from './features.ts';

/** Every category of the log. */
const streams = features.flatMap((feature) => feature.streams ?? []);

/** Those that count money: their streams are hash chains. */
export const chainedCategories: readonly string[] = streams
  .filter(({ chained }) => chained)
  .map(({ category }) => category);

/** Those whose streams' ids are a member's. */
export const membersCategories: readonly string[] = streams
  .filter((one) => 'subject' in one && one.subject === 'member')
  .map(({ category }) => category);
