/** How a query stands, as its part of a page tells it. */
export interface Reading {
  error: unknown;
  isFetching: boolean;
  refetch: () => unknown;
}
