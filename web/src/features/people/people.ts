import { peopleHttp } from '@easel/contracts/people/http';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/api.ts';
import { routeQuery } from '../../lib/queries.ts';

const firstPage = (): string | null => null;
const from = (cursor: string | null) => (cursor === null ? {} : { cursor });

export const personQuery = (name: string) =>
  queryOptions(routeQuery(['people', 'person', name], peopleHttp.person, { params: { name } }));

/** Page after page of what somebody shows to everyone, the newest first. */
export const picturesQuery = (name: string) =>
  infiniteQueryOptions({
    queryKey: ['people', 'pictures', name],
    queryFn: ({ pageParam, signal }) =>
      call(peopleHttp.pictures, { params: { name }, query: from(pageParam) }, { signal }),
    initialPageParam: firstPage(),
    getNextPageParam: ({ nextCursor }) => nextCursor,
  });

/** The same of all whom the member follows. */
export const feedQuery = infiniteQueryOptions({
  queryKey: ['people', 'feed'],
  queryFn: ({ pageParam, signal }) => call(peopleHttp.feed, { query: from(pageParam) }, { signal }),
  initialPageParam: firstPage(),
  getNextPageParam: ({ nextCursor }) => nextCursor,
});

export const followingQuery = queryOptions(routeQuery(['people', 'following'], peopleHttp.following, {}));

export const ownAvatarQuery = queryOptions(routeQuery(['people', 'avatar'], peopleHttp.ownAvatar, {}));

export const blockedQuery = queryOptions(routeQuery(['people', 'blocked'], peopleHttp.blocked, {}));

export const lineageQuery = (id: string) =>
  queryOptions(routeQuery(['people', 'lineage', id], peopleHttp.lineage, { params: { id } }));
