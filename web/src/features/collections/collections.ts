import { collectionsHttp, type Collection } from '@easel/contracts/collections/http';
import { COLLECTED_AT_ONCE, COLLECTION_PAGE } from '@easel/contracts/collections/policy';
import type { Generation } from '@easel/contracts/generation/http';
import { messageOf } from '@easel/contracts/kernel/client/api-error';
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../lib/api.ts';
import { counted } from '../../lib/figures.ts';
import { invalidateMoved, routeQuery } from '../../lib/queries.ts';
import { toast } from '../../ui/toast.tsx';

/** `holding`: the id of a generation; each collection then says whether it is in it. */
export const collectionsQuery = (holding?: string) =>
  routeQuery(['collections', 'list', holding ?? ''], collectionsHttp.list, {
    query: holding === undefined ? {} : { holding },
  });

/** A page of a collection; the page before stays on the screen until it has come. */
export const collectionQuery = (id: string, page: number) =>
  queryOptions({
    ...routeQuery(['collections', 'one', id, page], collectionsHttp.one, {
      params: { id },
      query: { page, limit: COLLECTION_PAGE },
    }),
    placeholderData: keepPreviousData,
  });

/** How much is in one. */
export const filling = (pictures: number): string => (pictures === 0 ? 'Empty' : counted(pictures, 'picture'));

interface Placing {
  collection: { id: string; name: string };
  generations: readonly Generation[];
  /** Where whoever asked for it is gone by then, too: the last picture that is taken out takes its button with it. */
  onDone?: (() => void) | undefined;
}

type PlacingRoute = typeof collectionsHttp.collect | typeof collectionsHttp.takeOut;

/** So many as one call takes, one call after the other. */
async function inParts(route: PlacingRoute, { collection: { id }, generations }: Placing): Promise<void> {
  const ids = generations.map((generation) => generation.id);
  for (let from = 0; from < ids.length; from += COLLECTED_AT_ONCE) {
    await call(route, { params: { id }, body: { generationIds: ids.slice(from, from + COLLECTED_AT_ONCE) } });
  }
}

function usePlacing(route: PlacingRoute, failed: string, succeeded: (placing: Placing) => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (placing: Placing) => inParts(route, placing),
    onSuccess: (_, placing) => {
      succeeded(placing);
      placing.onDone?.();
    },
    onError: (error) => toast.error(messageOf(error, failed)),
    // Also where a later part failed: what went before stands.
    onSettled: () => invalidateMoved(client, route),
  });
}

const said = ({ collection: { name }, generations }: Placing, what: string): string =>
  `${counted(generations.length, 'picture')} ${what} “${name}”`;

/** Puts pictures into a collection, and says so. */
export const useCollect = () =>
  usePlacing(collectionsHttp.collect, 'The pictures could not be added', (placing) =>
    toast.success(said(placing, 'added to')),
  );

/** Takes pictures out of a collection, and offers to put them back for as long as the message stands. */
export function useTakeOut() {
  const { mutate: collect } = useCollect();
  return usePlacing(collectionsHttp.takeOut, 'The pictures could not be taken out', (placing) =>
    toast.success(said(placing, 'taken out of'), {
      label: 'Undo',
      run: () => collect({ ...placing, onDone: undefined }),
    }),
  );
}

/** Deletes a collection, whose page is left: whoever looked at it once more would only be told that it is not there. */
export function useDeleteCollection({ id, name }: Pick<Collection, 'id' | 'name'>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => call(collectionsHttp.remove, { params: { id } }),
    onSuccess: () => {
      toast.success(`“${name}” deleted`);
      return invalidateMoved(client, collectionsHttp.remove, ({ queryKey }) => !queryKey.includes(id));
    },
    onError: (error) => toast.error(messageOf(error, 'The collection could not be deleted')),
  });
}
