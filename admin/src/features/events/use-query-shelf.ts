import { queriesHttp } from '@easel/contracts/queries/http';
import type { QueryFilter } from '@easel/contracts/queries/policy';
import { call } from '../../lib/api.ts';
import { useAction } from '../../lib/use-action.ts';
import type { Shelf } from '../../ui/saved-filters.tsx';

/** An operator's saved queries, which are facts: each has an address that a colleague may open. */
export function useQueryShelf(): Shelf {
  const save = useAction(queriesHttp.save);
  const remove = useAction(queriesHttp.remove);
  return {
    key: ['queries'],
    list: async (signal) => (await call(queriesHttp.own, {}, { signal })).queries,
    save: ({ name, filter }) => save({ body: { name, filter: filter as QueryFilter } }, crypto.randomUUID()),
    remove: (id) => remove({ params: { id } }),
    addressOf: (id) => `${window.location.origin}/admin/events/queries/${id}`,
  };
}
