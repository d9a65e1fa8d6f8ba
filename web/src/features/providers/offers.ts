import { knownReply } from '@easel/contracts/providers/known.http';
import { builtInSheet } from '@easel/contracts/providers/built-in';
import { priceTenths, type models, type Resolution, type Size } from '@easel/contracts/generation/policy';
import {
  AUTOMATIC,
  BUILT_IN,
  chooseProvider,
  sizePlan,
  tenthsAt,
  type Choice,
  type KnownProvider,
  type Routes,
  type Wanted,
} from '@easel/contracts/providers/policy';
import * as z from 'zod/mini';
import type { KnownHere } from './known-here.ts';
import { referencesFor } from './reference-roles.ts';

/** Reads the server's reply as its contract describes it. */
export const readKnown = (reply: unknown): { known: readonly KnownProvider[]; routes: Routes } => {
  const { providers, routes } = z.parse(knownReply, reply);
  return { known: providers, routes };
};

const builtIn: KnownProvider = { ...builtInSheet, availability: { state: 'ready' }, expectedMs: {} };

/** Returns the known providers, always including the built-in renderer. */
const knownIn = ({ known }: Pick<KnownHere, 'known'>): readonly KnownProvider[] =>
  known.some(({ name }) => name === BUILT_IN) ? known : [builtIn, ...known];

/** The requirements of an order. `provider` is empty when the choice is automatic. */
export interface Asked extends Wanted {
  readonly model: (typeof models)[number];
  readonly provider: string;
}

/**
 * Returns the provider or route that applies. A provider named by the form counts only once the providers are loaded.
 */
const namedIn = ({ isRead, routes }: KnownHere, { provider, model }: Pick<Asked, 'provider' | 'model'>): string =>
  (isRead && provider) || routes[model] || AUTOMATIC;

/** Chooses the provider by the server's rules, or returns why none can make the order. */
export const choiceOf = (providers: KnownHere, asked: Asked): Choice =>
  chooseProvider(knownIn(providers), providers.routes, {
    ...asked,
    provider: (providers.isRead && asked.provider) || undefined,
  });

/** Returns the providers to choose from, before capabilities are checked; never empty. */
export function candidatesOf(providers: KnownHere, asked: Pick<Asked, 'provider' | 'model'>): readonly KnownProvider[] {
  const known = knownIn(providers);
  const named = namedIn(providers, asked);
  if (named !== AUTOMATIC) {
    const one = known.find(({ name }) => name === named);
    return one ? [one] : known;
  }
  const remote = known.filter(({ name }) => name !== BUILT_IN);
  return remote.length > 0 ? remote : known;
}

/** Returns the chosen provider, or without one the provider whose limits are shown. */
export function makerOf(providers: KnownHere, asked: Asked): KnownProvider {
  const [instead] = candidatesOf(providers, asked);
  const maker = choiceOf(providers, asked).provider ?? instead;
  if (!maker) throw new Error('the built-in renderer is always known');
  return maker;
}

/** Returns why no provider can make the order; undefined when one can, also when it is unavailable now. */
function whyImpossible(providers: KnownHere, asked: Asked): string | undefined {
  const choice = choiceOf(providers, asked);
  return choice.refusal === 'impossible' ? choice.reason : undefined;
}

/** Returns the providers that could make the order now. */
export const othersFor = (providers: KnownHere, asked: Asked): KnownProvider[] =>
  knownIn(providers).filter(({ name }) => choiceOf(providers, { ...asked, provider: name }).provider !== undefined);

/** Price of one request, and the size before enlarging. */
export interface Offer {
  /** Price in tenths of a credit. */
  readonly tenths: number;
  /** Size before enlarging, in pixels; undefined when the picture is not enlarged. */
  readonly enlargedFrom: Size | undefined;
}

/** Returns price and size at a provider. */
export function offerOf(provider: KnownProvider, asked: Wanted, count: number): Offer {
  const plan = provider.ratios.includes(asked.aspectRatio) ? sizePlan(provider, asked) : undefined;
  return {
    tenths: tenthsAt(provider, priceTenths(asked.resolution, count)),
    enlargedFrom: plan?.enlarged === true ? plan.ask : undefined,
  };
}

/** Returns price and size at the chosen provider, or at the one whose limits are shown. */
function offerIn(providers: KnownHere, asked: Asked, count = 1): Offer {
  const maker = makerOf(providers, asked);
  return offerOf(maker, asked, count);
}

export const sizeText = ({ width, height }: Size): string => `${width} × ${height} px`;

/** Returns the expected time as 'about 12 s'; undefined without an estimate. */
export function waitText({ expectedMs }: KnownProvider, resolution: Resolution): string | undefined {
  const ms = expectedMs[resolution];
  if (ms === undefined) return undefined;
  const seconds = Math.max(1, Math.ceil(ms / 1000));
  if (seconds <= 10) return `about ${seconds} s`;
  return seconds < 90 ? `about ${Math.ceil(seconds / 5) * 5} s` : `about ${Math.ceil(seconds / 60)} min`;
}

/** Loaded lazily by pages that do not need it when only the built-in renderer is configured. */
export const offers = { choiceOf, makerOf, whyImpossible, offerIn, referencesFor };
