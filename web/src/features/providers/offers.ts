import { knownRoute } from '@easel/contracts/providers/known.http';
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

/** The server's reply, by its contract. */
export const readKnown = (reply: unknown): { known: readonly KnownProvider[]; routes: Routes } => {
  const { providers, routes } = z.parse(knownRoute.reply, reply);
  return { known: providers, routes };
};

const builtIn: KnownProvider = { ...builtInSheet, availability: { state: 'ready' }, expectedMs: {} };

/** Never none. */
const knownIn = ({ known }: Pick<KnownHere, 'known'>): readonly KnownProvider[] =>
  known.some(({ name }) => name === BUILT_IN) ? known : [builtIn, ...known];

/** What is asked of whom; `provider` is empty where the server may choose. */
export interface Asked extends Wanted {
  readonly model: (typeof models)[number];
  readonly provider: string;
}

/** The name that counts: until the server has said who is there, nobody is known to be gone. */
const namedIn = ({ isRead, routes }: KnownHere, { provider, model }: Pick<Asked, 'provider' | 'model'>): string =>
  (isRead && provider) || routes[model] || AUTOMATIC;

/** Who makes what is asked, chosen as the server chooses, or why nobody does. */
export const choiceOf = (providers: KnownHere, asked: Asked): Choice =>
  chooseProvider(knownIn(providers), providers.routes, {
    ...asked,
    provider: (providers.isRead && asked.provider) || undefined,
  });

/** Those of whom one is chosen, whatever is asked of them; never none. */
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

/** Whoever is chosen; where nobody is, the one whose limits are shown. */
export function makerOf(providers: KnownHere, asked: Asked): KnownProvider {
  const [instead] = candidatesOf(providers, asked);
  const maker = choiceOf(providers, asked).provider ?? instead;
  if (!maker) throw new Error('the built-in renderer is always known');
  return maker;
}

/** Why this cannot be made, though something else can; undefined where it can, now or once its provider is back. */
function whyImpossible(providers: KnownHere, asked: Asked): string | undefined {
  const choice = choiceOf(providers, asked);
  return choice.refusal === 'impossible' ? choice.reason : undefined;
}

/** Whoever could make it at once, where the one that was chosen does not. */
export const othersFor = (providers: KnownHere, asked: Asked): KnownProvider[] =>
  knownIn(providers).filter(({ name }) => choiceOf(providers, { ...asked, provider: name }).provider !== undefined);

/** What one request costs, and whether its pictures are made smaller than they are delivered. */
export interface Offer {
  /** Of a credit. */
  readonly tenths: number;
  /** In which pixels it is made before it is enlarged; undefined where it is made as large as it is delivered. */
  readonly enlargedFrom: Size | undefined;
}

/** The offer of a provider; where nobody is chosen, of the one that is looked at instead. */
export function offerOf(provider: KnownProvider, asked: Wanted, count: number): Offer {
  const plan = provider.ratios.includes(asked.aspectRatio) ? sizePlan(provider, asked) : undefined;
  return {
    tenths: tenthsAt(provider, priceTenths(asked.resolution, count)),
    enlargedFrom: plan?.enlarged === true ? plan.ask : undefined,
  };
}

/** The offer of whoever makes it, or else would. */
function offerIn(providers: KnownHere, asked: Asked, count = 1): Offer {
  const maker = makerOf(providers, asked);
  return offerOf(maker, asked, count);
}

export const sizeText = ({ width, height }: Size): string => `${width} × ${height} px`;

/** 'about 12 s' until a picture is there; undefined where that is not known yet. */
export function waitText({ expectedMs }: KnownProvider, resolution: Resolution): string | undefined {
  const ms = expectedMs[resolution];
  if (ms === undefined) return undefined;
  const seconds = Math.max(1, Math.ceil(ms / 1000));
  if (seconds <= 10) return `about ${seconds} s`;
  return seconds < 90 ? `about ${Math.ceil(seconds / 5) * 5} s` : `about ${Math.ceil(seconds / 60)} min`;
}

/** For pages that work without it while there is the built-in renderer alone. */
export const offers = { choiceOf, makerOf, whyImpossible, offerIn, referencesFor };
