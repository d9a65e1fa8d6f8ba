import type { Trial } from '@easel/contracts/trials/http';
import { trialsHttp } from '@easel/contracts/trials/http';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useIsHydrated } from '../../lib/hydrated.ts';
import { routeQuery } from '../../lib/queries.ts';

/** Kept where a picture was asked for in this browser: its pages then bring the app at once (`before-paint.js`). */
export const OWN_PICTURE = 'own-picture';

const FIRST_MS = 1_000;
const LONGEST_MS = 5_000;

export const isOpen = (trial: Trial | null | undefined): boolean =>
  trial?.status === 'queued' || trial?.status === 'processing';

export const hasFailed = (trial: Trial | null | undefined): boolean =>
  trial?.status === 'failed' || trial?.status === 'cancelled';

/** When to ask again after so many answers, in ms. */
export const pollAfterMs = (answers: number): number => Math.min(LONGEST_MS, Math.round(FIRST_MS * 1.2 ** answers));

/** The visitor's own picture, asked for anew while it is being made. */
export const currentTrial = queryOptions({
  ...routeQuery(['trial', 'current'], trialsHttp.current, {}),
  refetchInterval: ({ state }) => (isOpen(state.data?.trial) ? pollAfterMs(state.dataUpdateCount) : false),
});

/** Asked once the page is alive: what came rendered is the same for everyone, and whose a picture is a cookie says. */
export const useCurrentTrial = () => useQuery({ ...currentTrial, enabled: useIsHydrated() });
