/** Pages of messages, as the router knows them. */
export const LIST_PATH = '/messages';
export const BOARD_PATH = '/messages/board';

export const messagePath = (id: string): string => `/messages/${encodeURIComponent(id)}/show`;

/** The same messages, seen otherwise. */
export const withFilter = (path: string, filter: object): string =>
  `${path}?${new URLSearchParams({ filter: JSON.stringify(filter) })}`;
