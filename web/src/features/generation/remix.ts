import { peopleHttp } from '@easel/contracts/people/http';
import { queryOptions } from '@tanstack/react-query';
import { routeQuery } from '../../lib/queries.ts';

/** Somebody's public picture, as another may begin with it. */
export const remixQuery = (id: string) =>
  queryOptions({ ...routeQuery(['people', 'remix', id], peopleHttp.remix, { params: { id } }), retry: false });
