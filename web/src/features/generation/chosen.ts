import { isBuiltIn, priceTenths } from '@easel/contracts/generation/policy';
import type { KnownProvider } from '@easel/contracts/providers/policy';
import { useValues, type LiveForm } from '../../lib/live-form.ts';
import type { Asked, Offer } from '../providers/offers.ts';
import { useProviders, type Providers } from '../providers/providers-query.ts';
import { ratioIn, type GeneratorForm } from './generator-form.ts';

/** The provider of the form's order. */
export interface Chosen {
  providers: Providers;
  asked: Asked;
  /** The chosen provider, or the one whose limits apply. Undefined when only the built-in renderer is configured. */
  maker: KnownProvider | undefined;
  isBuiltIn: boolean;
  /** Why no provider can make the order, or not now. */
  refusal: { kind: 'impossible' | 'unavailable'; reason: string } | undefined;
}

/** Properties of a field whose choices depend on the provider. */
export interface StudioFieldProps {
  form: LiveForm<GeneratorForm>;
  chosen: Chosen;
}

type Asking = Pick<GeneratorForm, 'model' | 'mode' | 'aspect_ratio' | 'resolution' | 'provider' | 'references'>;

export function chosenFor(providers: Providers, form: Asking): Chosen {
  const asked: Asked = {
    model: form.model,
    provider: form.provider,
    aspectRatio: ratioIn(form.mode, form.aspect_ratio),
    resolution: form.resolution,
    isTshirtDesign: form.mode === 'tshirt',
    references: form.references.length,
  };
  const { offers } = providers;
  const choice = offers?.choiceOf(providers, asked);
  const maker = offers?.makerOf(providers, asked);
  return {
    providers,
    asked,
    maker,
    isBuiltIn: !maker || isBuiltIn(maker.name),
    refusal: choice?.refusal === undefined ? undefined : { kind: choice.refusal, reason: choice.reason },
  };
}

/** Returns the price of `count` pictures at the provider that makes them. */
export const offerFor = ({ offers, ...providers }: Providers, asked: Asked, count = 1): Offer =>
  offers?.offerIn(providers, asked, count) ?? {
    tenths: priceTenths(asked.resolution, count),
    enlargedFrom: undefined,
  };

export function useChosen(form: LiveForm<GeneratorForm>): Chosen {
  const providers = useProviders();
  const { model, mode, aspect_ratio, resolution, provider, references } = useValues(form, [
    'model',
    'mode',
    'aspect_ratio',
    'resolution',
    'provider',
    'references',
  ]);
  return chosenFor(providers, { model, mode, aspect_ratio, resolution, provider, references });
}
