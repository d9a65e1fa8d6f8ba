import type { WalkedFilters } from '../../ui/walked-filters.ts';

const LIST = '/ledger';
const AT = '#at=';

/** The list, narrowed; RA's list keeps its filters as JSON in the query. */
export const listPath = (filter: WalkedFilters): string =>
  `${LIST}?${new URLSearchParams({ filter: JSON.stringify(filter) })}`;

/** A member's account, as it was at an instant or as it is. The instant stands in the hash: lists rewrite the query. */
export const accountPath = (memberId: string, at?: string): string =>
  `${listPath({ member: memberId })}${at === undefined ? '' : AT + at}`;

/** Of an address's hash. */
export const atOf = (hash: string): string | undefined => {
  const at = hash.startsWith(AT) ? new Date(decodeURIComponent(hash.slice(AT.length))) : undefined;
  return at && !Number.isNaN(at.getTime()) ? at.toISOString() : undefined;
};

export const hashOf = (at: string | undefined): string => (at === undefined ? '' : AT + at);
