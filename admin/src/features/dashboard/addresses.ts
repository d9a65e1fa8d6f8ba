type Filter = Readonly<Record<string, unknown>>;

const narrowed = (list: string, filter: Filter): string =>
  `${list}?${new URLSearchParams({
    filter: JSON.stringify(filter),
    displayedFilters: JSON.stringify(Object.fromEntries(Object.keys(filter).map((name) => [name, true]))),
  })}`;

/** The messages that a figure counts. */
export const messagesPath = (filter: Filter): string => narrowed('/messages', filter);

/** The orders that are late now. */
export const lateOrdersPath = narrowed('/orders', { late: true });

/** The facts that a figure of this UTC day counts. */
export const factsPath = (type: string, day: string): string =>
  narrowed('/events', { type: [type], from: `${day}T00:00:00.000Z` });

export const projectionPath = (name: string): string => `/projections/${encodeURIComponent(name)}/show`;
