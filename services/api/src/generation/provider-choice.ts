import type { GenerationEdit, GenerationReference, GenerationSettings } from '@easel/contracts/generation/events';
import { priceTenths, type Size } from '@easel/contracts/generation/policy';
import { tenthsToCredits } from '@easel/contracts/kernel/money';
import { Refused } from '@easel/contracts/kernel/problem';
import {
  AUTOMATIC,
  BUILT_IN,
  chooseProvider,
  PROVIDER_GONE,
  sizePlan,
  tenthsAt,
  type KnownProvider,
} from '@easel/contracts/providers/policy';
import { providerProblems } from '@easel/contracts/providers/problems';
import type { ProviderTable } from '../providers/providers.lookup.ts';

/** What decides who makes it, and for how much. */
export interface Routable {
  readonly settings: GenerationSettings;
  /** That it names; absent where the table decides. */
  readonly provider?: string | undefined;
  readonly references?: GenerationReference[] | undefined;
  readonly edit?: GenerationEdit | undefined;
  /** What its caller was shown. */
  readonly expectedCredits?: number | undefined;
}

export interface Route {
  readonly provider: KnownProvider;
  readonly tenths: number;
  /** In which pixels each of its pictures is made. */
  readonly made: Size;
  /** The same, where that is not the size in which it is delivered. */
  readonly ask?: Size;
}

/** Throws `providers.impossible`, `.unavailable` and `.price_changed`: whatever is known before paying. */
export function routeOf({ providers, routing }: ProviderTable, request: Routable): Route {
  const { settings, references = [], edit, expectedCredits } = request;
  // What its caller names wrongly is no failure of ours; what the table names is.
  if (request.provider !== undefined && !isKnown(providers, request.provider)) {
    throw new Refused(providerProblems.impossible, { message: `${PROVIDER_GONE}.` });
  }
  const choice = chooseProvider(providers, routing.routes, {
    model: settings.model,
    provider: request.provider,
    aspectRatio: settings.aspectRatio,
    resolution: settings.resolution,
    isTshirtDesign: settings.isTshirtDesign,
    references: references.length,
    roles: references.flatMap(({ role }) => role ?? []),
    edit: edit?.kind,
  });
  if (choice.refusal !== undefined) throw refusalOf(choice);
  const { provider } = choice;
  const tenths = tenthsAt(provider, priceTenths(settings.resolution, settings.count));
  const expected = tenthsToCredits(tenths);
  if (expectedCredits !== undefined && expectedCredits !== expected) {
    throw new Refused(providerProblems.priceChanged, { expected });
  }
  const { ask, make } = sizePlan(provider, settings);
  const isAsDelivered = provider.name === BUILT_IN || (ask.width === make.width && ask.height === make.height);
  return isAsDelivered ? { provider, tenths, made: make } : { provider, tenths, made: ask, ask };
}

const isKnown = (providers: ProviderTable['providers'], asked: string): boolean =>
  asked === AUTOMATIC || providers.some(({ name }) => name === asked);

const refusalOf = ({ refusal, reason }: { refusal: 'impossible' | 'unavailable'; reason: string }): Refused =>
  refusal === 'impossible'
    ? new Refused(providerProblems.impossible, { message: `${reason}.` })
    : new Refused(providerProblems.unavailable, { message: `${reason}. Nothing was charged.` });
