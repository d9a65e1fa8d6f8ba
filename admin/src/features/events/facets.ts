import { eventsHttp } from '@easel/contracts/events/http';
import type { Reply } from '@easel/contracts/kernel/client/address';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { call } from '../../lib/api.ts';
import { setValues } from '../../ui/same-filter.ts';
import { withoutPlace, type WalkedFilters } from '../../ui/walked-filters.ts';

export type Facets = Reply<typeof eventsHttp.facets>;
export type Facet = Facets['category'];
export type Times = Facets['times'];

/** How many events the filters leave, by what they are and over time; those before stand until these are counted. */
export function useFacets(filters: WalkedFilters) {
  const filter = JSON.stringify(setValues(withoutPlace(filters)));
  return useQuery({
    queryKey: ['events', 'facets', filter],
    queryFn: ({ signal }) => call(eventsHttp.facets, { query: { filter } }, { signal }),
    placeholderData: keepPreviousData,
    staleTime: 30_000,
  });
}

/** An address may name one where a list stands otherwise. */
export const listOf = (value: unknown): string[] =>
  Array.isArray(value) ? value.map(String) : typeof value === 'string' && value !== '' ? [value] : [];

export const toggled = (chosen: readonly string[], value: string): string[] =>
  chosen.includes(value) ? chosen.filter((one) => one !== value) : [...chosen, value];

const DAY_MS = 86_400_000;

/** The filters of a day of UTC, as `2026-11-20`. */
export const dayOf = (day: string): { from: string; to: string } => {
  const from = new Date(`${day}T00:00:00.000Z`);
  return { from: from.toISOString(), to: new Date(from.getTime() + DAY_MS).toISOString() };
};

/** Whether the list is narrowed to just that day. */
export const isDay = (day: string, { from, to }: WalkedFilters): boolean => {
  const wanted = dayOf(day);
  return from === wanted.from && to === wanted.to;
};
