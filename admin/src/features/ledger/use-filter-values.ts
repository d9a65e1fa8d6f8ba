import { useListContext } from 'react-admin';
import type { WalkedFilters } from '../../ui/walked-filters.ts';

/** What the list is narrowed to, and its place; react-admin knows no more of it than `any`. */
export function useFilterValues(): WalkedFilters {
  const list = useListContext();
  return list.filterValues as WalkedFilters;
}
