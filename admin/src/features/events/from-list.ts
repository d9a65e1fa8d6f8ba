/** State of the history beside an event's page: the list that one came from. */
export interface FromList {
  /** Its search, with the filters and the place in it. */
  list: string;
}

/** Whatever stands in the history, it may be of an older version of the console. */
export const listSearchOf = (state: unknown): string =>
  typeof state === 'object' && state !== null && 'list' in state && typeof state.list === 'string' ? state.list : '';
