/** Queries that one operator keeps at most. */
export const QUERIES_MAX = 100;
export const QUERY_NAME_MAX = 80;
/** Characters of what a query asks for, as JSON. */
export const QUERY_CHARS_MAX = 4_000;

/** What a list of events can be narrowed by, and so a query: all but the place in it. */
export const queryFilters = [
  'type',
  'category',
  'kind',
  'stream',
  'member',
  'actor',
  'correlation',
  'from',
  'to',
  'q',
] as const;

export type QueryFilter = Partial<Record<(typeof queryFilters)[number], string | string[]>>;

/** Whether somebody's address is named: what stands in the log stands there for ever, in the open. */
export const namesAddress = (name: string, filter: QueryFilter): boolean =>
  [name, ...Object.values(filter).flat()].some((text) => text.includes('@'));
