import { type LedgerRecord, ledgerConsoleHttp } from '@easel/contracts/ledger/console.http';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { call } from '../../lib/api.ts';
import { beside } from './instant.ts';

const ORIGIN = '0';

interface Place {
  before?: string;
  after?: string;
  to?: string;
}

/** All that is asked of one account begins with this key. */
export const accountKey = (memberId: string) => ['ledger', 'account', memberId];

/** The one movement next to a place; null where there is none, undefined until that is known. */
function useOne(member: string, place: Place | undefined, keep = false): LedgerRecord | null | undefined {
  const filter = { member, ...place };
  const { data } = useQuery({
    queryKey: [...accountKey(member), filter],
    queryFn: ({ signal }) =>
      call(ledgerConsoleHttp.list, { query: { range: '[0,0]', filter: JSON.stringify(filter) } }, { signal }),
    enabled: place !== undefined,
    ...(keep && { placeholderData: keepPreviousData }),
  });
  return place === undefined || !data ? undefined : (data[0] ?? null);
}

/**
 * Of one account the movements next to this one; `position` is null before the first and undefined while it is not
 * known.
 */
export function useNeighbours(memberId: string, position: string | null | undefined) {
  return {
    older: useOne(memberId, typeof position === 'string' ? { before: position } : undefined),
    newer: useOne(memberId, position === undefined ? undefined : { after: position ?? ORIGIN }),
  };
}

/** The last movement of an account that an instant has seen. */
export const useLatest = (memberId: string, at: string | undefined): LedgerRecord | null | undefined =>
  useOne(memberId, at === undefined ? {} : { to: beside(at, 1) }, true);
