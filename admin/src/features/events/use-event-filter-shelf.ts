import { filtersHttp } from '@easel/contracts/filters/http';
import { useAction } from '../../lib/use-action.ts';
import type { Shelf } from '../../ui/saved-filters.tsx';
import { savedEventFilters } from './saved-event-filters.ts';

/** An operator's saved filters of events, which are facts: each has an address that a colleague may open. */
export function useEventFilterShelf(): Shelf {
  const save = useAction(filtersHttp.save);
  const remove = useAction(filtersHttp.remove);
  return {
    key: ['filters', 'events'],
    list: savedEventFilters,
    save: ({ name, filter }) => save({ body: { name, filter } }, crypto.randomUUID()),
    remove: (id) => remove({ params: { id } }),
    addressOf: (id) => `${window.location.origin}/admin/events/filters/${id}`,
  };
}
