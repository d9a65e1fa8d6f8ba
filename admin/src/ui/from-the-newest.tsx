import type { ReactNode } from 'react';
import { ListContextProvider, useListContext } from 'react-admin';
import { inPlace, type WalkedFilters } from './walked-filters.ts';

/** Begins a list that is walked by positions at the newest again when what is looked for changes. */
export function FromTheNewest({ children }: { children: ReactNode }) {
  const list = useListContext();
  const setFilters: typeof list.setFilters = (next: unknown, displayed, debounce) =>
    list.setFilters(inPlace(list.filterValues as WalkedFilters, next as WalkedFilters), displayed, debounce);
  return <ListContextProvider value={{ ...list, setFilters }}>{children}</ListContextProvider>;
}
