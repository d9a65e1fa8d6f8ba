import { favoritesHttp } from '@easel/contracts/favorites/http';
import type { Generation } from '@easel/contracts/generation/http';
import type { Reply } from '@easel/contracts/kernel/client/address';
import { ApiError } from '@easel/contracts/kernel/client/api-error';
import { keepPreviousData, queryOptions, type QueryClient, useMutation, useQuery } from '@tanstack/react-query';
import { useLocation, useNavigate } from 'react-router';
import { call } from '../../lib/api.ts';
import { invalidateMoved, routeQuery } from '../../lib/queries.ts';
import { useStore } from '../../lib/store.ts';
import { token } from '../../lib/token.ts';
import { toast } from '../../ui/toast.tsx';
import { loginPathFor } from '../members/next-path.ts';

const FAVORITES_PAGE = 12;
const PATH = '/favorites';

/** What every heart is drawn from. */
const idsQuery = routeQuery(['favorites', 'ids'], favoritesHttp.own, {});

/** A page of cards; the page before stays on the screen until it has come. */
export const favoritesQuery = (page: number) =>
  queryOptions({
    ...routeQuery(['favorites', 'page', { page }], favoritesHttp.own, {
      query: { expand: '1', page, limit: FAVORITES_PAGE },
    }),
    placeholderData: keepPreviousData,
  });

type Listed = Reply<typeof favoritesHttp.own>;

/** A list as it will be once this is settled; what is added shows its card when the list is read again. */
function withFavorite(listed: Listed, id: string, isFavorite: boolean): Listed {
  const others = listed.favorites.filter((one) => one !== id);
  const favorites = isFavorite ? [id, ...others] : others;
  if (!listed.pagination || isFavorite) return { ...listed, favorites };
  const { page, limit } = listed.pagination;
  const total = favorites.length;
  return {
    ...listed,
    favorites,
    items: listed.items?.filter((one) => one.id !== id),
    pagination: { page, limit, pages: Math.ceil(total / limit), total },
  };
}

async function expect(client: QueryClient, id: string, isFavorite: boolean) {
  await client.cancelQueries({ queryKey: ['favorites'] });
  const before = client.getQueriesData<Listed>({ queryKey: ['favorites'] });
  client.setQueriesData<Listed>(
    { queryKey: ['favorites'] },
    (listed) => listed && withFavorite(listed, id, isFavorite),
  );
  return before;
}

/** Keys of toggles of which nobody knows whether they arrived: the same made again is the same. */
const unanswered = new Map<string, string>();

/** Says, where it is so, that a like is not counted yet. The words are loaded with the first like. */
const explainUncounted = (client: QueryClient, showProfile: () => void): Promise<void> =>
  import('./uncounted-like.ts').then(
    (words) => words.explainUncounted(client, showProfile),
    () => undefined, // The like is saved; only its explanation could not be loaded.
  );

interface Wanted {
  id: string;
  isFavorite: boolean;
}

async function send({ id, isFavorite }: Wanted): Promise<Reply<typeof favoritesHttp.toggle>> {
  const wanted = `${id} ${isFavorite}`;
  const idempotencyKey = unanswered.get(wanted) ?? crypto.randomUUID();
  unanswered.set(wanted, idempotencyKey);
  try {
    const reply = await call(favoritesHttp.toggle, { params: { generationId: id } }, { idempotencyKey });
    unanswered.delete(wanted);
    return reply;
  } catch (error) {
    if (error instanceof ApiError && error.kind === 'http' && error.status < 500) unanswered.delete(wanted);
    throw error;
  }
}

/**
 * Whether the member has chosen it, and the way to choose it or take it back: seen at once, taken back where it fails.
 */
export function useFavorite({ id }: Pick<Generation, 'id'>): { isFavorite: boolean; toggle: () => void } {
  const location = useLocation();
  const navigate = useNavigate();
  const signedIn = useStore(token) !== null;
  const { data: isFavorite = false } = useQuery({
    ...idsQuery,
    enabled: signedIn,
    select: ({ favorites }) => favorites.includes(id),
  });
  const isListed = location.pathname === PATH;

  const { mutate } = useMutation({
    mutationKey: ['favorites'],
    // One after the other, so that the last click counts.
    scope: { id: 'favorites' },
    mutationFn: send,
    onMutate: (wanted, { client }) => expect(client, wanted.id, wanted.isFavorite),
    onError: (_error, _wanted, before, { client }) => {
      for (const [key, listed] of before ?? []) client.setQueryData(key, listed);
      toast.error('Failed to update favorite');
    },
    onSuccess: (reply, wanted, _before, { client }) => {
      if (reply.isFavorite) void explainUncounted(client, () => void navigate('/profile'));
      if (isListed && !reply.isFavorite) {
        toast.success(reply.message, { label: 'Undo', run: () => mutate({ ...wanted, isFavorite: true }) });
      }
    },
    onSettled: (_reply, _error, _wanted, _before, { client }) => {
      // What comes back is told by those that are still under way.
      if (client.isMutating({ mutationKey: ['favorites'] }) > 1) return;
      void invalidateMoved(client, favoritesHttp.toggle);
    },
  });

  return {
    isFavorite,
    toggle: () => {
      if (!signedIn) {
        toast.info('Please login to add favorites');
        void navigate(loginPathFor(location));
        return;
      }
      mutate({ id, isFavorite: !isFavorite });
    },
  };
}
