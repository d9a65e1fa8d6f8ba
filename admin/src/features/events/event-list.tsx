import type { EventRecord } from '@easel/contracts/events/http';
import Box from '@mui/material/Box';
import { lazy, Suspense, useMemo } from 'react';
import { FilterButton, ListBase, ListView, TopToolbar, useListContext } from 'react-admin';
import { FromTheNewest } from '../../ui/from-the-newest.tsx';
import { useTabTitle } from '../../ui/page-title.tsx';
import { SavedFilters } from '../../ui/saved-filters.tsx';
import { Walk } from '../../ui/walk.tsx';
import { withoutPlace, type WalkedFilters } from '../../ui/walked-filters.ts';
import { FacetsCard } from './facets-card.tsx';
import { useFacets } from './facets.ts';
import { filtersFor } from './filters.tsx';
import { Followed } from './followed.tsx';
import { useEventFilterShelf } from './use-event-filter-shelf.ts';
import { TimesCard } from './times-card.tsx';

/** Loaded with the first search. */
const WordsSearched = lazy(() => import('./words-searched.tsx'));

const ROWS_A_PAGE = 50;

export default function EventList() {
  useTabTitle('Events');
  return (
    <ListBase<EventRecord>
      disableAuthentication
      perPage={ROWS_A_PAGE}
      sort={{ field: 'id', order: 'DESC' }}
      // The address says all of it: whoever comes by the menu begins at the newest.
      storeKey={false}
      // Rows arrive when they are followed, and never because a window was turned to.
      queryOptions={{ refetchOnWindowFocus: false }}
      exporter={false}
    >
      <FromTheNewest>
        <Browser />
      </FromTheNewest>
    </ListBase>
  );
}

function Browser() {
  const list = useListContext<EventRecord>();
  const filter = list.filterValues as WalkedFilters;
  const { data: facets } = useFacets(filter);
  const filters = useMemo(
    () => filtersFor(facets, { type: filter['type'], category: filter['category'], kind: filter['kind'] }),
    [facets, filter],
  );
  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'minmax(0, 1fr) 272px' }, gap: 2 }}>
      <Box sx={{ minWidth: 0 }}>
        <TimesCard />
        <Followed>
          {(rows) => (
            <ListView<EventRecord>
              title="Events"
              filters={filters}
              actions={<Actions />}
              pagination={<Walk />}
              empty={false}
            >
              {Boolean(filter['q']) && (
                <Suspense fallback={null}>
                  <WordsSearched />
                </Suspense>
              )}
              {rows}
            </ListView>
          )}
        </Followed>
      </Box>
      <Box sx={{ mt: 1 }}>
        <FacetsCard />
      </Box>
    </Box>
  );
}

function Actions() {
  const list = useListContext();
  const shelf = useEventFilterShelf();
  return (
    <TopToolbar sx={{ alignItems: 'center', flexWrap: { xs: 'wrap', sm: 'nowrap' }, flexShrink: 0 }}>
      <FilterButton />
      <SavedFilters
        shelf={shelf}
        values={withoutPlace(list.filterValues as WalkedFilters)}
        onApply={(filter) => list.setFilters(filter, {})}
      />
    </TopToolbar>
  );
}
