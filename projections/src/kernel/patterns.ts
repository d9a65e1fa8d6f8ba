import { soughtParts } from '@easel/contracts/kernel/words';

/** Returns a LIKE pattern for each part of a search: a plain text must match all of them. */
export const patternsOf = (search: string): string[] =>
  soughtParts(search).map((part) => `%${part.replace(/[\\%_]/g, '\\$&')}%`);
