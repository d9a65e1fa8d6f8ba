import { unknownMaker, type Maker } from '../images/maker.ts';
import { isBuiltIn } from '@easel/contracts/generation/policy';
import { recordOf } from '@easel/contracts/kernel/record';
import type { KnownProvider } from '@easel/contracts/providers/policy';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { send } from '../../lib/api.ts';
import type { KnownHere } from './known-here.ts';

/** The providers, as far as they are loaded. */
export interface Providers extends KnownHere {
  /** Rules for choosing a provider; absent when only the built-in renderer is configured, which can make everything. */
  readonly offers?: typeof import('./offers.ts').offers;
  /** Whether a provider other than the built-in renderer is configured. */
  readonly isConfigured: boolean;
}

const FRESH_MS = 30_000;

/** The path of `knownRoute`, copied because its schema is loaded only when providers are configured. */
export const PROVIDERS_ADDRESS = '/api/providers';

/** The names alone tell whether the rest is needed. */
function namesIn(reply: unknown): string[] {
  const { providers } = recordOf(reply);
  if (!Array.isArray(providers)) throw new Error('the list of providers cannot be read');
  return providers.map((provider) => String(recordOf(provider)['name']));
}

const builtInAlone: Providers = { known: [], routes: {}, isConfigured: false, isRead: false };

async function read(signal: AbortSignal): Promise<Providers> {
  const sending = { method: 'GET', address: PROVIDERS_ADDRESS, access: 'anyone' as const, signal };
  const reply = await send(sending, (response): Promise<unknown> => response.json());
  if (namesIn(reply).every(isBuiltIn)) return { ...builtInAlone, isRead: true };
  const { offers, readKnown } = await import('./offers.ts');
  return { ...readKnown(reply), offers, isConfigured: true, isRead: true };
}

const isReady = ({ availability }: KnownProvider): boolean => availability.state === 'ready';

const providersQuery = queryOptions({
  queryKey: ['providers'] as const,
  queryFn: ({ signal }) => read(signal),
  staleTime: FRESH_MS,
  refetchOnWindowFocus: true,
  // The data contains a module, which must not be compared.
  structuralSharing: false,
  // Poll while a provider is paused or failing, so that the page shows when it is available again.
  refetchInterval: ({ state }) => (state.data?.known.every(isReady) === false ? FRESH_MS : false),
});

export const useProviders = (): Providers => useQuery(providersQuery).data ?? builtInAlone;

/**
 * Returns the provider of a picture as its member reads it, or its name when it is no longer configured. Undefined
 * until loaded, and when only the built-in renderer is configured.
 */
export function madeBy({ known, isConfigured, isRead }: Providers, name: string): Maker | undefined {
  if (!isRead || (isBuiltIn(name) && !isConfigured)) return undefined;
  return known.find((one) => one.name === name) ?? unknownMaker(name);
}
