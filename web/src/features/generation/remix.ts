import { queryOptions } from '@tanstack/react-query';
import { routeQuery } from '../../lib/queries.ts';

/** Few forms begin with somebody's picture. */
const loadRoute = async () => (await import('@easel/contracts/people/http')).peopleHttp.remix;

/** Somebody's public picture, as another may begin with it. */
export const remixQuery = (id: string) =>
  queryOptions({ ...routeQuery(['people', 'remix', id], loadRoute, { params: { id } }), retry: false });
