import { unknownMaker, type Maker } from '../images/maker.ts';
import { isBuiltIn } from '@easel/contracts/generation/policy';
import type { KnownProvider } from '@easel/contracts/providers/policy';
import { queryOptions, useQuery } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { send } from '../../lib/api.ts';
import type { KnownHere } from './known-here.ts';

/** Who makes pictures here, as far as this page knows. */
export interface Providers extends KnownHere {
  /** What follows of it; absent where there is the built-in renderer alone, which makes all that can be asked for. */
  readonly offers?: typeof import('./offers.ts').offers;
  /** Others than the built-in renderer are configured. */
  readonly isConfigured: boolean;
}

const FRESH_MS = 30_000;

/** Of `knownRoute`, whose schema comes only where there is somebody to read about. */
export const PROVIDERS_ADDRESS = '/api/providers';
const named = z.object({ providers: z.array(z.object({ name: z.string() })) });

const builtInAlone: Providers = { known: [], routes: {}, isConfigured: false, isRead: false };

async function read(signal: AbortSignal): Promise<Providers> {
  const sending = { method: 'GET', address: PROVIDERS_ADDRESS, access: 'anyone' as const, signal };
  const reply = await send(sending, (response): Promise<unknown> => response.json());
  const { providers } = z.parse(named, reply);
  if (providers.every(({ name }) => isBuiltIn(name))) return { ...builtInAlone, isRead: true };
  const { offers, readKnown } = await import('./offers.ts');
  return { ...readKnown(reply), offers, isConfigured: true, isRead: true };
}

const isReady = ({ availability }: KnownProvider): boolean => availability.state === 'ready';

const providersQuery = queryOptions({
  queryKey: ['providers'] as const,
  queryFn: ({ signal }) => read(signal),
  staleTime: FRESH_MS,
  refetchOnWindowFocus: true,
  // A module is no data.
  structuralSharing: false,
  // Whoever waits for one that is paused or failing sees when it is back.
  refetchInterval: ({ state }) => (state.data?.known.every(isReady) === false ? FRESH_MS : false),
});

export const useProviders = (): Providers => useQuery(providersQuery).data ?? builtInAlone;

/**
 * Who made a picture, as its member reads it: by its name where it is no longer configured. Undefined until that is
 * known, and where there is the built-in renderer alone.
 */
export function madeBy({ known, isConfigured, isRead }: Providers, name: string): Maker | undefined {
  if (!isRead || (isBuiltIn(name) && !isConfigured)) return undefined;
  return known.find((one) => one.name === name) ?? unknownMaker(name);
}
