import { builtInSheet } from '@easel/contracts/providers/built-in';
import { providersHttp } from '@easel/contracts/providers/http';
import { BUILT_IN, type KnownProvider, type Routes } from '@easel/contracts/providers/policy';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { routeQuery } from '../../lib/queries.ts';

/** Who makes pictures here, as far as this page knows. */
export interface Providers {
  readonly known: readonly KnownProvider[];
  readonly routes: Routes;
  /** Others than the built-in renderer are configured. */
  readonly isConfigured: boolean;
  /** Whether the server has said so; until then, and where it does not answer, only the built-in one is known. */
  readonly isRead: boolean;
}

const FRESH_MS = 30_000;

const builtIn: KnownProvider = { ...builtInSheet, availability: { state: 'ready' }, expectedMs: {} };
const builtInAlone: Providers = { known: [builtIn], routes: {}, isConfigured: false, isRead: false };

const isReady = ({ availability }: Pick<KnownProvider, 'availability'>): boolean => availability.state === 'ready';

export const providersQuery = queryOptions({
  ...routeQuery(['providers'], providersHttp.known, {}),
  staleTime: FRESH_MS,
  refetchOnWindowFocus: true,
  // Whoever waits for one that is paused or failing sees when it is back.
  refetchInterval: ({ state }) => (state.data?.providers.every(isReady) === false ? FRESH_MS : false),
  select: ({ providers, routes }): Providers => ({
    known: providers.some(({ name }) => name === BUILT_IN) ? providers : [builtIn, ...providers],
    routes,
    isConfigured: providers.some(({ name }) => name !== BUILT_IN),
    isRead: true,
  }),
});

export const useProviders = (): Providers => useQuery(providersQuery).data ?? builtInAlone;

/**
 * Who made a picture, as its member reads it: by its name where it is no longer configured. Undefined until that is
 * known, and where there is the built-in renderer alone.
 */
export function madeBy(
  { known, isConfigured, isRead }: Providers,
  name: string,
): { label: string; seeds: boolean } | undefined {
  if (!isRead || (name === BUILT_IN && !isConfigured)) return undefined;
  return known.find((one) => one.name === name) ?? { label: name, seeds: false };
}
