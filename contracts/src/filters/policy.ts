/** Filters that one operator keeps at most. */
export const EVENT_FILTERS_MAX = 100;
export const EVENT_FILTER_NAME_MAX = 80;
/** Characters of what a filter keeps, as JSON. */
export const EVENT_FILTER_CHARS_MAX = 4_000;

/** What the list of events can be narrowed by: all but the place in it. */
export const eventFilterFields = [
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

export type KeptFilter = Partial<Record<(typeof eventFilterFields)[number], string | string[]>>;

/** Whether somebody's address is named: what stands in the log stands there for ever, in the open. */
export const namesAddress = (name: string, filter: KeptFilter): boolean =>
  [name, ...Object.values(filter).flat()].some((text) => text.includes('@'));
