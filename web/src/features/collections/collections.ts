import { collectionsHttp } from '@easel/contracts/collections/http';
import { COLLECTED_AT_ONCE, COLLECTION_PAGE } from '@easel/contracts/collections/policy';
import type { Generation } from '@easel/contracts/generation/http';
import { messageOf } from '@easel/contracts/kernel/client/api-error';
import type { Route } from '@easel/contracts/kernel/http';
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
}

/** So many as one call takes, one call after the other. */
async function inParts(
  route: typeof collectionsHttp.collect | typeof collectionsHttp.takeOut,
  { collection: { id }, generations }: Placing,
): Promise<void> {
  const ids = generations.map((generation) => generation.id);
  for (let from = 0; from < ids.length; from += COLLECTED_AT_ONCE) {
    await call(route, { params: { id }, body: { generationIds: ids.slice(from, from + COLLECTED_AT_ONCE) } });
  }
}

function usePlacing(route: typeof collectionsHttp.collect | typeof collectionsHttp.takeOut, failed: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (placing: Placing) => inParts(route, placing),
    onError: (error) => toast.error(messageOf(error, failed)),
    // Also where a later part failed: what went before stands.
    onSettled: () => invalidateMoved(client, route satisfies Route),
  });
}

/** Puts pictures into a collection, and says so. */
export function useCollect() {
  const { mutate, isPending } = usePlacing(collectionsHttp.collect, 'The pictures could not be added');
  const collect = (placing: Placing, onDone?: () => void) =>
    mutate(placing, {
      onSuccess: () => {
        toast.success(`${counted(placing.generations.length, 'picture')} added to “${placing.collection.name}”`);
        onDone?.();
      },
    });
  return { collect, isPending };
}

/** Takes pictures out of a collection, and offers to put them back for as long as the message stands. */
export function useTakeOut() {
  const { mutate, isPending } = usePlacing(collectionsHttp.takeOut, 'The pictures could not be taken out');
  const { collect } = useCollect();
  const takeOut = (placing: Placing, onDone?: () => void) =>
    mutate(placing, {
      onSuccess: () => {
        toast.success(`${counted(placing.generations.length, 'picture')} taken out of “${placing.collection.name}”`, {
          label: 'Undo',
          run: () => collect(placing),
        });
        onDone?.();
      },
    });
  return { takeOut, isPending };
}
