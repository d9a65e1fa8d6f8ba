import { MORE_HEADER, SEARCHED_TO_HEADER } from '@easel/contracts/kernel/console';
import simpleRestProvider from 'ra-data-simple-rest';
import type { DataProvider, GetListParams, GetListResult } from 'react-admin';
import { http } from '../lib/http.ts';

const BASE = '/api/admin';

const simpleRest = simpleRestProvider(BASE, http);

/** Lists that grow without end have no pages with numbers: they are walked by the filters `before` and `after`. */
const walked: ReadonlySet<string> = new Set(['conversations', 'orders', 'payouts', 'curators', 'ledger', 'events']);

/** ra-data-simple-rest, with lists that are walked instead of numbered. */
export const dataProvider: DataProvider = {
  ...simpleRest,
  supportAbortSignal: true,
  getList: (resource, params) => (walked.has(resource) ? walk(resource, params) : simpleRest.getList(resource, params)),
};

async function walk(
  resource: string,
  { filter, pagination, signal }: GetListParams & { signal?: AbortSignal },
): Promise<GetListResult> {
  const query = new URLSearchParams({
    range: JSON.stringify([0, (pagination?.perPage ?? 25) - 1]),
    filter: JSON.stringify(filter ?? {}),
  });
  const { headers, json } = await http(`${BASE}/${resource}?${query}`, signal ? { signal } : {});
  const more = headers.get(MORE_HEADER) === 'true';
  const { before, after } = (filter ?? {}) as { before?: string; after?: string };
  const pageInfo =
    after === undefined
      ? { hasNextPage: more, hasPreviousPage: before !== undefined }
      : { hasNextPage: true, hasPreviousPage: more };
  return { data: json as GetListResult['data'], pageInfo, meta: { searchedTo: headers.get(SEARCHED_TO_HEADER) } };
}
