import { sameFilter } from './same-filter.ts';

/** Filter values as react-admin has them, in a list that is walked by positions. */
export type WalkedFilters = Readonly<Record<string, unknown>>;

/** Without the place: what is looked for, wherever in the list one is. */
export function withoutPlace({ before: _before, after: _after, ...sought }: WalkedFilters): Record<string, unknown> {
  return sought;
}

/** Whether they show the newest page. */
export const isNewest = ({ before, after }: WalkedFilters): boolean => before === undefined && after === undefined;

/** Whoever looks for something else begins at the newest: the place is kept only where nothing but it changes. */
export const inPlace = (now: WalkedFilters, next: WalkedFilters): WalkedFilters =>
  sameFilter(withoutPlace(now), withoutPlace(next)) ? next : withoutPlace(next);
